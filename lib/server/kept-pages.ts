import type {
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from 'node:http'
import { dataFolder } from '@/lib/build/page-scripts'
import { env } from '@/lib/env'
import { localizedPath, splitPath } from '@/lib/i18n/navigation'
import { keepNewest } from '@/lib/keep-newest'
import { log } from '@/lib/log'
import { resolveRoute } from '@/lib/resolve-route'
import { dataFiles, renderingOf, yearPageOf } from '@/lib/routes'
import { within } from '@/lib/time-limit'
import { followReports } from './follow-reports'
import { isManaged, renderKeptPage } from './render-kept-page'
import { isForNextRouter, isRead, pathOf } from './request'
import { type Resource, sendResource } from './resource'

// Lets Next answer if rendering takes longer, so that one page does not block
// everyone who asks for it.
const maxRenderMs = 10_000

// Renders a page again after this time, because Next's bundles cache the
// reports for up to 30 seconds. A page may therefore miss a row that was
// repaired with SQL.
const maxAgeMs = 60_000

const maxKept = 200

// Stores older data too, because a page sent before the reports changed still
// asks for its own data.
const maxDataKept = 30

const keptPaths = ['/api/attestations', '/api/attestations/log', '/sitemap.xml']

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Caches answers that only change with the reports (`rendered: 'per-change'` in
 * lib/routes.ts). The returned function passes everything else to `next`.
 */
export function createKeptPages(
  handle: RequestListener,
  answerNotFound: Answer,
  renderMs = maxRenderMs,
) {
  const readState = followReports()
  const renderings = new Map<
    string,
    { startedAt: number; resource: Promise<Resource | undefined> }
  >()
  const data = new Map<string, Resource>()
  let keptRevision: string | undefined

  function rendered(
    key: string,
    revision: string,
  ): Promise<Resource | undefined> {
    if (revision !== keptRevision) renderings.clear()
    keptRevision = revision
    const known = renderings.get(key)
    if (known && performance.now() - known.startedAt < maxAgeMs)
      return known.resource
    const keepData = (address: string, script: Resource) =>
      keepNewest(data, address, script, maxDataKept)
    const resource = within(
      renderMs,
      renderKeptPage(handle, key, keepData),
    ).catch((error: Error) => {
      log.error(
        { error: error.name, path: key },
        'a page with reports could not be rendered',
      )
      return undefined
    })
    const started = { startedAt: performance.now(), resource }
    keepNewest(renderings, key, started, maxKept)
    void resource.then((found) => {
      if (!found && renderings.get(key) === started) renderings.delete(key)
    })
    return resource
  }

  async function dataAt(address: string, page: string, revision: string) {
    // Rendering the page also stores its data.
    if (!data.has(address)) await rendered(page, revision)
    return data.get(address)
  }

  return async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ) {
    const isData = isRead(request) && pathOf(request).startsWith(dataFolder)
    const key = isData ? pageOfData(request) : keyOf(request)
    const state = key && (await readState())
    if (!key || !state) return next()
    const { path } = splitPath(key)
    if (yearPageOf(path) && !state.yearPages.includes(path))
      return answerNotFound(request, response)
    if (!isData && isManaged(key) && isPersonal(request)) return next()
    const found = isData
      ? await dataAt(request.url ?? '', key, state.revision)
      : await rendered(key, state.revision)
    if (!found) return next()
    sendResource(request, response, 200, found)
  }
}

function keyOf(request: IncomingMessage): string | undefined {
  if (!isRead(request)) return undefined
  const path = pathOf(request)
  const query = new URLSearchParams(request.url?.slice(path.length))
  if (keptPaths.includes(path)) {
    const isComplete =
      path === '/api/attestations' && query.get('include') === 'history'
    return isComplete ? `${path}?include=history` : path
  }
  const route = path.startsWith('/api/') ? undefined : resolveRoute(path, query)
  if (route?.kind !== 'page' || renderingOf(route.page) !== 'per-change')
    return undefined
  return route.page === dataFiles.csv
    ? route.page
    : localizedPath(splitPath(path).locale, route.page)
}

/**
 * Whether the page may show an operator's name, or data that only people who
 * may change reports need.
 */
function isPersonal(request: IncomingMessage): boolean {
  if (isForNextRouter(request) && env.ATTESTATIONS_OPEN) return true
  return (request.headers.cookie ?? '').includes('operator=')
}

function pageOfData(request: IncomingMessage): string | undefined {
  const page =
    new URLSearchParams(request.url?.slice(pathOf(request).length)).get('of') ??
    ''
  const { locale, path } = splitPath(page)
  const isKept = renderingOf(path) === 'per-change' && !yearPageOf(path)
  return isKept && page === localizedPath(locale, path) ? page : undefined
}
