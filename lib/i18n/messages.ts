import { mapTexts, mergeTexts, type TextTree } from '@/lib/map-texts'
import { brandMessages, site } from '@/lib/site'
import type messages from '@/messages/en.json'
import { companyFacts } from './company-facts'
import { fillFacts } from './fill-facts.mjs'
import type { Locale } from './routing'

export type Messages = typeof messages

/** A language's texts with the company's facts in them. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  const facts = companyFacts(site, locale)
  return mapTexts(await loadCatalog(locale), (text) => fillFacts(text, facts, locale)) as Messages
}

/** A language's texts as they are written: those of the brand, and of the catalog for all others. */
export async function loadCatalog(locale: Locale): Promise<Messages> {
  // Reads the disk in development: a broken catalog can then be fixed, while an import would stay broken.
  if (process.env.NODE_ENV === 'development') {
    return (await (await import('@/lib/preview/catalog')).previewCatalog(locale)) as Messages
  }
  const catalog: TextTree = (await import(`../../messages/${locale}.json`)).default
  return mergeTexts(catalog, brandMessages()[locale] ?? {}) as Messages
}
