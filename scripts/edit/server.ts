// What `npm run edit` puts before the preview and Next: see docs/decisions/37-editor.md. Not in production.
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { routes as check } from './check'
import { routes as exchange } from './exchange'
import { EditError, type Handler, type Routes, send, sendJson } from './http'
import { routes as proposal } from './proposal'
import { routes as save } from './save'
import { routes as search } from './search'
import { routes as state } from './state'
import { routes as states } from './states/routes'
import { routes as text } from './text'
import { routes as unanswered } from './unanswered'

const routes: Routes = {
  ...check,
  ...exchange,
  ...proposal,
  ...save,
  ...search,
  ...state,
  ...states,
  ...text,
  ...unanswered,
  'GET /_edit/browser/*': sendBrowserFile,
  // The script that every page has in development: here it starts the editor.
  'GET /_preview/preview.js': (_, response) =>
    send(response, 200, 'text/javascript', "import '/_edit/browser/edit.js'\nimport '/_edit/browser/states.js'\n"),
}

/** Answers the editor's own requests; the rest goes to the site. */
export function withEditor(site: RequestListener): RequestListener {
  return (request, response) => {
    const [path = '', query] = request.url?.split('?') ?? []
    const handler = routes[`${request.method} ${path}`] ?? handlerBelow(`${request.method} ${path}`)
    if (!handler && !path.startsWith('/_edit/')) return site(request, response)
    answer(handler ?? refuseUnknown, request, response, new URLSearchParams(query))
  }
}

function handlerBelow(address: string): Handler | undefined {
  const [, handler] =
    Object.entries(routes).find(([name]) => name.endsWith('*') && address.startsWith(name.slice(0, -1))) ?? []
  return handler
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
    const { status, message, details } = error instanceof EditError ? error : unexpected(error)
    sendJson(response, status, { error: message, ...details })
  }
}

function unexpected(error: unknown) {
  const reason = error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
  return new EditError(500, `This did not work: ${reason}. The terminal says more.`)
}

const ownHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** Other sites in the same browser must neither read here (by a name that leads to this computer) nor write. */
function guard(request: IncomingMessage) {
  const { host, origin, 'sec-fetch-site': from, 'content-type': type } = request.headers
  if (!ownHost.test(host ?? '')) throw new EditError(403, 'Open the editor at http://localhost.')
  if (request.method === 'GET' || request.method === 'HEAD') return
  const isOwn = from === undefined ? origin === `http://${host}` : from === 'same-origin'
  if (!isOwn) throw new EditError(403, 'Only the editor’s own pages may change texts.')
  if (!/^application\/json\b/.test(type ?? '')) throw new EditError(400, 'The editor reads JSON only.')
}

const browserFiles = new URL('browser/', import.meta.url)

function sendBrowserFile({ url = '' }: IncomingMessage, response: ServerResponse) {
  const [, name = '', type] = url.match(/^\/_edit\/browser\/([a-z-]+\.(js|css))(?:\?|$)/) ?? []
  const file = new URL(name, browserFiles)
  if (!type || !existsSync(file)) throw new EditError(404, 'The editor has no such file.')
  send(response, 200, type === 'css' ? 'text/css' : 'text/javascript', readFileSync(file))
}
