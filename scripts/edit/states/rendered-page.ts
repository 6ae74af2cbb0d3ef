import { escapeHtml } from '@/lib/escape-html'
import type { Locale } from '@/lib/i18n/routing'
import { htmlPage } from '../../copy/html-page'
import { addressOf } from './address'
import { findState } from './list'
import { render } from './render'
import type { RenderedPage } from './render/page'
import type { RenderedState } from './types'

const script = '<script type="module" src="/_preview/preview.js"></script>'

/** A state that is on no page of the running site, with marked texts; `origin` is where the site is. */
export async function renderedPage(state: RenderedState, locale: Locale, origin: string): Promise<string> {
  const { parts, within } = (await render(state.rendered, locale, { settings: state.settings?.() })) as RenderedPage
  const html = parts.map(section).join('\n')
  const name = escapeHtml(state.name)
  if (!within) return htmlPage(name, script, `<h1>${name}</h1>\n<div lang="${locale}">${html}</div>`)
  return replaceMain(await fetchPage(within, locale, origin), html)
}

function section({ title, html }: RenderedPage['parts'][number]): string {
  return title ? `<section><h2>${title}</h2>${html}</section>` : html
}

async function fetchPage(id: string, locale: Locale, origin: string): Promise<string> {
  const state = findState(id)
  if (!state || !('path' in state)) throw new Error(`There is no page ${id}.`)
  const answer = await fetch(`${origin}${addressOf(state, locale)}`, { headers: { 'Sec-Fetch-Dest': 'document' } })
  return answer.text()
}

// Without the site's scripts, which would put the page's own main part back.
function replaceMain(page: string, html: string): string {
  const still = page.replace(/<script\b.*?<\/script>/gs, '')
  const [start] = still.match(/<main[^>]*>/) ?? ['<main>']
  const end = still.lastIndexOf('</main>')
  const before = still.slice(0, still.indexOf(start) + start.length)
  return `${before}${html}${still.slice(end)}${script}`
}
