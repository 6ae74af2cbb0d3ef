import { loadMessages } from '@/lib/i18n/messages'
import { routing } from '@/lib/i18n/routing'
import { escapeHtml } from '@/lib/text'

/**
 * Writes the page for status 500 in all languages. It has no styles or scripts,
 * and replaces Next's own page, which has inline styles.
 */
export async function errorPage(): Promise<string> {
  const sections = routing.locales.map(async (locale) => {
    const { title, body, retry } = (await loadMessages(locale)).Errors
    return `<section lang="${locale}"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(body)}</p><p><a href="?">${escapeHtml(retry)}</a></p></section>`
  })
  const head =
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">'
  const body = (await Promise.all(sections)).join('')
  return `<!DOCTYPE html><html lang="${routing.defaultLocale}"><head>${head}<title>500</title></head><body>${body}</body></html>`
}
