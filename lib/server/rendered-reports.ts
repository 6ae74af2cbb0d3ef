import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { env } from '@/lib/env'
import { requestIdHeader } from '@/lib/http/answer-headers'
import { log } from '@/lib/log'
import { resolveRoute } from '@/lib/resolve-route'
import { dataFiles, paths, yearPageOf } from '@/lib/routes'
import { sharedFunctions } from '@/lib/shared-functions'
import { within } from '@/lib/within'
import { beforeHead } from './prepare-answer'
import { type RenderTarget, renderReports } from './render-reports'
import { pageOfData } from './report-data'
import { createReportsRevision } from './reports-revision'
import { hasPlainPath, isForNextRouter, pathOf } from './request'
import { type Resource, sendResource } from './resource'

const listPath = '/api/attestations'
const changingPaths = /^\/api\/(attestations|operator\/reports)/
const logPath = '/api/attestations/log'

// A rendering that takes longer is left to Next: it must not hold up everybody who asks for the page.
const maxRenderMs = 10_000

// A page that was sent, or prerendered, before the reports changed still asks for its own.
const maxDataKept = 30

type Target = RenderTarget & { yearPage?: string }

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
  // Of pages that are sent without, by address, oldest first.
  const data = new Map<string, Resource>()
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
    const rendering = within(renderMs, renderReports(handle, target, keepData)).catch((error: Error) => {
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

  function keepData(address: string, resource: Resource) {
    data.set(address, resource)
    for (const oldest of [...data.keys()].slice(0, -maxDataKept)) data.delete(oldest)
  }

  async function findData({ url = '' }: IncomingMessage, page: string): Promise<Resource | undefined> {
    if (!data.has(url)) await resourceOf({ key: page, isPage: true })
    return data.get(url)
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
    if (changingPaths.test(pathOf(request)) && method !== 'GET' && method !== 'HEAD') {
      beforeHead(response, reports.forget)
      return next()
    }
    const page = pageOfData(request)
    const found = page && (await findData(request, page))
    if (found) return sendResource(request, response, 200, found)
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
  if (path === logPath) return { key: logPath, isPage: false }
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
