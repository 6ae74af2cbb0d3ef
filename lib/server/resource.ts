import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from '@/lib/build/static-index'
import { answerHeaders, requestIdHeader } from '@/lib/http/answer-headers'

/** `whole` and `unchanged` are the headers of a 200 and a 304. */
type Variant = { bytes: Buffer; etag: string; whole: Record<string, string>; unchanged: Record<string, string> }

export type Resource = Partial<Record<Encoding, Variant>> & { identity: Variant }

/** The preferred one first. A weight of 0 refuses an encoding (RFC 9110 section 12.5.3). */
const accepted = [
  ['br', /\bbr\b(?!\s*;\s*q\s*=\s*0(\.0*)?\s*(,|$))/i],
  ['gzip', /\bgzip\b(?!\s*;\s*q\s*=\s*0(\.0*)?\s*(,|$))/i],
] as const satisfies [Encoding, RegExp][]

export function createResource(
  contents: Partial<Record<Encoding, Buffer>> & { identity: Buffer },
  headers: Record<string, string>,
): Resource {
  const { 'Content-Type': type = '', ...others } = { ...answerHeaders, ...headers }
  const vary = Object.keys(contents).length > 1 && !others.Vary && { Vary: 'Accept-Encoding' }
  const variants = Object.entries(contents).map(([encoding, bytes]) => {
    // Of the encoded bytes: a strong validator is of one representation (RFC 9110 section 8.8.1).
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
    const unchanged = { ...vary, ...others, ETag: etag }
    const encoded = encoding !== 'identity' && { 'Content-Encoding': encoding }
    const whole = { ...unchanged, 'Content-Type': type, ...encoded, 'Content-Length': String(bytes.length) }
    return [encoding, { bytes, etag, whole, unchanged }]
  })
  return Object.fromEntries(variants)
}

// The best quality takes about a quarter of a second for so many bytes.
const maxBytesCompressedBest = 100_000

export async function compressResource(identity: Buffer, headers: Record<string, string>): Promise<Resource> {
  const quality = identity.length <= maxBytesCompressedBest ? constants.BROTLI_MAX_QUALITY : 8
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    promisify(gzip)(identity),
  ])
  return createResource({ identity, br, gzip: zipped }, headers)
}

export function sendResource(
  { headers, method }: IncomingMessage,
  response: ServerResponse,
  status: number,
  resource: Resource,
  id: string,
): void {
  const variant = negotiate(resource, headers['accept-encoding'])
  response.setHeader(requestIdHeader, id)
  if (status === 200 && isKnown(headers['if-none-match'], variant.etag)) {
    response.writeHead(304, variant.unchanged).end()
    return
  }
  response.writeHead(status, variant.whole)
  response.end(method === 'HEAD' ? undefined : variant.bytes)
}

function negotiate(resource: Resource, acceptEncoding = ''): Variant {
  for (const [encoding, pattern] of accepted) {
    const variant = resource[encoding]
    if (variant && pattern.test(acceptEncoding)) return variant
  }
  return resource.identity
}

/** Compares weakly: a proxy that compresses again makes ETags weak (RFC 9110 section 13.1.2). */
export function isKnown(tags: string | undefined, etag: string): boolean {
  const known = tags?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known !== undefined && (known.includes('*') || known.includes(etag))
}
