import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Encoding, entityTag } from '@/lib/static-site'
import { isCurrent, isKnown, rangeOf, refuseRange } from './conditions'

/** `whole` and `unchanged` are the headers of a 200 and a 304, as names and values by turns. */
type Variant = { bytes: () => Buffer; etag: string; whole: string[]; unchanged: string[] }

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
    const { 'Content-Type': type = '', ...others }: Record<string, string> = { ...vary, ...headers, ETag: etag }
    const encoded = encoding !== 'identity' && { 'Content-Encoding': encoding }
    const length = String(content.length)
    const whole = Object.entries({ ...others, 'Content-Type': type, ...encoded, 'Content-Length': length })
    return [encoding, { bytes: () => content, etag, whole: whole.flat(), unchanged: Object.entries(others).flat() }]
  })
  return Object.fromEntries(variants)
}

/** Answers with a resource. Its headers, and `added`, are sent as they are: as one list Node checks them fastest. */
export function sendResource(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  resource: Resource,
  added: string[] = [],
): void {
  const { headers, method } = request
  const range = status === 200 ? headers.range : undefined
  const variant = range ? resource.identity : negotiate(resource, headers['accept-encoding'])
  if (status === 200 && isKnown(headers['if-none-match'], variant.etag)) {
    response.writeHead(304, [...variant.unchanged, ...added]).end()
    return
  }
  if (range && isCurrent(headers['if-range'], variant.etag)) {
    sendPart(request, response, variant, range, added)
    return
  }
  response.writeHead(status, [...variant.whole, ...added])
  response.end(method === 'HEAD' ? undefined : variant.bytes())
}

function sendPart(
  { method }: IncomingMessage,
  response: ServerResponse,
  { bytes, whole }: Variant,
  range: string,
  added: string[],
): void {
  const content = bytes()
  const part = rangeOf(range, content.length)
  if (part === 'unsatisfiable') {
    refuseRange(response, content.length, added)
    return
  }
  const sent = part === 'all' ? content : content.subarray(part.start, part.end)
  const partial = part === 'all' ? [] : ['Content-Range', `bytes ${part.start}-${part.end - 1}/${content.length}`]
  // The last of these is the length of the whole.
  const head = [...whole.slice(0, -1), String(sent.length), ...partial, ...added]
  response.writeHead(part === 'all' ? 200 : 206, head)
  response.end(method === 'HEAD' ? undefined : sent)
}

/** The smallest variant that Accept-Encoding allows, whatever its weights (RFC 9110 section 12.5.3). */
function negotiate(resource: Resource, accepted = ''): Variant {
  for (const encoding of encodingsIn(accepted)) {
    const variant = resource[encoding]
    if (variant) return variant
  }
  return resource.identity
}

// Browsers send a handful of values; others are not worth the memory.
const understood = new Map<string, Encoding[]>()
const maxUnderstood = 100

function encodingsIn(accepted: string): Encoding[] {
  const known = understood.get(accepted)
  if (known) return known
  const found = preferred.filter((encoding) => accepts(accepted, encoding))
  if (understood.size < maxUnderstood) understood.set(accepted, found)
  return found
}

function accepts(accepted: string, encoding: Encoding): boolean {
  for (const item of accepted.split(',')) {
    const [name = '', weight = ''] = item.split(';')
    const isNamed = name.trim().toLowerCase() === encoding
    if (isNamed) return !/^\s*q\s*=\s*0(\.0*)?\s*$/i.test(weight)
  }
  return false
}
