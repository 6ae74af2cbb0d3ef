import { textsOfBrand } from '@/lib/brand/claims'
import { brandMessages, site } from '@/lib/site'
import { mapTexts, type TextTree, valueAt } from '@/lib/text'
import type messages from '@/messages/en.json'
import { companyFacts, fillFacts } from './company-facts'
import { type Locale, routing } from './routing'
import { fillUntranslated, untranslatedKeys } from './untranslated'

export type Messages = typeof messages

const loaded = new Map<string, Promise<Messages>>()

/**
 * A language's texts with the company's facts filled in; English where a
 * translation is missing.
 */
export function loadMessages(locale: Locale): Promise<Messages> {
  if (process.env.NODE_ENV === 'development') return fillMessages(locale)
  // "More than 45 years" changes with the year.
  const key = `${locale} ${new Date().getUTCFullYear()}`
  const messages = loaded.get(key) ?? fillMessages(locale)
  loaded.set(key, messages)
  // Forgets a failure, so that the next request tries again.
  messages.catch(() => loaded.delete(key))
  return messages
}

async function fillMessages(locale: Locale): Promise<Messages> {
  const facts = companyFacts(site, locale)
  const texts = mapTexts(await readTexts(locale), (text) =>
    fillFacts(text, facts, locale),
  )
  return withDefaults(texts, locale, loadMessages)
}

/**
 * The texts as written, without facts filled in: the brand's own, and the
 * catalog's for everything else.
 */
export async function loadCatalog(locale: Locale): Promise<Messages> {
  return withDefaults(await readTexts(locale), locale, loadCatalog)
}

export async function loadUntranslated(
  locale: Locale,
): Promise<Map<string, string>> {
  const keys =
    locale === routing.defaultLocale
      ? []
      : untranslatedKeys(await readTexts(locale))
  const english =
    keys.length > 0 ? await loadMessages(routing.defaultLocale) : {}
  return new Map(keys.map((key) => [key, String(valueAt(english, key) ?? '')]))
}

async function readTexts(locale: Locale): Promise<TextTree> {
  // In development, reads from disk, so that a broken catalog can be fixed; an
  // import would stay broken.
  if (process.env.NODE_ENV === 'development')
    return (await import('@/lib/preview/catalog')).previewCatalog(locale)
  const catalog: TextTree = (await import(`../../messages/${locale}.json`))
    .default
  return textsOfBrand(catalog, brandMessages()[locale] ?? {}, site.claims)
}

type Load = (locale: Locale) => Promise<Messages>

async function withDefaults(
  texts: TextTree,
  locale: Locale,
  load: Load,
): Promise<Messages> {
  const isWhole =
    locale === routing.defaultLocale || untranslatedKeys(texts).length === 0
  if (isWhole || (await showsMarks())) return texts as Messages
  return fillUntranslated(texts, await load(routing.defaultLocale)) as Messages
}

async function showsMarks(): Promise<boolean> {
  // Must be its own condition: the server's bundler then drops the branch and
  // its import.
  if (process.env.NODE_ENV === 'development')
    return (await import('@/lib/preview/catalog')).showsKeys()
  return false
}
