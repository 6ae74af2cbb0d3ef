import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import inject, { type Response } from 'light-my-request'
import { deferScripts } from '@/lib/build/defer-scripts'
import { env } from '@/lib/env'
import { cachePolicies } from '@/lib/http/cache-policy'
import { log } from '@/lib/log'
import { resolveRoute } from '@/lib/resolve-route'
import { dataFiles, paths } from '@/lib/routes'
import { inspectPage } from '@/lib/security/inspect-page'
import { pagePolicy, tagManagerOrigin } from '@/lib/security/policy.mjs'
import { renderOnceHeader } from '@/lib/security/request-policy'
import { sharedFunctions } from '@/lib/shared-functions'
import { speculationHeader } from '@/lib/speculation-rules'
import { within } from '@/lib/within'
import { beforeHead } from './answer-headers'
import { hasPlainPath, pathOf } from './request'
import { createResource, type Resource, sendResource } from './resource'

const listPath = '/api/attestations'

// Milliseconds before another process's change is looked for. This process's own show at once.
const unaskedMs = 250

// With a slower database the page itself waits, and tells the visitor.
const revisionMs = 1_000

// A rendering that takes longer is left to Next: it must not hold up everybody who asks for the page.
const maxRenderMs = 10_000

type Target = { key: string; isPage: boolean }

/** Makes a function that answers with the reports, rendered once for each change, and hands the rest to `next`. */
export function createRenderedReports(handle: RequestListener, renderMs = maxRenderMs) {
  const latestRevision = createRevision()
  const rendered = new Map<string, { version: string; resource: Promise<Resource | undefined> }>()

  async function resourceOf(target: Target): Promise<Resource | undefined> {
    const revision = await latestRevision.read()
    if (revision === undefined) return undefined
    // What a page says about months without a report depends on the day.
    const version = `${new Date().toISOString().slice(0, 10)} ${revision}`
    const known = rendered.get(target.key)
    if (known?.version === version) return known.resource
    const entry = { version, resource: within(renderMs, render(handle, target)) }
    rendered.set(target.key, entry)
    const resource = await entry.resource
    if (!resource && rendered.get(target.key) === entry) rendered.delete(target.key)
    return resource
  }

  return async (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    const { method } = request
    if (pathOf(request).startsWith(listPath) && method !== 'GET' && method !== 'HEAD') {
      beforeHead(response, latestRevision.forget)
      return next()
    }
    const target = targetOf(request)
    if (!target || (target.isPage && (await isForOperator(request)))) return next()
    const resource = await resourceOf(target).catch((error: Error) => {
      log.error({ error: error.name, path: target.key }, 'the reports could not be rendered')
      rendered.delete(target.key)
      return undefined
    })
    if (resource) sendResource(request, response, 200, resource)
    else next()
  }
}

function targetOf(request: IncomingMessage): Target | undefined {
  const { method, url = '', headers } = request
  if ((method !== 'GET' && method !== 'HEAD') || !hasPlainPath(request)) return undefined
  // Next's router asks for the page as data, for who may change it; for anybody else it loads the page when it gets one.
  if ('rsc' in headers && env.ATTESTATIONS_OPEN) return undefined
  const path = pathOf(request)
  const query = new URLSearchParams(url.slice(path.length))
  if (path === listPath) {
    const complete = query.get('include') === 'history'
    return { key: complete ? `${listPath}?include=history` : listPath, isPage: false }
  }
  if (path.startsWith('/api/')) return undefined
  const route = resolveRoute(path, query)
  if (route.kind !== 'page' || !showsReports(route.page)) return undefined
  return { key: path, isPage: route.page === paths.attestations }
}

function showsReports(page: string): boolean {
  return page === paths.attestations || Object.values<string>(dataFiles).includes(page)
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

function createRevision() {
  let asked: { at: number; revision: Promise<string | undefined> } | undefined
  return {
    /** Undefined when the database does not answer in time. */
    read(): Promise<string | undefined> {
      if (!asked || performance.now() - asked.at > unaskedMs) {
        asked = { at: performance.now(), revision: askInTime() }
      }
      return asked.revision
    },
    forget() {
      asked = undefined
    },
  }
}

async function askInTime(): Promise<string | undefined> {
  try {
    return await within(revisionMs, sharedFunctions().reportsRevision())
  } catch (error) {
    log.error({ error: (error as Error).name }, 'the revision of the reports could not be read')
    return undefined
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
  return compressed(answer, Buffer.from(html), {
    'Cache-Control': cachePolicies.page,
    'Content-Security-Policy': pagePolicy({ scripts, styles, tagManager: tagManagerOrigin(env.SITE_TAG_MANAGER_URL) }),
    Vary: 'Accept-Encoding, Cookie',
    ...speculationHeader,
  })
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
  return createResource({ identity: bytes, br, gzip: gz }, { ...kept, ...own })
}
