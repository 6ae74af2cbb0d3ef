import { textsOfBrand } from '@/lib/brand/claims'
import { isDevelopment } from '@/lib/build-time'
import { brandMessages, site } from '@/lib/site'
import { mapTexts, type TextTree } from '@/lib/text'
import type messages from '@/messages/en.json'
import { companyFacts, fillFacts } from './company-facts'
import type { Locale } from './routing'

export type Messages = typeof messages

const loaded = new Map<string, Promise<Messages>>()

/** Loads a language's texts with the company's facts filled in. */
export function loadMessages(locale: Locale): Promise<Messages> {
  if (isDevelopment) return fillMessages(locale)
  // Includes the year in the key, because texts such as "more than 45 years"
  // depend on it.
  const key = `${locale} ${new Date().getUTCFullYear()}`
  const messages = loaded.get(key) ?? fillMessages(locale)
  loaded.set(key, messages)
  // Forgets a failure, so that the next request tries again.
  messages.catch(() => loaded.delete(key))
  return messages
}

async function fillMessages(locale: Locale): Promise<Messages> {
  const facts = companyFacts(site, locale)
  return mapTexts(await readTexts(locale), (text) =>
    fillFacts(text, facts, locale),
  ) as Messages
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
