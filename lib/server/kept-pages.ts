import type {
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from 'node:http'
import inject from 'light-my-request'
import { markEnglish } from '@/lib/build/mark-english'
import {
  dataFolder,
  dataScript,
  deferScripts,
  type Script,
} from '@/lib/build/page-scripts'
import { env } from '@/lib/env'
import { cachePolicies } from '@/lib/http/cache-policy'
import { localizedPath, splitPath } from '@/lib/i18n/navigation'
import { log } from '@/lib/log'
import { reportChanges } from '@/lib/process-state'
import { resolveRoute } from '@/lib/resolve-route'
import {
  dataFiles,
  paths,
  type ReportsAnswer,
  renderingOf,
  reportsStatePath,
  yearPageOf,
} from '@/lib/routes'
import { inspectPage } from '@/lib/security/inspect-page'
import {
  pagePolicy,
  renderOnceHeader,
  tagManagerOrigin,
} from '@/lib/security/policy.mjs'
import { speculationHeader } from '@/lib/speculation-rules'
import { within } from '@/lib/time-limit'
import { isForNextRouter, isRead, pathOf } from './request'
import {
  compress,
  createResource,
  type Resource,
  sendResource,
} from './resource'

// Lets Next answer if rendering takes longer, so that one page does not block
// everyone who asks for it.
const maxRenderMs = 10_000

// Renders a page again after this time, because Next's bundles cache the
// reports for up to 30 seconds, so that a page may miss a row that was repaired
// with SQL.
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
  const readState = followReports(handle)
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
      keep(data, address, script, maxDataKept)
    const resource = within(renderMs, render(handle, key, keepData)).catch(
      (error: Error) => {
        log.error(
          { error: error.name, path: key },
          'a page with reports could not be rendered',
        )
        return undefined
      },
    )
    const started = { startedAt: performance.now(), resource }
    keep(renderings, key, started, maxKept)
    void resource.then((found) => {
      if (!found && renderings.get(key) === started) renderings.delete(key)
    })
    return resource
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
    if (!isData && isManaged(key) && (await isPersonal(handle, request)))
      return next()
    const address = request.url ?? ''
    const page = data.has(address)
      ? undefined
      : await rendered(key, state.revision)
    const found = isData ? data.get(address) : page
    if (found) sendResource(request, response, 200, found)
    else next()
  }
}

function keep<Value>(
  map: Map<string, Value>,
  key: string,
  value: Value,
  max: number,
): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= max) return
    map.delete(oldest)
  }
}

// Changes by another process show after this time at the latest. This process's
// own changes show immediately.
const maxStateAgeMs = 1_000

// If the database is slower than this, uses the last known state, or lets Next
// answer if there is none.
const maxStateMs = 1_000

function followReports(handle: RequestListener) {
  let asked:
    | { at: number; changes: number; state: Promise<ReportsAnswer | undefined> }
    | undefined
  let latest: ReportsAnswer | undefined
  let isDown = false

  async function ask(): Promise<ReportsAnswer | undefined> {
    const asking = inject(handle, {
      url: reportsStatePath,
      headers: { host: 'localhost' },
    })
    const answer = await within(maxStateMs, Promise.resolve(asking)).catch(
      (error: Error) => {
        log.error(
          { error: error.name },
          'the revision of the reports could not be read',
        )
      },
    )
    isDown = answer?.statusCode !== 200
    if (answer && !isDown) latest = answer.json<ReportsAnswer>()
    return latest
  }

  /** Returns the last known state while the database is unavailable. */
  return async function readState(): Promise<ReportsAnswer | undefined> {
    const [at, changes] = [performance.now(), reportChanges.count]
    if (asked?.changes !== changes || at - asked.at > maxStateAgeMs)
      asked = { at, changes, state: ask() }
    return isDown && latest ? latest : asked.state
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

function isPage(key: string): boolean {
  return !key.startsWith('/api/') && !/\.\w+$/.test(key)
}

function isManaged(key: string): boolean {
  return isPage(key) && splitPath(key).path.startsWith(paths.attestations)
}

/**
 * Whether the page shows the operator's name, or data that only people who may
 * change reports need.
 */
async function isPersonal(
  handle: RequestListener,
  request: IncomingMessage,
): Promise<boolean> {
  if (isForNextRouter(request) && env.ATTESTATIONS_OPEN) return true
  const { cookie = '' } = request.headers
  if (!cookie.includes('operator=')) return false
  const answer = await inject(handle, {
    url: '/api/operator/session',
    headers: { host: 'localhost', cookie },
  })
  return answer.statusCode === 200 && answer.json().operator !== null
}

async function render(
  handle: RequestListener,
  key: string,
  keepData: (address: string, resource: Resource) => void,
): Promise<Resource | undefined> {
  const answer = await inject(handle, {
    url: key,
    headers: { host: 'localhost', [renderOnceHeader]: '1' },
  })
  if (answer.statusCode !== 200) return undefined
  const type = String(answer.headers['content-type'])
  if (!isPage(key)) {
    const headers = {
      'Content-Type': type,
      'Cache-Control': String(answer.headers['cache-control']),
    }
    return createResource(await compress(answer.rawPayload, true), headers)
  }
  const data: [address: string, text: string][] = []
  const storeData = (text: string): Script => {
    // Adds the page to the address, so that another process can render the page
    // and then has the data as well.
    const script = dataScript(text, `?of=${key}`)
    data.push([script[0], text])
    return script
  }
  // Leaves the data of year pages in the page, because there are too many of
  // them to cache their data longer than the pages.
  const isYear = yearPageOf(splitPath(key).path) !== undefined
  const html = deferScripts(
    await markEnglish(answer.payload, key),
    isYear ? undefined : storeData,
  )
  const { scripts, styles, errors } = inspectPage(html)
  if (errors.length > 0)
    log.error(
      { errors, path: key },
      'page needs a policy that is not strict; not cached',
    )
  // Does not cache a page without its list, because it is only valid at this
  // moment. Report texts are escaped, so they cannot look like this tag.
  if (errors.length > 0 || /<\w+ [^>]*\bdata-incomplete\b/.test(html))
    return undefined
  for (const [address, text] of data) {
    keepData(
      address,
      createResource(await compress(Buffer.from(text), true), dataHeaders),
    )
  }
  return createResource(await compress(Buffer.from(html), true), {
    'Content-Type': type,
    'Cache-Control': cachePolicies.page,
    'Content-Security-Policy': pagePolicy({
      scripts,
      styles,
      tagManager: tagManagerOrigin(env.SITE_TAG_MANAGER_URL),
    }),
    ...(isManaged(key) && { Vary: 'Accept-Encoding, Cookie' }),
    ...speculationHeader,
  })
}

const dataHeaders = {
  'Content-Type': 'text/javascript; charset=utf-8',
  'Cache-Control': cachePolicies.asset,
}

function pageOfData(request: IncomingMessage): string | undefined {
  const page =
    new URLSearchParams(request.url?.slice(pathOf(request).length)).get('of') ??
    ''
  const { locale, path } = splitPath(page)
  const isKept = renderingOf(path) === 'per-change' && !yearPageOf(path)
  return isKept && page === localizedPath(locale, path) ? page : undefined
}
