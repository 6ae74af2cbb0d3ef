import type { IncomingMessage, ServerResponse } from 'node:http'
import { findApiAddress, isApiPath, mediaTypes } from '@/lib/http/api-table'
import { internalHeader } from '@/lib/next-internals'
import { cacheableRenderHeader } from '@/lib/security/policy.mjs'
import { clientAddress } from './client-address'
import {
  hasBody,
  notFound,
  pathOf,
  type ShortResponse,
  sendShortResponse,
} from './request'

// The site's internal header, and offers to switch to another protocol, which
// Next must not accept. A response without `Upgrade` declines the offer (RFC
// 9110 section 7.8).
const removedHeaders = [cacheableRenderHeader, 'upgrade', 'http2-settings']

/**
 * Refuses requests that nothing on this site makes, and redirects other
 * spellings of an address. Returns whether it has responded; otherwise, it
 * corrects the request's headers.
 */
export function filterRequest(
  request: IncomingMessage,
  response: ServerResponse,
  isNormal: boolean,
): boolean {
  const { headers, url = '/' } = request
  // Must not be cached, because a cache that normalizes addresses itself would
  // store the address as a redirect to itself.
  const toNormal = { status: 308, headers: { Location: url } }
  const redirect = isNormal ? undefined : toNormal
  const shortResponse = shortResponseTo(request) ?? redirect
  if (shortResponse) {
    sendShortResponse(request, response, shortResponse)
    return true
  }
  for (const name of Object.keys(headers))
    if (internalHeader.test(name) || removedHeaders.includes(name))
      delete headers[name]
  headers['x-forwarded-for'] = clientAddress(request)
  return false
}

const malformed: ShortResponse = { status: 400, code: 'malformed' }

/** Returns the response to a request that the filter answers itself. */
function shortResponseTo(request: IncomingMessage): ShortResponse | undefined {
  return (
    refusalOfCoding(request) ??
    optionsOfServer(request) ??
    refusalOfTarget(request) ??
    answerAtAddress(request)
  )
}

/**
 * Refuses transfer codings that Node's parser accepts and a proxy might read
 * differently (RFC 9112 section 6.1).
 */
function refusalOfCoding({
  headers,
  httpVersion,
}: IncomingMessage): ShortResponse | undefined {
  const coding = headers['transfer-encoding']
  if (coding === undefined) return undefined
  if (coding.toLowerCase() !== 'chunked')
    return { status: 501, code: 'unknown_coding' }
  return httpVersion === '1.0' ? malformed : undefined
}

/**
 * Responds to `OPTIONS *`, which asks about the whole server (RFC 9110 section
 * 9.3.7).
 */
function optionsOfServer(request: IncomingMessage): ShortResponse | undefined {
  const isAsked = request.method === 'OPTIONS' && pathOf(request) === '*'
  return isAsked ? { status: 204 } : undefined
}

/**
 * Refuses server actions, because there are none, and a target that is only a
 * host (`site.example:443`).
 */
function refusalOfTarget(request: IncomingMessage): ShortResponse | undefined {
  const isPath = pathOf(request).startsWith('/')
  const isServerAction = 'next-action' in request.headers
  return isPath && !isServerAction && hasValidHost(request)
    ? undefined
    : malformed
}

/**
 * Requires one valid Host (RFC 9112 section 3.2), because Node takes the first
 * of several and a proxy perhaps the last.
 */
function hasValidHost({
  headers: { host },
  headersDistinct,
  httpVersion,
}: IncomingMessage): boolean {
  const sent = headersDistinct.host?.length ?? 0
  if (sent > 1 || (sent === 0 && httpVersion !== '1.0')) return false
  return host === undefined || /^(\[[\da-f:.]+\]|[\w.~-]+)(:\d*)?$/i.test(host)
}

const pageMethods = ['GET', 'HEAD', 'OPTIONS']

function answerAtAddress(request: IncomingMessage): ShortResponse | undefined {
  const path = pathOf(request)
  // Refuses everything below /_next but its static files, because nothing else
  // there is used.
  if (path.startsWith('/_next/') && !path.startsWith('/_next/static/'))
    return notFound
  const address = isApiPath(path)
    ? findApiAddress(path)
    : { methods: pageMethods, maxBodyBytes: undefined }
  if (!address) return notFound
  const { methods, maxBodyBytes } = address
  return (
    answerByMethod(request, methods) ??
    refusalOfSize(request, maxBodyBytes) ??
    refusalOfEncoding(request)
  )
}

function answerByMethod(
  { method = '' }: IncomingMessage,
  methods: readonly string[],
): ShortResponse | undefined {
  const headers = { Allow: methods.join(', ') }
  if (method === 'OPTIONS') return { status: 204, headers }
  return methods.includes(method)
    ? undefined
    : { status: 405, code: 'method_not_allowed', headers }
}

/**
 * Refuses bodies for pages, because Next would buffer up to 10 MB of them for
 * `proxy.ts`. Bodies without a length pass, because handlers count them. Large
 * forms pass, because the response shows the beginning of their input.
 */
function refusalOfSize(
  { headers }: IncomingMessage,
  maxBytes: number | undefined,
): ShortResponse | undefined {
  const type = headers['content-type']?.toLowerCase() ?? ''
  const isForm = type.startsWith(mediaTypes.form)
  const isTooLarge =
    maxBytes === undefined
      ? hasBody(headers)
      : !isForm && Number(headers['content-length'] ?? 0) > maxBytes
  return isTooLarge ? { status: 413, code: 'too_large' } : undefined
}

/** Refuses compressed bodies, because nothing here decompresses them. */
function refusalOfEncoding({
  headers,
}: IncomingMessage): ShortResponse | undefined {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() === 'identity' || !hasBody(headers))
    return undefined
  return {
    status: 415,
    code: 'wrong_type',
    headers: { 'Accept-Encoding': 'identity' },
  }
}
