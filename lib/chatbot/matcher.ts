import MiniSearch from 'minisearch'
import type { Locale } from '@/lib/i18n/routing'
import { analyse, type Unit } from './analysis'
import type { Entry } from './knowledge'
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
type Indexed = { id: string; phrasings: Phrasing[]; vocabulary: Set<string>; mentioned: Set<string> }

const share = { phrasing: 0.5, coverage: 0.4, rank: 0.1 }
const answerShare = 0.5
const candidates = 8

/** Makes a search over the entries of a language, each with other ways in which its question is asked. */
export function createMatcher(entries: Entry[], asked: Record<string, string[]>, locale: Locale) {
  const known = [...new Set([...entries.map(({ id }) => id), ...Object.keys(asked)])]
  const documents = known.map((id) =>
    documentOf(
      id,
      entries.find((entry) => entry.id === id),
      asked[id] ?? [],
    ),
  )
  const units = (text: string) => analyse(wordsOf(text), locale).units
  const index = new MiniSearch<ReturnType<typeof documentOf>>({
    fields: ['questions', 'answer'],
    tokenize: (text) => units(text).flat(),
    processTerm: (term) => term,
    searchOptions: { boost: { questions: 3, answer: 1 } },
  })
  index.addAll(documents)
  const weigh = createWeights(
    documents.map(({ questions, answer }) => new Set(units(`${questions}\n${answer}`).flat())),
  )
  const everything = new Set(documents.flatMap(({ questions, answer }) => units(`${questions}\n${answer}`).flat()))
  const indexed = new Map(documents.map((document) => [document.id, indexDocument(document)]))

  function indexDocument({ id, questions, answer }: ReturnType<typeof documentOf>): Indexed {
    const phrasings = questions.split('\n').map((question) => phrasingOf(units(question)))
    const vocabulary = new Set(phrasings.flatMap(({ features }) => [...features]))
    return { id, phrasings, vocabulary, mentioned: new Set(units(answer).flat()) }
  }

  function phrasingOf(parts: Unit[]): Phrasing {
    return { features: new Set(parts.flat()), weight: sum(parts.map(weigh)) }
  }

  /** The entries that share anything with the question, the best first. */
  return function match(question: Unit[]): Match[] {
    const found = index.search(question.flat().join(' '), { tokenize: (text) => text.split(' ') }).slice(0, candidates)
    const top = found[0]?.score ?? 1
    const total = sum(question.map(weigh))
    const strange = question.some((unit) => !unit.some((feature) => everything.has(feature)))
    const matches = found.map(({ id, score }) => {
      const entry = indexed.get(id) as Indexed
      const value =
        share.phrasing * bestPhrasing(entry, question, total) +
        share.coverage * coverage(entry, question, total) +
        share.rank * (score / top)
      return { id: id as string, score: value, vague: strange && !question.some((unit) => isTelling(unit, entry)) }
    })
    return matches.sort((a, b) => b.score - a.score)
  }

  function bestPhrasing({ phrasings }: Indexed, question: Unit[], total: number): number {
    return Math.max(
      ...phrasings.map(({ features, weight }) => {
        const common = sum(question.filter((unit) => unit.some((feature) => features.has(feature))).map(weigh))
        return common / Math.sqrt(total * weight || 1)
      }),
    )
  }

  function coverage({ vocabulary, mentioned }: Indexed, question: Unit[], total: number): number {
    const parts = question.map((unit) => {
      if (unit.some((feature) => vocabulary.has(feature))) return weigh(unit)
      return unit.some((feature) => mentioned.has(feature)) ? answerShare * weigh(unit) : 0
    })
    return sum(parts) / (total || 1)
  }
}

function documentOf(id: string, entry: Entry | undefined, asked: string[]) {
  return { id, questions: [...(entry ? [entry.title] : []), ...asked].join('\n'), answer: entry?.text ?? '' }
}

// Rare features say more: inverse document frequency, of the commonest feature of a unit that any entry has.
function createWeights(documents: Set<string>[]) {
  const counts = new Map<string, number>()
  for (const features of documents) for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  return function weigh(unit: Unit): number {
    const count = Math.max(...unit.map((feature) => counts.get(feature) ?? 0), 0)
    const boost = Math.max(...unit.map((feature) => boosts[feature] ?? 1))
    return count === 0 ? unknownWeight : boost * Math.log(1 + documents.length / count)
  }
}

const unknownWeight = 1.5

// What is asked about a thing says more than the thing: "is the API free?" is about fees.
const boosts: Record<string, number> = {
  '#fee': 1.7,
  '#retirement': 1.5,
  '#minimum': 1.4,
  '#fraction': 1.4,
  '#hours': 1.3,
  '#othermetal': 1.3,
  '#price': 1.3,
  '#attest': 1.2,
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** What every entry is about. */
export const generic: ReadonlySet<string> = new Set(
  [
    'gold',
    'silver',
    'metal',
    'token',
    'physical',
    'ounce',
    'bar',
    'trade',
    'held',
    'now',
    'support',
    'kind',
    'brand',
  ].map((concept) => `#${concept}`),
)

function isTelling(unit: Unit, { vocabulary }: Indexed): boolean {
  return unit.some((feature) => vocabulary.has(feature)) && !unit.some((feature) => generic.has(feature))
}
