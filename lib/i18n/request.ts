import * as rootParams from 'next/root-params'
import { getRequestConfig } from 'next-intl/server'
import { loadMessages } from './messages'
import { isLocale, routing } from './routing'

export default getRequestConfig(async ({ locale: explicit }) => {
  const requested = explicit ?? (await rootParams.locale())
  const locale = isLocale(requested) ? requested : routing.defaultLocale
  return {
    locale,
    messages: await loadMessages(locale),
    timeZone: 'UTC',
    // Throws instead of falling back silently, so that a missing or broken
    // message fails the build.
    onError(error) {
      throw error
    },
  }
})
