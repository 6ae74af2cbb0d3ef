// The requests of `npm run edit`, answered before the preview and Next see them. Not part of a production build.
import { readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { bundleScript } from '../preview'
import { routes as check } from './check'
import { EditError, type Handler, type Routes, send, sendJson } from './http'
import { routes as proposal } from './proposal'
import { routes as save } from './save'
import { routes as text } from './text'

const routes: Routes = {
  ...check,
  ...proposal,
  ...save,
  ...text,
  // The script that every page loads in development: here it starts the editor.
  'GET /_preview/preview.js': async (_, response) => send(response, 200, 'text/javascript', await bundleEditor()),
}

function bundleEditor(): Promise<string> {
  const styles = readFileSync(join(import.meta.dirname, 'browser/editor.css'), 'utf8')
  return bundleScript('main.ts', { EDITOR_STYLES: JSON.stringify(styles) })
}

/** Answers the editor's own requests; the site answers all others. */
export function withEditor(site: RequestListener): RequestListener {
  return (request, response) => {
    const [path = '', query] = request.url?.split('?') ?? []
    const handler = routes[`${request.method} ${path}`]
    if (!handler && !path.startsWith('/_edit/')) return site(request, response)
    answer(handler ?? refuseUnknown, request, response, new URLSearchParams(query))
  }
}

function refuseUnknown() {
  throw new EditError(404, 'The editor has no such address.')
}

async function answer(handler: Handler, request: IncomingMessage, response: ServerResponse, query: URLSearchParams) {
  try {
    guard(request)
    await handler(request, response, query)
  } catch (error) {
    if (!(error instanceof EditError)) console.error(error)
    const { status, message, details } = error instanceof EditError ? error : unexpected()
    sendJson(response, status, { error: message, ...details })
  }
}

function unexpected() {
  return new EditError(500, 'This did not work. Ask a developer to look at the terminal.')
}

const ownHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** Refuses requests of other sites in the same browser, also under a name that leads to this computer. */
function guard(request: IncomingMessage) {
  const { host, origin, 'sec-fetch-site': from, 'content-type': type } = request.headers
  if (!ownHost.test(host ?? '')) throw new EditError(403, 'Open the editor at http://localhost.')
  if (request.method === 'GET' || request.method === 'HEAD') return
  const isOwn = from === undefined ? origin === `http://${host}` : from === 'same-origin'
  if (!isOwn) throw new EditError(403, 'Only the editor’s own pages may change texts.')
  if (!/^application\/json\b/.test(type ?? '')) throw new EditError(400, 'The editor only reads JSON.')
}
