import { disclosureParts } from '@/lib/brand/disclosures'
import { disclosesAny } from '@/lib/disclosures/places'
import { env } from '@/lib/env'
import { loadMessages } from '@/lib/i18n/messages'
import { type Locale, routing } from '@/lib/i18n/routing'
import { createClassifier } from './classifier'
import { entryOf } from './disclosed-topics'
import disclosures from './generated/disclosures.json'
import topics from './generated/topics.json'
import { type Entry, loadEntries } from './knowledge'
import { lexicons } from './lexicon'
import { createSearch } from './search'
import { createSpelling } from './spelling'
import { wordsOf } from './tokenize'
import { disclosureQuestions, questions } from './training-questions'

export type Model = Awaited<ReturnType<typeof makeModel>>

/** One classifier for all languages, as many questions mix them. */
export const classify = createClassifier(topics)

/** Which part of a brand's disclosures a question is about, if any. */
export const classifyDisclosure = createClassifier(disclosures)

const models = new Map<Locale, Promise<Model>>()

/** The models of all languages: a visitor may write in another one than the page's. */
export async function loadModels(): Promise<Record<Locale, Model>> {
  if (env.NODE_ENV === 'development') models.clear()
  const all = routing.locales.map(async (locale) => {
    const model = models.get(locale) ?? makeModel(locale, await loadEntries(locale))
    models.set(locale, model)
    return [locale, await model] as const
  })
  return Object.fromEntries(await Promise.all(all)) as Record<Locale, Model>
}

export async function makeModel(locale: Locale, entries: Entry[]) {
  const { Chat } = await loadMessages(locale)
  const taught = questions[locale]
  const corpus = entries.flatMap(({ title, text }) => wordsOf(`${title} ${text}`))
  const asked = { ...taught, ...(disclosesAny(disclosureParts) && disclosureQuestions[locale]) }
  const said = [...corpus, ...repeated(Object.values(asked).flat().flatMap(wordsOf))]
  return {
    locale,
    words: Chat,
    entries: new Map(entries.map((entry) => [entry.id, entry])),
    titles: new Map(entries.map(({ id, title }) => [wordsOf(title).join(' '), id])),
    search: createSearch(entries, new Set([...Object.keys(taught), ...disclosureParts.map(entryOf)]), locale),
    known: new Set([...said, ...lexicons[locale].words]),
    correct: createSpelling([...said, ...lexicons[locale].intended]),
  }
}

// A word that occurs only once may be misspelt.
function repeated(words: string[]): Set<string> {
  const once = new Set<string>()
  return new Set(words.filter((word) => once.size === once.add(word).size))
}
