import MiniSearch from 'minisearch'
import type { Locale } from '@/lib/i18n/routing'
import { analyse, type Unit } from './analysis'
import type { Entry } from './knowledge'
import { wordsOf } from './tokenize'

/** Makes a BM25+ search for entries that the classifier was not trained on. */
export function createSearch(entries: Entry[], taught: ReadonlySet<string>, locale: Locale) {
  const index = new MiniSearch<Entry>({
    fields: ['title', 'text'],
    tokenize: (text) => termsOf(analyse(wordsOf(text), locale).units),
    processTerm: (term) => term,
    searchOptions: { boost: { title: 3 } },
  })
  index.addAll(entries)

  /** The entry that fits best, if it was not trained on and has at least half of the question's words. */
  return function search(question: Unit[]): string | undefined {
    const [best] = index.search(termsOf(question).join(' '), { tokenize: (text) => text.split(' ') })
    if (!best || taught.has(best.id)) return undefined
    const found = question.filter((unit) => unit.some((term) => best.queryTerms.includes(term)))
    return found.length >= question.length / 2 ? best.id : undefined
  }
}

// Without the words themselves, which would count a match twice.
function termsOf(units: Unit[]): string[] {
  return units.flat().filter((feature) => !feature.startsWith('='))
}
