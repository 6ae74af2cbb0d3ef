import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadMessages } from '@/lib/i18n/messages'
import { type Locale, routing } from '@/lib/i18n/routing'
import { internalPath } from '@/lib/resolve-route'
import { notFoundPath } from '@/lib/routes'
import { attribute, elementsOf } from '@/lib/security/inspect-page'
import { site as company } from '@/lib/site'
import type { StaticSite } from '@/lib/static-site'
import { escapeHtml } from '@/lib/text'

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

/** Writes what a proxy answers while the server is stopped: a page in each language, one in all, the API's error. */
export async function writeUnavailablePages(folder: string, site: StaticSite): Promise<void> {
  const notFound = site.pages[internalPath(routing.defaultLocale, notFoundPath)]
  const html = notFound ? readFileSync(join(folder, notFound.file), 'utf8') : ''
  const look = lookOf(html)
  mkdirSync(join(folder, 'unavailable'))
  const write = (name: string, text: string) => writeFileSync(join(folder, 'unavailable', name), text)
  for (const locale of routing.locales) write(`${locale}.html`, await unavailablePage([locale], look))
  write('any.html', await unavailablePage(routing.locales, look))
  write('api.json', JSON.stringify({ error: { code: 'unavailable' } }))
  write('too-large.json', JSON.stringify({ error: { code: 'too_large' } }))
  // For a request that the server took and did not answer: it may have been done.
  write('taken-api.json', JSON.stringify({ error: { code: 'bad_gateway' } }))
}

type Look = { styles: string; fonts: string }

/** The styles of a page as links, and the class by which its `html` element names the fonts. */
function lookOf(html: string): Look {
  const elements = elementsOf(html)
  const root = elements.find(({ tagName }) => tagName === 'html')
  // React names the files whose text it has put into a style element.
  const files = elements
    .filter(({ tagName }) => tagName === 'style')
    .flatMap((style) => attribute(style, 'data-href')?.split(' ') ?? [])
  return {
    styles: files.map((file) => `<link rel="stylesheet" href="${file}">`).join(''),
    fonts: (root && attribute(root, 'class')) ?? '',
  }
}

async function unavailablePage(locales: Locale[], look: Look): Promise<string> {
  const texts = await Promise.all(
    locales.map(async (locale) => ({ locale, ...(await loadMessages(locale)).Unavailable })),
  )
  const phones = Object.values(company.phones).flatMap((phone) =>
    phone ? `<a href="tel:${phone.replace(/[^+\d]/g, '')}">${phone}</a>` : [],
  )
  const sections = texts.map(
    ({ locale, title, body, message }) =>
      `<section class="frame plain-page page-head" lang="${locale}"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(body)}</p><p>${escapeHtml(message)}</p><p>${phones.join(' · ')}</p></section>`,
  )
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">${look.styles}`
  const title = `${texts[0]?.title} | ${company.brand}`
  return `<!DOCTYPE html><html lang="${locales[0]}" class="${look.fonts}"><head>${head}<title>${escapeHtml(title)}</title></head><body><main>${sections.join('')}</main></body></html>`
}
