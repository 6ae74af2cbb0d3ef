import { readLocal, writeLocal } from '@/lib/browser/storage'
import { isLocale, type Locale, routing } from '@/lib/i18n/routing'

const entry = 'language'
const yearSeconds = 365 * 24 * 60 * 60

export function storePreference(locale: Locale) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // Many browsers lack the Cookie Store API; a language is no secret.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${entry}=${locale}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`
  writeLocal(entry, locale)
}

/** The stored choice, else the first of the browser's languages that the site has. */
export function preferredLocale(): Locale | undefined {
  const cookie = document.cookie.match(/(?:^|; )language=([^;]*)/)?.[1]
  const browser = navigator.languages.map(closestLocale)
  return [readLocal(entry, isLocale), cookie, ...browser].find(isLocale)
}

// pt-BR where the site has it; else Portuguese of any kind.
function closestLocale(tag: string): Locale | undefined {
  const primary = (language: string) => language.toLowerCase().split('-')[0]
  const same = routing.locales.find((locale) => locale.toLowerCase() === tag.toLowerCase())
  return same ?? routing.locales.find((locale) => primary(locale) === primary(tag))
}
