import { createHash } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import inject from 'light-my-request'
import { markEnglish } from '@/lib/build/mark-english'
import { deferScripts, type Script } from '@/lib/build/page-scripts'
import { env } from '@/lib/env'
import { requestIdHeader } from '@/lib/http/answer-headers'
import { cachePolicies } from '@/lib/http/cache-policy'
import { localizedPath, splitPath } from '@/lib/i18n/navigation'
import { log } from '@/lib/log'
import { resolveRoute } from '@/lib/resolve-route'
import { dataFiles, isRenderedPerChange, yearPageOf } from '@/lib/routes'
import { inspectPage } from '@/lib/security/inspect-page'
import { pagePolicy, tagManagerOrigin } from '@/lib/security/policy.mjs'
import { renderOnceHeader } from '@/lib/security/request-policy'
import { speculationHeader } from '@/lib/speculation-rules'
import { within } from '@/lib/time-limit'
import { followReports } from './reports-state'
import { hasPlainPath, isForNextRouter, isRead, pathOf } from './request'
import { compressResource, type Resource, sendResource } from './resource'

// If a rendering takes longer, Next answers: one page must not block everybody who asks for it.
const maxRenderMs = 10_000

// Next's bundles read the reports apart, at most 30 seconds ago: a page may miss a row that was repaired by SQL.
const maxAgeMs = 60_000

// 10,000 reports make some five hundred pages.
const maxKept = 200

// A page that was sent before the reports changed still asks for its own data.
const maxDataKept = 30

const changingPaths = /^\/api\/(attestations|operator\/reports)/
const keptApiPaths = ['/api/attestations', '/api/attestations/log']

/** An address that shows reports. `yearPage` is its path without language, if it is the page of a year. */
type Target = { key: string; isPage: boolean; yearPage?: string }

type Kept = { renderedAt: number; resource: Resource }

type Rendering = { renderedAt: number; resource: Promise<Resource | undefined> }

type AnswerNotFound = (request: IncomingMessage, response: ServerResponse, id: string) => void

/**
 * Keeps in memory what is rendered once for each change of the reports (`rendered: 'per-change'` in lib/routes.ts).
 * `answerAtOnce` returns whether it has answered; `answer` hands everything else to `next`.
 */
export function createKeptPages(handle: RequestListener, answerNotFound: AnswerNotFound, renderMs = maxRenderMs) {
  const reports = followReports(handle)
  const kept = new Map<string, Kept>()
  const rendering = new Map<string, Rendering>()
  const data = new Map<string, Resource>()
  let keptRevision: string | undefined

  function resourceOf(target: Target, revision: string): Promise<Resource | undefined> {
    if (revision !== keptRevision) {
      kept.clear()
      rendering.clear()
      keptRevision = revision
    }
    const known = rendering.get(target.key)
    if (known && !isOld(known)) return known.resource
    const resource = within(
      renderMs,
      render(handle, target, (at, part) => keep(data, at, part, maxDataKept)),
    ).catch((error: Error) => {
      log.error({ error: error.name, path: target.key }, 'a page with reports could not be rendered')
      return undefined
    })
    const started = { renderedAt: performance.now(), resource }
    keep(rendering, target.key, started, maxKept)
    void resource.then((rendered) => {
      if (rendering.get(target.key) !== started) return
      if (rendered) keep(kept, target.key, { renderedAt: started.renderedAt, resource: rendered }, maxKept)
      else rendering.delete(target.key)
    })
    return resource
  }

  function answerAtOnce(request: IncomingMessage, response: ServerResponse, id: string): boolean {
    const found = kept.get(request.url ?? '')
    if (!found || isOld(found) || !isRead(request) || isForNextRouter(request) || hasOperatorCookie(request))
      return false
    if (reports.recent()?.revision !== keptRevision) return false
    sendResource(request, response, 200, found.resource, [requestIdHeader, id])
    return true
  }

  async function answer(request: IncomingMessage, response: ServerResponse, id: string, next: () => void) {
    if (!isRead(request) && changingPaths.test(pathOf(request))) {
      response.once('close', reports.beginChange())
      return next()
    }
    const dataPage = pageOfData(request)
    const target = dataPage ? { key: dataPage, isPage: true } : targetOf(request)
    const state = target && (await reports.read())
    if (!target || !state) return next()
    if (target.yearPage && !state.yearPages.has(target.yearPage)) return answerNotFound(request, response, id)
    // Only those who may change the page need the router's data; for anybody else the router loads the page.
    if (target.isPage && isForNextRouter(request) && env.ATTESTATIONS_OPEN) return next()
    // The page of an operator shows their name.
    if (target.isPage && hasOperatorCookie(request) && (await isOperator(handle, request))) return next()
    const keptData = () => (dataPage ? data.get(request.url ?? '') : undefined)
    const resource = keptData() ?? (await resourceOf(target, state.revision))
    const found = dataPage ? keptData() : resource
    if (found) sendResource(request, response, 200, found, [requestIdHeader, id])
    else next()
  }

  return { answer, answerAtOnce }
}

function isOld({ renderedAt }: { renderedAt: number }): boolean {
  return performance.now() - renderedAt > maxAgeMs
}

function keep<Value>(map: Map<string, Value>, key: string, value: Value, max: number): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= max) return
    map.delete(oldest)
  }
}

function targetOf(request: IncomingMessage): Target | undefined {
  const { url = '' } = request
  if (!isRead(request) || !hasPlainPath(request)) return undefined
  const path = pathOf(request)
  const query = new URLSearchParams(url.slice(path.length))
  if (keptApiPaths.includes(path)) {
    const complete = path === '/api/attestations' && query.get('include') === 'history'
    return { key: complete ? `${path}?include=history` : path, isPage: false }
  }
  const route = path.startsWith('/api/') ? undefined : resolveRoute(path, query)
  if (route?.kind !== 'page' || !isRenderedPerChange(route.page)) return undefined
  const { page } = route
  // The table is the same in every language.
  const key = page === dataFiles.csv ? page : localizedPath(splitPath(path).locale, page)
  return { key, isPage: !/\.\w+$/.test(page), ...(yearPageOf(page) && { yearPage: page }) }
}

function hasOperatorCookie({ headers }: IncomingMessage): boolean {
  return headers.cookie?.includes('operator=') ?? false
}

async function isOperator(handle: RequestListener, { headers: { cookie = '' } }: IncomingMessage): Promise<boolean> {
  const answer = await inject(handle, { url: '/api/operator/session', headers: { host: 'localhost', cookie } })
  return answer.statusCode === 200 && answer.json().operator !== null
}

/** Renders an answer for everybody; undefined if it must not be kept. */
async function render(
  handle: RequestListener,
  { key, isPage, yearPage }: Target,
  keepData: (address: string, resource: Resource) => void,
): Promise<Resource | undefined> {
  const answer = await inject(handle, { url: key, headers: { host: 'localhost', [renderOnceHeader]: '1' } })
  if (answer.statusCode !== 200) return undefined
  const type = String(answer.headers['content-type'])
  if (!isPage) {
    const headers = { 'Content-Type': type, 'Cache-Control': String(answer.headers['cache-control']) }
    return compressResource(answer.rawPayload, headers)
  }
  const data = new Map<string, string>()
  const storeData = (text: string): Script => {
    const script = dataScript(key, text)
    data.set(script[0], text)
    return script
  }
  // The pages of years are too many to keep their data longer than themselves.
  const html = deferScripts(await markEnglish(answer.payload, key), yearPage ? undefined : storeData)
  const { scripts, styles, errors } = inspectPage(html)
  if (errors.length > 0) log.error({ errors, path: key }, 'a strict policy cannot serve a page')
  // A page without its list is true for this moment only. Texts of reports are escaped and cannot look like the tag.
  if (errors.length > 0 || /<\w+ [^>]*\bdata-incomplete\b/.test(html)) return undefined
  for (const [address, text] of data) keepData(address, await compressResource(Buffer.from(text), dataHeaders))
  return compressResource(Buffer.from(html), {
    'Content-Type': type,
    'Cache-Control': cachePolicies.page,
    'Content-Security-Policy': pagePolicy({ scripts, styles, tagManager: tagManagerOrigin(env.SITE_TAG_MANAGER_URL) }),
    Vary: 'Accept-Encoding, Cookie',
    ...speculationHeader,
  })
}

const dataFolder = '/_next/static/page-data/'
const dataHeaders = { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': cachePolicies.asset }

// Named by its content, and with its page: a process that has not rendered the page yet does so and has the data as well.
function dataScript(page: string, text: string): Script {
  const digest = createHash('sha256').update(text)
  const integrity = `sha256-${digest.copy().digest('base64')}`
  return [`${dataFolder}${digest.digest('hex').slice(0, 16)}.js?of=${page}`, integrity]
}

/** The page whose data a request asks for. */
function pageOfData(request: IncomingMessage): string | undefined {
  const path = pathOf(request)
  if (!isRead(request) || !path.startsWith(dataFolder)) return undefined
  const page = new URLSearchParams(request.url?.slice(path.length)).get('of') ?? ''
  const plain = splitPath(page).path
  const isKept = isRenderedPerChange(plain) && !yearPageOf(plain)
  return isKept && page === localizedPath(splitPath(page).locale, plain) ? page : undefined
}
