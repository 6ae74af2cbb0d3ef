import MiniSearch from 'minisearch'
import type { Locale } from '@/lib/i18n/routing'
import { analyse, type Unit } from './analysis'
import type { Fact } from './facts'
import { wordsOf } from './tokenize'

/** Makes a BM25+ search for facts that have no training questions, such as one that was just added to the catalogs. */
export function createSearch(facts: Fact[], locale: Locale) {
  const index = new MiniSearch<Fact>({
    fields: ['question', 'text'],
    tokenize: (text) => termsOf(analyse(wordsOf(text), locale).units),
    processTerm: (term) => term,
    searchOptions: { boost: { question: 3 } },
  })
  index.addAll(facts)

  /** The fact that fits best, if it has at least half of the question's words. */
  return function search(question: Unit[]): string | undefined {
    const [best] = index.search(termsOf(question).join(' '), { tokenize: (text) => text.split(' ') })
    if (!best) return undefined
    const found = question.filter((unit) => unit.some((term) => best.queryTerms.includes(term)))
    return found.length >= question.length / 2 ? best.id : undefined
  }
}

// Without the words themselves, which would count a match twice.
function termsOf(units: Unit[]): string[] {
  return units.flat().filter((feature) => !feature.startsWith('='))
}
