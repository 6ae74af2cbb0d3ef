// What `npm run dev` puts before Next: see docs/decisions/13-preview-and-languages.md. A production server knows nothing of it.
import { readFileSync } from 'node:fs'
import { findSyntaxErrors, placesOfTexts, stateOfCatalogs } from './catalogs.mjs'
import { chooseModes } from './modes.mjs'
import { syntaxErrorPage } from './syntax-error-page.mjs'

const types = { css: 'text/css', js: 'text/javascript' }
const files = ['syntax-error-page.css', 'keys.css', 'keys.js', 'marks.js', 'panel.js', 'preview.js', 'watch.js']

/** Answers a request of the preview's own, and every page while a catalog is broken; what is left goes to the site. */
export function withPreview(site) {
  return (request, response) => {
    const [pathname] = request.url.split('?')
    if (pathname.startsWith('/_preview/')) return answer(pathname.slice('/_preview/'.length), response)
    if (/^\/(_next|api)\//.test(pathname)) return site(request, response)
    // What the page was made from, for its script to see when that has changed.
    response.setHeader('Server-Timing', `preview;desc=${stateOfCatalogs()}`)
    const errors = findSyntaxErrors()
    if (errors.length > 0) return send(response, 500, 'text/html', syntaxErrorPage(errors))
    chooseModes(request, response)
    return site(request, response)
  }
}

function answer(name, response) {
  if (name === 'state') return send(response, 200, 'text/plain', stateOfCatalogs())
  if (name === 'places') return send(response, 200, 'application/json', JSON.stringify(placesOfTexts()))
  if (!files.includes(name)) return send(response, 404, 'text/plain', '')
  const source = readFileSync(new URL(`browser/${name}`, import.meta.url))
  return send(response, 200, types[name.split('.').at(-1)], source)
}

function send(response, status, type, body) {
  response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store' })
  response.end(body)
}
