// The requests of `npm run edit`, handled before the preview and Next. Not part
// of a production build.
import { readFileSync } from 'node:fs'
import type {
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from 'node:http'
import { join } from 'node:path'
import { bundleScript, send } from '../preview'
import { checkRoutes as check } from './check'
import { EditError, type Routes } from './http'
import { noticeRoutes as notice } from './notice'
import { proposalRoutes as proposal } from './proposal'
import { saveRoutes as save } from './save'
import { searchRoutes as search } from './search'
import { textRoutes as text } from './text'

const routes: Routes = {
  ...check,
  ...notice,
  ...proposal,
  ...save,
  ...search,
  ...text,
}

// The script that every page in development loads. Here, it starts the editor.
const scriptPath = '/_preview/preview.js'

export function withEditor(site: RequestListener): RequestListener {
  return (request, response) => {
    const [path = '', query] = request.url?.split('?') ?? []
    if (path !== scriptPath && !path.startsWith('/_edit/'))
      return site(request, response)
    answer(request, response, path, new URLSearchParams(query))
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: URLSearchParams,
) {
  const sendJson = (status: number, value: unknown) =>
    send(response, status, 'application/json', JSON.stringify(value))
  try {
    guard(request)
    if (path === scriptPath)
      return send(response, 200, 'text/javascript', await bundleEditor())
    const route = routes[`${request.method} ${path}`]
    if (!route)
      throw new EditError(404, 'The editor has no page at this address.')
    sendJson(200, await route(request, query))
  } catch (error) {
    if (!(error instanceof EditError)) console.error(error)
    const { status, message, details } =
      error instanceof EditError ? error : unexpected
    sendJson(status, { error: message, ...details })
  }
}

const unexpected = new EditError(
  500,
  'This did not work. Ask a developer to look at the terminal.',
)

function bundleEditor() {
  const file = join(import.meta.dirname, 'browser/editor.css')
  const styles = readFileSync(file, 'utf8')
  return bundleScript('main.ts', { EDITOR_STYLES: JSON.stringify(styles) })
}

const ownHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * Refuses requests from other sites in the same browser, including ones whose
 * host name points to this computer.
 */
function guard(request: IncomingMessage) {
  const {
    host,
    origin,
    'sec-fetch-site': from,
    'content-type': type,
  } = request.headers
  if (!ownHost.test(host ?? ''))
    throw new EditError(
      403,
      'Open the editor at the address with localhost that `npm run edit` printed.',
    )
  if (request.method === 'GET' || request.method === 'HEAD') return
  const isOwn =
    from === undefined ? origin === `http://${host}` : from === 'same-origin'
  if (!isOwn)
    throw new EditError(403, 'Only the editor’s own pages may change texts.')
  if (!/^application\/json\b/.test(type ?? ''))
    throw new EditError(400, 'The editor only accepts JSON.')
}
