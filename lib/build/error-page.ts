import { escapeHtml } from '@/lib/escape-html'
import { loadMessages } from '@/lib/i18n/messages'
import { routing } from '@/lib/i18n/routing'

/** The error page in all languages, for when none is known. Replaces Next's own, which needs inline styles. */
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
