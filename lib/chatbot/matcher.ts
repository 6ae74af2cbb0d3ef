import MiniSearch from 'minisearch'
import type { Locale } from '@/lib/i18n/routing'
import { analyse, type Unit } from './analysis'
import type { Entry } from './knowledge'
import { closeness, createStrengths, createWeights, generic, type Strengths } from './relevance'
import { wordsOf } from './text'

/** The id of the questions about current prices, which are answered with the address of the price page. */
export const pricesId = 'Site.prices'

/** An entry as far as it answers a question: 0 is not at all, 1 is word for word. */
export type Match = {
  id: string
  score: number
  /** The question shares with the entry only what all entries are about, and says something that none knows. */
  vague: boolean
}

type Phrasing = { features: Set<string>; weight: number }
type Indexed = { strengths: Strengths; phrasings: Phrasing[] }

// How much of a score is the likest way of asking, the words that the entry has, and its rank in the search.
const share = { phrasing: 0.5, coverage: 0.4, rank: 0.1 }

/** Makes a search over the entries of a language, each with other ways in which its question is asked. */
export function createMatcher(entries: Entry[], asked: Record<string, string[]>, locale: Locale) {
  const units = (text: string) => analyse(wordsOf(text), locale).units
  const documents = documentsOf(entries, asked)
  const index = new MiniSearch<Document>({
    fields: ['questions', 'answer'],
    tokenize: (text) => termsOf(units(text)),
    processTerm: (term) => term,
    searchOptions: { boost: { questions: 3, answer: 1 } },
  })
  index.addAll(documents)
  const parsed = documents.map(({ id, questions, answer }) => {
    const ways = questions.split('\n').map(units)
    return { id, ways, strengths: createStrengths(ways, units(answer)) }
  })
  const weigh = createWeights(parsed.map(({ strengths }) => strengths))
  const indexed = new Map(
    parsed.map(({ id, ways, strengths }): [string, Indexed] => [
      id,
      { strengths, phrasings: ways.map((way) => ({ features: new Set(way.flat()), weight: sum(way.map(weigh)) })) },
    ]),
  )
  const known = new Set(parsed.flatMap(({ strengths }) => [...strengths.keys()]))

  /** The entries that share anything with the question, the best first. */
  return function match(question: Unit[]): Match[] {
    const found = index.search(termsOf(question).join(' '), { tokenize: (text) => text.split(' ') })
    const top = found[0]?.score ?? 1
    const strange = question.some((unit) => !unit.some((feature) => known.has(feature)))
    const matches = found.map(({ id, score }) => {
      const entry = indexed.get(id) as Indexed
      const value =
        share.phrasing * bestPhrasing(entry, question) +
        share.coverage * coverage(entry, question) +
        share.rank * (score / top)
      return { id: id as string, score: value, vague: strange && !question.some((unit) => isTelling(unit, entry)) }
    })
    return matches.sort((a, b) => b.score - a.score)
  }

  function bestPhrasing({ phrasings }: Indexed, question: Unit[]): number {
    const total = sum(question.map(weigh))
    const likeness = ({ features, weight }: Phrasing) => {
      const common = sum(question.map((unit) => weigh(unit) * closeness(unit, (feature) => features.has(feature))))
      return common / Math.sqrt(total * weight || 1)
    }
    return Math.max(...phrasings.map(likeness))
  }

  function coverage({ strengths }: Indexed, question: Unit[]): number {
    const parts = question.map((unit) => weigh(unit) * closeness(unit, (feature) => strengths.get(feature)))
    return sum(parts) / (sum(question.map(weigh)) || 1)
  }
}

// Stems and concepts; the words themselves would count a match twice.
function termsOf(units: Unit[]): string[] {
  return units.flat().filter((feature) => !feature.startsWith('='))
}

type Document = { id: string; questions: string; answer: string }

function documentsOf(entries: Entry[], asked: Record<string, string[]>): Document[] {
  const ids = new Set([...entries.map(({ id }) => id), ...Object.keys(asked)])
  return [...ids].map((id) => {
    const entry = entries.find((candidate) => candidate.id === id)
    const questions = [...(entry ? [entry.title] : []), ...(asked[id] ?? [])].join('\n')
    return { id, questions, answer: entry?.text ?? '' }
  })
}

function isTelling(unit: Unit, { strengths }: Indexed): boolean {
  return unit.some((feature) => strengths.has(feature)) && !unit.some((feature) => generic.has(feature))
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
