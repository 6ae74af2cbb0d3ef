import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib'
import inject, { type Response } from 'light-my-request'
import { deferScripts } from '@/lib/build/defer-scripts'
import { env } from '@/lib/env'
import { answerHeaders, requestIdHeader } from '@/lib/http/answer-headers'
import { cachePolicies } from '@/lib/http/cache-policy'
import { log } from '@/lib/log'
import { resolveRoute } from '@/lib/resolve-route'
import { dataFiles, paths, yearPageOf } from '@/lib/routes'
import { inspectPage } from '@/lib/security/inspect-page'
import { pagePolicy, tagManagerOrigin } from '@/lib/security/policy.mjs'
import { renderOnceHeader } from '@/lib/security/request-policy'
import { sharedFunctions } from '@/lib/shared-functions'
import { speculationHeader } from '@/lib/speculation-rules'
import { within } from '@/lib/within'
import { beforeHead } from './prepare-answer'
import { createReportsRevision } from './reports-revision'
import { hasPlainPath, isForNextRouter, pathOf } from './request'
import { createResource, type Resource, sendResource } from './resource'

const listPath = '/api/attestations'

// A rendering that takes longer is left to Next: it must not hold up everybody who asks for the page.
const maxRenderMs = 10_000

type Target = { key: string; isPage: boolean; yearPage?: string }

type Answer = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Answers with the reports, rendered once for each change: `answerAtOnce` with what is rendered already, for everybody,
 * returning whether it has; `answer` hands what does not show reports to `next`.
 */
export function createRenderedReports(handle: RequestListener, answerNotFound: Answer, renderMs = maxRenderMs) {
  const reports = createReportsRevision()
  const rendered = new Map<string, Promise<Resource | undefined>>()
  // The same by address, without those that are still being rendered.
  const ready = new Map<string, Resource>()
  let renderedVersion = ''

  async function resourceOf(target: Target): Promise<Resource | undefined> {
    const revision = await reports.read()
    if (revision === undefined) return undefined
    const version = versionOf(revision)
    if (version !== renderedVersion) {
      rendered.clear()
      ready.clear()
    }
    renderedVersion = version
    const known = rendered.get(target.key)
    if (known) return known
    const rendering = within(renderMs, render(handle, target)).catch((error: Error) => {
      log.error({ error: error.name, path: target.key }, 'the reports could not be rendered')
      return undefined
    })
    rendered.set(target.key, rendering)
    const resource = await rendering
    if (rendered.get(target.key) !== rendering) return resource
    if (resource) ready.set(target.key, resource)
    else rendered.delete(target.key)
    return resource
  }

  function answerAtOnce(request: IncomingMessage, response: ServerResponse, id: string): boolean {
    const { method, url = '', headers } = request
    const resource = ready.get(url)
    if (!resource || (method !== 'GET' && method !== 'HEAD')) return false
    if (isForNextRouter(request) || headers.cookie?.includes('operator=')) return false
    const revision = reports.recent()
    if (revision === undefined || versionOf(revision) !== renderedVersion) return false
    sendResource(request, response, 200, resource, [requestIdHeader, id])
    return true
  }

  async function answer(request: IncomingMessage, response: ServerResponse, next: () => void) {
    const { method } = request
    if (pathOf(request).startsWith(listPath) && method !== 'GET' && method !== 'HEAD') {
      beforeHead(response, reports.forget)
      return next()
    }
    const target = targetOf(request)
    if (!target) return next()
    const isMissing = target.yearPage !== undefined && (await reports.hasYearPage(target.yearPage)) === false
    if (isMissing && answerNotFound(request, response)) return
    // The router's data is for who may change the page; anybody else's router loads the page when it gets one.
    if (target.isPage && isForNextRouter(request) && env.ATTESTATIONS_OPEN) return next()
    if (target.isPage && (await isForOperator(request))) return next()
    const resource = await resourceOf(target)
    if (resource) sendResource(request, response, 200, resource)
    else next()
  }

  return { answer, answerAtOnce }
}

// What a page says about months without a report depends on the day.
function versionOf(revision: string): string {
  return `${new Date().toISOString().slice(0, 10)} ${revision}`
}

function targetOf(request: IncomingMessage): Target | undefined {
  const { method, url = '' } = request
  if ((method !== 'GET' && method !== 'HEAD') || !hasPlainPath(request)) return undefined
  const path = pathOf(request)
  const query = new URLSearchParams(url.slice(path.length))
  if (path === listPath) {
    const complete = query.get('include') === 'history'
    return { key: complete ? `${listPath}?include=history` : listPath, isPage: false }
  }
  if (path.startsWith('/api/')) return undefined
  const route = resolveRoute(path, query)
  if (route.kind !== 'page') return undefined
  const { page } = route
  // The table is the same in every language.
  if (page === dataFiles.csv) return { key: page, isPage: false }
  if (Object.values<string>(dataFiles).includes(page)) return { key: path, isPage: false }
  if (page === paths.attestations) return { key: path, isPage: true }
  return yearPageOf(page) && { key: path, isPage: true, yearPage: page }
}

// An operator's page shows a name, and is rendered for that operator alone.
async function isForOperator({ headers: { cookie } }: IncomingMessage): Promise<boolean> {
  if (!cookie?.includes('operator=')) return false
  try {
    return (await sharedFunctions().operatorOfSession(new Headers({ cookie }))) !== undefined
  } catch (error) {
    log.error({ error: (error as Error).name }, 'the operator of a page could not be looked up')
    return false
  }
}

/** Next's answer for everybody, or undefined when it must not be cached. */
async function render(handle: RequestListener, { key, isPage }: Target): Promise<Resource | undefined> {
  const answer = await inject(handle, {
    method: 'GET',
    url: key,
    headers: { host: 'localhost', [renderOnceHeader]: '1' },
  })
  if (answer.statusCode !== 200) return undefined
  if (!isPage) return compressed(answer, answer.rawPayload, {})
  const html = deferScripts(answer.payload)
  const { scripts, styles, errors } = inspectPage(html)
  if (errors.length > 0) log.error({ errors }, 'a page cannot be served under a policy of hashes')
  // A page without its list is true for this moment only. What reports say is escaped and cannot look like the tag.
  if (errors.length > 0 || /<p [^>]*\bdata-incomplete\b/.test(html)) return undefined
  const page = await compressed(answer, Buffer.from(html), {
    'Cache-Control': cachePolicies.page,
    'Content-Security-Policy': pagePolicy({ scripts, styles, tagManager: tagManagerOrigin(env.SITE_TAG_MANAGER_URL) }),
    Vary: 'Accept-Encoding, Cookie',
    ...speculationHeader,
  })
  const { identity, gzip: zipped } = page
  // With hundreds of pages it would be most of their memory, and hardly anybody asks for it.
  return zipped ? { ...page, identity: { ...identity, bytes: () => gunzipSync(zipped.bytes()) } } : page
}

async function compressed({ headers }: Response, bytes: Buffer, own: Record<string, string>): Promise<Resource> {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    promisify(gzip)(bytes),
  ])
  const kept = {
    'Content-Type': String(headers['content-type']),
    'Cache-Control': String(headers['cache-control']),
  }
  return createResource({ identity: bytes, br, gzip: gz }, { ...answerHeaders, ...kept, ...own })
}
