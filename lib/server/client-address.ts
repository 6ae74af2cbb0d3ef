import type { IncomingMessage } from 'node:http'
import { env } from '@/lib/env'
import { isApiPath } from '@/lib/http/api-table'
import { addressOf } from '@/lib/http/request'
import { createThrottledWarning } from '@/lib/log'
import { isPrivateAddress } from '@/lib/private-networks'
import { proxyMismatch } from '@/lib/process-state'
import { isRead, pathOf } from './request'

/**
 * Returns the address of the socket or the hop that the trusted proxy added,
 * because clients can make up the rest of X-Forwarded-For. Reports a header
 * that does not fit TRUSTED_PROXY_HOPS.
 */
export function clientAddress(request: IncomingMessage): string {
  const socketAddress = request.socket.remoteAddress ?? ''
  const listed = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const hops = listed.map((hop) => hop.trim()).filter(Boolean)
  const surplus = hops.length - env.TRUSTED_PROXY_HOPS
  const trustedHop = hops[Math.max(0, surplus)]
  const address = addressOf(trustedHop ?? socketAddress)
  const isAnotherProxy = surplus > 0 && address && isPrivateAddress(address)
  const isMismatch = surplus < 0 || !address || isAnotherProxy
  if (isMismatch && isVisit(request)) reportMismatch()
  return address ?? addressOf(socketAddress) ?? socketAddress
}

/**
 * Ignores reads of the API, because monitoring makes them at the site's own
 * port, without a proxy.
 */
function isVisit(request: IncomingMessage): boolean {
  return !isRead(request) || !isApiPath(pathOf(request))
}

// Does not log the header itself, because it may contain anything.
const warnMismatch = createThrottledWarning(
  'rate limits may count all visitors as one: TRUSTED_PROXY_HOPS must be the number of proxies, each of which adds an address to X-Forwarded-For',
)

function reportMismatch() {
  proxyMismatch.at = performance.now()
  warnMismatch()
}
