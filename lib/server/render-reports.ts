import type { RequestListener } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib'
import inject from 'light-my-request'
import { deferScripts } from '@/lib/build/defer-scripts'
import { markEnglish } from '@/lib/build/mark-english'
import { env } from '@/lib/env'
import { answerHeaders } from '@/lib/http/answer-headers'
import { cachePolicies } from '@/lib/http/cache-policy'
import { log } from '@/lib/log'
import { inspectPage } from '@/lib/security/inspect-page'
import { pagePolicy, tagManagerOrigin } from '@/lib/security/policy.mjs'
import { renderOnceHeader } from '@/lib/security/request-policy'
import { speculationHeader } from '@/lib/speculation-rules'
import { dataScript, isSentWithoutData } from './report-data'
import { createResource, type Resource } from './resource'

// Brotli's; the strongest takes twenty times as long, which is for what nearly everybody asks for.
const quality = { usual: 6, strongest: 11 }

/** What shows reports: its address, and whether it is a page. */
export type RenderTarget = { key: string; isPage: boolean }

type KeepData = (address: string, resource: Resource) => void

/** Next's answer for everybody, or undefined when it must not be cached. */
export async function renderReports(
  handle: RequestListener,
  { key, isPage }: RenderTarget,
  keepData: KeepData,
): Promise<Resource | undefined> {
  const answer = await inject(handle, {
    method: 'GET',
    url: key,
    headers: { host: 'localhost', [renderOnceHeader]: '1' },
  })
  if (answer.statusCode !== 200) return undefined
  const given = {
    'Content-Type': String(answer.headers['content-type']),
    'Cache-Control': String(answer.headers['cache-control']),
  }
  if (!isPage) return compressed(answer.rawPayload, given)
  const { html, data } = partData(key, await markEnglish(answer.payload, key))
  const { scripts, styles, errors } = inspectPage(html)
  if (errors.length > 0) log.error({ errors }, 'a page cannot be served under a policy of hashes')
  // A page without its list is true for this moment only. What reports say is escaped and cannot look like the tag.
  if (errors.length > 0 || /<p [^>]*\bdata-incomplete\b/.test(html)) return undefined
  for (const [address, text] of data) keepData(address, await compressed(Buffer.from(text), dataHeaders))
  const headers = {
    ...given,
    'Cache-Control': cachePolicies.page,
    'Content-Security-Policy': pagePolicy({ scripts, styles, tagManager: tagManagerOrigin(env.SITE_TAG_MANAGER_URL) }),
    Vary: 'Accept-Encoding, Cookie',
    ...speculationHeader,
  }
  const page = await compressed(Buffer.from(html), headers, data.size > 0 ? quality.strongest : quality.usual)
  const { identity, gzip: zipped } = page
  // With hundreds of pages it would be most of their memory, and hardly anybody asks for it.
  return zipped ? { ...page, identity: { ...identity, bytes: () => gunzipSync(zipped.bytes()) } } : page
}

/** A page whose scripts come after its first paint, and the data that is no longer in it, by address. */
function partData(page: string, payload: string): { html: string; data: Map<string, string> } {
  const data = new Map<string, string>()
  if (!isSentWithoutData(page)) return { html: deferScripts(payload), data }
  const html = deferScripts(payload, (text) => {
    const script = dataScript(page, text)
    data.set(script[0], text)
    return script
  })
  return { html, data }
}

const dataHeaders = { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': cachePolicies.asset }

async function compressed(bytes: Buffer, headers: Record<string, string>, brotliQuality = quality.usual) {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    promisify(gzip)(bytes),
  ])
  return createResource({ identity: bytes, br, gzip: gz }, { ...answerHeaders, ...headers })
}
