import { writeLocal } from '@/lib/browser/session'
import type { Locale } from '@/lib/i18n/routing'

export const preference = 'language'

/** The local-storage entry that stops languages from being offered. */
export const dismissal = 'language-suggestion'

const yearSeconds = 365 * 24 * 60 * 60

export function storePreference(locale: Locale) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // Uses document.cookie, because many browsers lack the Cookie Store API and a
  // language is not a secret.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${preference}=${locale}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`
  writeLocal(preference, locale)
}

export function storeDismissal() {
  writeLocal(dismissal, 'dismissed')
}
