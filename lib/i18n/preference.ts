import { readLocal, writeLocal } from '@/lib/browser/storage'
import { isLocale, type Locale } from './routing'

const entry = 'language'
const yearSeconds = 365 * 24 * 60 * 60

/** Remembers a visitor's choice of language in local storage and a cookie (where the browser allows either). */
export function storePreference(locale: Locale) {
  // Browsers without the Cookie Store API are still many; a language is no secret.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${entry}=${locale}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`
  writeLocal(entry, locale)
}

/** The language a visitor would rather read: the stored choice, else the first browser language that the site has. */
export function preferredLocale(): Locale | undefined {
  const cookie = document.cookie.match(/(?:^|; )language=([^;]*)/)?.[1]
  const browser = navigator.languages.map((language) => language.slice(0, 2).toLowerCase())
  return [readLocal(entry), cookie, ...browser].find(isLocale)
}
