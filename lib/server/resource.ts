import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Encodings } from '@/lib/compress'
import { env } from '@/lib/env'
import { cachePolicies } from '@/lib/http/cache-policy'
import {
  commonHeaders,
  dataPolicy,
  strictTransportSecurity,
} from '@/lib/security/policy.mjs'

/**
 * The headers of every response. The default policy allows nothing, because
 * Next's rules give each page a separate policy.
 */
export const defaultHeaders: Readonly<Record<string, string>> = {
  ...commonHeaders,
  'Content-Security-Policy': dataPolicy,
  ...(env.SITE_URL.startsWith('https:') && {
    'Strict-Transport-Security': strictTransportSecurity,
  }),
  // Keeps a staging site's files out of search engines. Its pages have a robots
  // tag instead.
  ...(env.NOINDEX && { 'X-Robots-Tag': 'noindex, nofollow' }),
}

/** `whole` and `unchanged` are the headers of a 200 and a 304. */
type Variant = {
  bytes: Buffer
  whole: Record<string, string>
  unchanged: Record<string, string>
}

export type Resource = Encodings<Variant>

export function createResource(
  contents: Encodings<Buffer>,
  headers: Record<string, string>,
): Resource {
  const { 'Content-Type': type = '', ...others } = {
    ...defaultHeaders,
    ...headers,
  }
  const vary = contents.br && !others.Vary && { Vary: 'Accept-Encoding' }
  const variantOf = (bytes: Buffer, encoding?: string): Variant => {
    // Hashes the encoded bytes, because a strong validator identifies one
    // representation (RFC 9110 section 8.8.1).
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
    const unchanged = { ...vary, ...others, ETag: etag }
    const encoded = encoding && { 'Content-Encoding': encoding }
    const whole = {
      ...unchanged,
      'Content-Type': type,
      ...encoded,
      'Content-Length': String(bytes.length),
    }
    return { bytes, whole, unchanged }
  }
  const { identity, br, gzip: zipped } = contents
  return {
    identity: variantOf(identity),
    ...(br && { br: variantOf(br, 'br') }),
    ...(zipped && { gzip: variantOf(zipped, 'gzip') }),
  }
}

export function sendResource(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  resource: Resource,
) {
  const { bytes, whole, unchanged } = negotiate(
    resource,
    request.headers['accept-encoding'],
  )
  if (status === 200 && answerPrecondition(request, response, unchanged)) return
  response.writeHead(status, whole)
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

/**
 * Answers 304 or 412 if a precondition demands it, and returns whether it did.
 * `unchanged` are the headers of a 304.
 */
export function answerPrecondition(
  request: IncomingMessage,
  response: ServerResponse,
  unchanged: Record<string, string>,
): boolean {
  const failed = failedPrecondition(request, unchanged.ETag)
  if (!failed) return false
  const refused = {
    ...defaultHeaders,
    'Cache-Control': cachePolicies.none,
    'Content-Length': '0',
  }
  response.writeHead(failed, failed === 304 ? unchanged : refused).end()
  return true
}

/**
 * Returns the status that a request's preconditions demand instead of 200, in
 * the order of RFC 9110 section 13.2.2. Without an ETag, only `*` matches.
 * Ignores conditions on a date, as section 13.1.4 asks, because the site knows
 * no modification dates.
 */
export function failedPrecondition(
  { method = '', headers }: IncomingMessage,
  etag = '',
): 304 | 412 | undefined {
  const { 'if-match': expected, 'if-none-match': cached } = headers
  if (expected !== undefined && !listsTag(expected, [etag])) return 412
  // Compares weakly, because a proxy that compresses again makes ETags weak
  // (section 13.1.2).
  if (cached === undefined || !listsTag(cached, [etag, `W/${etag}`]))
    return undefined
  return /^(GET|HEAD)$/.test(method) ? 304 : 412
}

function listsTag(list: string, wanted: string[]): boolean {
  // Matches whole tags, because a tag may contain a comma or an asterisk.
  const tags = list.match(/(W\/)?"[^"]*"/g) ?? []
  return list.trim() === '*' || tags.some((tag) => wanted.includes(tag))
}

// Ordered by size, so that the first of several equally wanted encodings is the
// smallest.
const encodings = ['br', 'gzip', 'identity'] as const

/**
 * Returns the variant whose encoding has the greatest weight for the client
 * (RFC 9110 section 12.5.3).
 */
function negotiate(resource: Resource, acceptEncoding = ''): Variant {
  const weights = new Map(
    acceptEncoding.toLowerCase().split(',').map(readWeight),
  )
  const weightOf = (encoding: string) =>
    weights.get(encoding) ?? weights.get('*') ?? 0
  const [best] = encodings
    .filter((encoding) => resource[encoding] && weightOf(encoding) > 0)
    .sort((a, b) => weightOf(b) - weightOf(a))
  return resource[best ?? 'identity'] ?? resource.identity
}

function readWeight(listed: string): [encoding: string, weight: number] {
  const [encoding = '', weight = '1'] = listed.split(/;\s*q\s*=/)
  return [encoding.trim(), Number(weight) || 0]
}
