import { env } from '@/lib/env'
import { loadMessages } from '@/lib/i18n/messages'
import { type Locale, routing } from '@/lib/i18n/routing'
import { createClassifier } from './classifier'
import trained from './generated/topics.json'
import { type Entry, loadEntries } from './knowledge'
import { lexicons } from './lexicon'
import { createSearch } from './search'
import { createSpelling } from './spelling'
import { wordsOf } from './tokenize'
import { questions } from './training-questions'

/** What the assistant needs to answer in a language, made from that language's catalog. */
export type Model = Awaited<ReturnType<typeof makeModel>>

/** What a question's features are about; the same for all languages, for many a question mixes them. */
export const classify = createClassifier(trained)

const models = new Map<Locale, Promise<Model>>()

/** The models of all languages: a visitor may ask in one on a page in another. */
export async function loadModels(): Promise<Record<Locale, Model>> {
  // In development the catalogs change under a running server.
  if (env.NODE_ENV === 'development') models.clear()
  const all = routing.locales.map(async (locale) => {
    const model = models.get(locale) ?? makeModel(locale, await loadEntries(locale))
    models.set(locale, model)
    return [locale, await model] as const
  })
  return Object.fromEntries(await Promise.all(all)) as Record<Locale, Model>
}

/** Makes a model from any entries: tests try catalogs that are not the site's. */
export async function makeModel(locale: Locale, entries: Entry[]) {
  const { Chat } = await loadMessages(locale)
  const taught = questions[locale]
  const corpus = entries.flatMap(({ title, text }) => wordsOf(`${title} ${text}`))
  const said = [...corpus, ...repeated(Object.values(taught).flat().flatMap(wordsOf))]
  return {
    locale,
    words: Chat,
    entries: new Map(entries.map((entry) => [entry.id, entry])),
    titles: new Map(entries.map(({ id, title }) => [wordsOf(title).join(' '), id])),
    search: createSearch(entries, new Set(Object.keys(taught)), locale),
    known: new Set([...said, ...lexicons[locale].words]),
    correct: createSpelling([...said, ...lexicons[locale].intended]),
  }
}

// What stands in one question only may be misspelt there.
function repeated(words: string[]): Set<string> {
  const once = new Set<string>()
  return new Set(words.filter((word) => once.size === once.add(word).size))
}
