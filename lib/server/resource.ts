import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Encoding, entityTag } from '@/lib/static-site'

type Variant = { bytes: Buffer; etag: string; headers: Record<string, string | number> }

export type Resource = Partial<Record<Encoding, Variant>> & { identity: Variant }

const preferred = ['br', 'gzip'] as const satisfies Encoding[]

export function createResource(
  bytes: Partial<Record<Encoding, Buffer>> & { identity: Buffer },
  headers: Record<string, string>,
): Resource {
  const vary = Object.keys(bytes).length > 1 && { Vary: 'Accept-Encoding' }
  const variants = Object.entries(bytes).map(([encoding, content]) => {
    // Of the encoded bytes: a strong validator is of one representation (RFC 9110 section 8.8.1).
    const etag = entityTag(content)
    const encoded = encoding !== 'identity' && { 'Content-Encoding': encoding }
    return [encoding, { bytes: content, etag, headers: { ...vary, ...headers, ...encoded, ETag: etag } }]
  })
  return Object.fromEntries(variants)
}

export function sendResource(request: IncomingMessage, response: ServerResponse, status: number, resource: Resource) {
  const { headers, method } = request
  const range = status === 200 ? headers.range : undefined
  const variant = range ? resource.identity : negotiate(resource, headers['accept-encoding'])
  if (status === 200 && isKnown(headers['if-none-match'], variant.etag)) {
    const { 'Content-Encoding': _, 'Content-Type': __, ...unchanged } = variant.headers
    response.writeHead(304, unchanged).end()
    return
  }
  const part = range && isCurrent(headers['if-range'], variant.etag) ? rangeOf(range, variant.bytes.length) : 'all'
  if (part === 'unsatisfiable') {
    response.writeHead(416, { 'Content-Range': `bytes */${variant.bytes.length}`, 'Content-Length': 0 }).end()
    return
  }
  const bytes = part === 'all' ? variant.bytes : variant.bytes.subarray(part.start, part.end)
  const partial = part !== 'all' && { 'Content-Range': `bytes ${part.start}-${part.end - 1}/${variant.bytes.length}` }
  response.writeHead(partial ? 206 : status, { ...variant.headers, ...partial, 'Content-Length': bytes.length })
  response.end(method === 'HEAD' ? undefined : bytes)
}

/** The smallest variant that Accept-Encoding allows, whatever its weights (RFC 9110 section 12.5.3). */
function negotiate(resource: Resource, accepted = ''): Variant {
  const encoding = preferred.find((name) => resource[name] && accepts(accepted, name))
  return (encoding && resource[encoding]) || resource.identity
}

function accepts(accepted: string, encoding: Encoding): boolean {
  for (const item of accepted.split(',')) {
    const [name = '', weight = ''] = item.split(';')
    const isNamed = name.trim().toLowerCase() === encoding
    if (isNamed) return !/^\s*q\s*=\s*0(\.0*)?\s*$/i.test(weight)
  }
  return false
}

// Weak comparison: a proxy that compresses again makes ETags weak (RFC 9110 section 13.1.2).
function isKnown(tags: string | undefined, etag: string): boolean {
  const known = tags?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known !== undefined && (known.includes('*') || known.includes(etag))
}

function isCurrent(condition: string | string[] | undefined, etag: string): boolean {
  return condition === undefined || condition === etag
}

/** `end` is exclusive. Several ranges, and units other than bytes, get everything. */
function rangeOf(range: string, length: number): { start: number; end: number } | 'all' | 'unsatisfiable' {
  const [, first = '', last = ''] = range.match(/^bytes=(\d*)-(\d*)$/) ?? []
  if (!first && !last) return 'all'
  const start = first ? Number(first) : Math.max(length - Number(last), 0)
  const end = first && last ? Math.min(Number(last) + 1, length) : length
  if (first && last && Number(last) < Number(first)) return 'all'
  return start < end ? { start, end } : 'unsatisfiable'
}
