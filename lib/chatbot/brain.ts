import { loadMessages } from '@/lib/i18n/messages'
import { type Locale, routing } from '@/lib/i18n/routing'
import type { Analysis } from './analysis'
import { type Entry, loadEntries } from './knowledge'
import { type Condition, lexicons } from './lexicon'
import { createMatcher } from './matcher'
import { compilePhrases, phraseAt } from './phrases'
import askedEn from './questions/en.json'
import askedEs from './questions/es.json'
import askedFr from './questions/fr.json'
import { createSpelling } from './spelling'
import { wordsOf } from './text'

// A language may be without: its assistant then knows the catalog's own words.
const askedKnown: Partial<Record<Locale, Record<string, string[]>>> = { en: askedEn, fr: askedFr, es: askedEs }

/** What the assistant needs to answer in a language, made from that language's catalog. */
export type Brain = Awaited<ReturnType<typeof makeBrain>>

const brains = new Map<Locale, Promise<Brain>>()

/** The brains of all languages: a visitor may ask in one on a page in another. */
export async function loadBrains(): Promise<Record<Locale, Brain>> {
  // A build-time constant. In development the catalogs change under a running server.
  if (process.env.NODE_ENV === 'development') brains.clear()
  const all = routing.locales.map(async (locale) => {
    const brain = brains.get(locale) ?? makeBrain(locale, await loadEntries(locale))
    brains.set(locale, brain)
    return [locale, await brain] as const
  })
  return Object.fromEntries(await Promise.all(all)) as Record<Locale, Brain>
}

/** Makes a brain from any entries: tests try catalogs that are not the site's. */
export async function makeBrain(locale: Locale, entries: Entry[]) {
  const { Chat } = await loadMessages(locale)
  const asked = askedKnown[locale] ?? {}
  const corpus = entries.flatMap(({ title, text }) => wordsOf(`${title} ${text}`))
  const said = [...corpus, ...Object.values(asked).flat().flatMap(wordsOf)]
  return {
    locale,
    words: Chat,
    entries: new Map(entries.map((entry) => [entry.id, entry])),
    match: createMatcher(entries, asked, locale),
    known: new Set([...said, ...lexicons[locale].words]),
    correct: createSpelling([...said, ...lexicons[locale].intended]),
    refuses: createRefusals(locale, entries),
  }
}

// A topic is refused only as long as no question of the catalog is about it.
function createRefusals(locale: Locale, entries: Entry[]) {
  const { refusals, conditions } = lexicons[locale]
  const titles = compilePhrases({ title: entries.map(({ title }) => title.replaceAll(',', ' ')).join() }, wordsOf)
  const answered = new Set([...titles.values()].flatMap((phrases) => phrases.flatMap(({ words }) => words)))

  /** The topic in these words that the site has nothing to say about, if there is one. */
  return function refuses(words: string[], { units, inPhrase }: Analysis): string | undefined {
    const concepts = new Set(units.flat())
    for (let at = 0; at < words.length; at++) {
      const phrase = phraseAt(refusals, words, at)
      const alone = phrase?.words.length === 1
      if (!phrase || (alone && (inPhrase.has(at) || answered.has(phrase.words[0] ?? '')))) continue
      const topic = [...phrase.labels].find((label) => applies(conditions[label], concepts))
      if (topic) return topic
    }
  }
}

function applies(condition: Condition | undefined, concepts: Set<string>): boolean {
  const has = (list = '') => list.split(' ').some((concept) => concepts.has(`#${concept}`))
  return !condition || (!has(condition.unless) && (!condition.with || has(condition.with)))
}
