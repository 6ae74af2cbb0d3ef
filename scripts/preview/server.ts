// What `npm run dev` puts before Next: see docs/decisions/13-preview-and-languages.md. Not in production.
import { readdirSync, readFileSync } from 'node:fs'
import type { RequestListener, ServerResponse } from 'node:http'
import { findSyntaxErrors, placesOfTexts, stateOfCatalogs } from './catalogs'
import { chooseModes } from './modes'
import { syntaxErrorPage } from './syntax-error-page'

const browserFiles = new URL('browser/', import.meta.url)

/**
 * Answers the preview's own requests, and every page while a catalog is broken; the rest goes to the site. The modes of
 * `always` are on for every page.
 */
export function withPreview(site: RequestListener, always: string[] = []): RequestListener {
  return (request, response) => {
    const [pathname = ''] = request.url?.split('?') ?? []
    if (pathname.startsWith('/_preview/')) return answer(pathname.slice('/_preview/'.length), response)
    if (/^\/(_next|api)\//.test(pathname)) return site(request, response)
    // Tells the page's script which catalogs it was made from.
    response.setHeader('Server-Timing', `preview;desc=${stateOfCatalogs()}`)
    const errors = findSyntaxErrors()
    if (errors.length > 0) return send(response, 500, 'text/html', syntaxErrorPage(errors))
    chooseModes(request, response, always)
    return site(request, response)
  }
}

function answer(name: string, response: ServerResponse) {
  if (name === 'state') return send(response, 200, 'text/plain', stateOfCatalogs())
  if (name === 'places') return send(response, 200, 'application/json', JSON.stringify(placesOfTexts()))
  if (!readdirSync(browserFiles).includes(name)) return send(response, 404, 'text/plain', '')
  const type = name.endsWith('.css') ? 'text/css' : 'text/javascript'
  return send(response, 200, type, readFileSync(new URL(name, browserFiles), 'utf8'))
}

function send(response: ServerResponse, status: number, type: string, body: string) {
  response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store' })
  response.end(body)
}
