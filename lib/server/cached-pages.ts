import type {
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from 'node:http'
import { dataFolder } from '@/lib/build/page-scripts'
import { env } from '@/lib/env'
import { localizedPath, splitPath } from '@/lib/i18n/navigation'
import type { ResolvedRoute } from '@/lib/resolve-route'
import { renderingOf, yearPageOf } from '@/lib/routes'
import { followReports } from './follow-reports'
import { hasOperatorControls } from './render-cached-page'
import { createRenderingCache } from './rendering-cache'
import { isForNextRouter, isRead, pathOf, queryOf } from './request'
import { sendResource } from './resource'

const cachedPaths = [
  '/api/attestations',
  '/api/attestations/log',
  '/sitemap.xml',
]

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Caches responses that only change with the reports (`rendered: 'per-change'`
 * in lib/routes.ts). The returned function resolves to false for everything
 * else.
 */
export function createPageCache(
  handle: RequestListener,
  answerNotFound: Answer,
  renderMs?: number,
) {
  const readState = followReports()
  const cache = createRenderingCache(handle, renderMs)

  return async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    route: ResolvedRoute | undefined,
  ): Promise<boolean> {
    const isPageData = isRead(request) && pathOf(request).startsWith(dataFolder)
    const key = isPageData ? pageOfData(request) : keyOf(request, route)
    const state = key && (await readState())
    if (!state) return false
    const { path } = splitPath(key)
    if (yearPageOf(path) && !state.yearPages.includes(path)) {
      answerNotFound(request, response)
      return true
    }
    if (!isPageData && bypassesCache(request, key)) return false
    const resource = isPageData
      ? await cache.findData(request.url ?? '', key, state.revision)
      : await cache.findPage(key, state.revision)
    if (resource) sendResource(request, response, 200, resource)
    return resource !== undefined
  }
}

/**
 * Returns the address that Next renders for this request, which is the cache
 * key: a page such as `/fr`, a file, or an API path with its query.
 */
function keyOf(
  request: IncomingMessage,
  route: ResolvedRoute | undefined,
): string | undefined {
  if (!isRead(request)) return undefined
  const path = pathOf(request)
  if (cachedPaths.includes(path)) {
    const includesHistory =
      path === '/api/attestations' &&
      queryOf(request).get('include') === 'history'
    return includesHistory ? `${path}?include=history` : path
  }
  if (route?.kind !== 'page' || renderingOf(route.page) !== 'per-change')
    return undefined
  return localizedPath(splitPath(path).locale, route.page)
}

/**
 * Whether the page must be rendered for this request, because it may show an
 * operator's name, or data that only people who may change reports need.
 */
function bypassesCache(request: IncomingMessage, key: string): boolean {
  if (!hasOperatorControls(key)) return false
  if (isForNextRouter(request) && env.ATTESTATIONS_OPEN) return true
  return (request.headers.cookie ?? '').includes('operator=')
}

/**
 * Returns the page that requested data belongs to, because rendering the page
 * also stores its data.
 */
function pageOfData(request: IncomingMessage): string | undefined {
  const page = queryOf(request).get('of') ?? ''
  const { locale, path } = splitPath(page)
  const isCached = renderingOf(path) === 'per-change' && !yearPageOf(path)
  return isCached && page === localizedPath(locale, path) ? page : undefined
}
