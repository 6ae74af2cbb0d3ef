import { isLocale, type Locale } from './routing'

const entry = 'language'
const yearSeconds = 365 * 24 * 60 * 60

/** Remembers a visitor's choice of language in local storage and a cookie (where the browser allows either). */
export function storePreference(locale: Locale) {
  // Browsers without the Cookie Store API are still many; a language is no secret.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${entry}=${locale}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`
  writeStorage(entry, locale)
}

/** The language a visitor would rather read: the stored choice, else the first browser language that the site has. */
export function preferredLocale(): Locale | undefined {
  const cookie = document.cookie.match(/(?:^|; )language=([^;]*)/)?.[1]
  const browser = navigator.languages.map((language) => language.slice(0, 2).toLowerCase())
  return [readStorage(entry), cookie, ...browser].find(isLocale)
}

/** Reads local storage; undefined where it is empty or blocked. */
export function readStorage(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined // storage is blocked: the visitor then has no stored preference
  }
}

/** Writes local storage; where it is blocked, the visitor's choice lasts for this page only. */
export function writeStorage(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // blocked storage is the visitor's own setting
  }
}
