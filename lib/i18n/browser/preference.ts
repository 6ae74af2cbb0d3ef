import { readLocal, writeLocal } from '@/lib/browser/storage'
import { isLocale, type Locale, routing } from '@/lib/i18n/routing'

const entry = 'language'
const yearSeconds = 365 * 24 * 60 * 60

/** Remembers a visitor's choice of language in local storage and a cookie (where the browser allows either). */
export function storePreference(locale: Locale) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // Browsers without the Cookie Store API are still many; a language is no secret.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${entry}=${locale}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`
  writeLocal(entry, locale)
}

/** The language a visitor would rather read: the stored choice, else the first browser language that the site has. */
export function preferredLocale(): Locale | undefined {
  const cookie = document.cookie.match(/(?:^|; )language=([^;]*)/)?.[1]
  const browser = navigator.languages.map(closestLocale)
  return [readLocal(entry, isLocale), cookie, ...browser].find(isLocale)
}

// Portuguese as in Brazil, where the site has that; else Portuguese of any kind.
function closestLocale(tag: string): Locale | undefined {
  const primary = (language: string) => language.toLowerCase().split('-')[0]
  const same = routing.locales.find((locale) => locale.toLowerCase() === tag.toLowerCase())
  return same ?? routing.locales.find((locale) => primary(locale) === primary(tag))
}
