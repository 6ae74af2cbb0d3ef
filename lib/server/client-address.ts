import type { IncomingMessage } from 'node:http'
import { env } from '@/lib/env'
import { addressOf } from '@/lib/http/network'
import { createRareWarning } from './rare-warning'

const trustedHops = env.TRUSTED_PROXY_HOPS

const warnUnreadable = createRareWarning('X-Forwarded-For of the trusted proxy names no address: visitors count as one')

/**
 * The address of the socket, or of the proxy hop that the operator vouches for: what else a client writes into
 * X-Forwarded-For does not count.
 */
export function clientAddress(request: IncomingMessage): string {
  const own = request.socket.remoteAddress ?? ''
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const hops = [...forwarded, own].map((hop) => hop.trim()).filter(Boolean)
  const address = addressOf(hops.at(-1 - trustedHops) ?? hops[0] ?? '')
  // The header may hold what a client wrote: it is not logged.
  if (!address && trustedHops > 0) warnUnreadable()
  return address ?? addressOf(own) ?? own
}
