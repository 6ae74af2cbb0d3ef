// The English text that each translation was made from, according to the
// history of the catalogs.
import { allLocales, routing } from '@/lib/i18n/routing'
import { isRecord, parseJson } from '@/lib/text'
import { headCommit, isShallow, versionsOf } from './history'

type Texts = Map<string, string>
type Catalogs = Record<string, Texts>

/**
 * The committed texts by language, and the English text that a translation was
 * made from, where English has changed since.
 */
export type TranslationHistory = { texts: Catalogs; sources: Catalogs }

const known = new Map<string, TranslationHistory>()

/** Without Git, no text has a history. */
export function readHistory(): TranslationHistory {
  const commit = headCommit('messages')
  if (commit === undefined) return { texts: {}, sources: {} }
  const history = known.get(commit) ?? followTranslations()
  known.set(commit, history)
  return history
}

function followTranslations(): TranslationHistory {
  const files = allLocales.map((locale) => `${locale}.json`)
  const history: TranslationHistory = { texts: {}, sources: {} }
  const unsettled = new Map<string, Set<string>>()
  let newer: Catalogs | undefined
  for (const version of versionsOf('messages', files)) {
    const older = catalogsIn(version.texts)
    if (newer) settle(history, unsettled, newer, older)
    else {
      history.texts = older
      for (const [locale, texts] of Object.entries(older))
        unsettled.set(locale, new Set(texts.keys()))
    }
    newer = older
  }
  if (newer && !isShallow('messages')) settle(history, unsettled, newer, {})
  return history
}

/**
 * Records the English source of every translation that first appears in
 * `newer`, if English has changed since. With these commits, newest first, the
 * French text was made from “Hello”:
 *
 *     en “Good day”   fr “Bonjour”   today's texts
 *     en “Hello”      fr “Bonjour”   newer: “Bonjour” first appears
 *     en “Hello”      fr “Salut”     older
 */
function settle(
  { texts, sources }: TranslationHistory,
  unsettled: Map<string, Set<string>>,
  newer: Catalogs,
  older: Catalogs,
) {
  const { [routing.defaultLocale]: english } = texts
  for (const [locale, keys] of unsettled) {
    for (const key of keys) {
      if (older[locale]?.get(key) === texts[locale]?.get(key)) continue
      keys.delete(key)
      const source = newer[routing.defaultLocale]?.get(key)
      if (source === undefined || source === english?.get(key)) continue
      sources[locale] ??= new Map()
      sources[locale].set(key, source)
    }
  }
}

function catalogsIn(sources: (string | undefined)[]): Catalogs {
  const catalogs = allLocales.map((locale, at) => [
    locale,
    textsIn(parseJson(sources[at] ?? '')),
  ])
  return Object.fromEntries(catalogs)
}

function textsIn(tree: unknown, group = '', texts: Texts = new Map()): Texts {
  for (const [name, value] of Object.entries(Object(tree))) {
    if (typeof value === 'string') texts.set(group + name, value)
    else if (isRecord(value)) textsIn(value, `${group}${name}.`, texts)
  }
  return texts
}
