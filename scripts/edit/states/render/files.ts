import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atomFeed } from '@/lib/attestations/atom'
import { loadFeed } from '@/lib/attestations/feed'
import { jsonFeed } from '@/lib/attestations/json-feed'
import { readArchive } from '@/lib/attestations/load'
import { errorPage } from '@/lib/build/error-page'
import { writeUnavailablePages } from '@/lib/build/unavailable-page'
import { escapeHtml } from '@/lib/escape-html'
import type { Locale } from '@/lib/i18n/routing'
import { llmsText } from '@/lib/seo/llms-text'
import type { RenderedPage } from './page'

export async function feeds(locale: Locale): Promise<RenderedPage> {
  const feed = await loadFeed(await readArchive(), locale)
  return files('Feeds of the reports', { 'Atom feed': atomFeed(feed), 'JSON Feed': jsonFeed(feed) })
}

export async function llms(locale: Locale): Promise<RenderedPage> {
  return files('The text for language models', { 'llms.txt': await llmsText(locale) })
}

/** What a proxy shows while the server is stopped. */
export async function unavailable(locale: Locale): Promise<RenderedPage> {
  const folder = mkdtempSync(join(tmpdir(), 'unavailable-'))
  await writeUnavailablePages(folder, { pages: {}, files: {} } as never)
  const html = readFileSync(join(folder, 'unavailable', `${locale}.html`), 'utf8')
  rmSync(folder, { recursive: true })
  return { title: 'While the server is stopped', parts: [{ html: mainOf(html) }], within: 'not-found' }
}

/** What is shown when even the frame of the pages failed: in all languages. */
export async function globalError(): Promise<RenderedPage> {
  const html = (await errorPage()).match(/<body>(.*)<\/body>/s)?.[1] ?? ''
  return { title: 'When the whole site fails', parts: [{ html }] }
}

function mainOf(html: string): string {
  return html.match(/<main>(.*)<\/main>/s)?.[1] ?? ''
}

function files(title: string, contents: Record<string, string>): RenderedPage {
  const parts = Object.entries(contents).map(([name, text]) => ({
    title: name,
    html: `<pre>${escapeHtml(text)}</pre>`,
  }))
  return { title, parts }
}
