import type { IncomingMessage } from 'node:http'
import { env } from '@/lib/env'
import { addressOf } from '@/lib/http/network'
import { createRareWarning } from './rare-warning'

const trustedHops = env.TRUSTED_PROXY_HOPS

const warnUnreadable = createRareWarning('X-Forwarded-For of the trusted proxy names no address: visitors count as one')

/** The socket's address, or the hop that the trusted proxy added: clients may invent the rest of X-Forwarded-For. */
export function clientAddress(request: IncomingMessage): string {
  const own = request.socket.remoteAddress ?? ''
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const hops = [...forwarded, own].map((hop) => hop.trim()).filter(Boolean)
  const address = addressOf(hops.at(-1 - trustedHops) ?? hops[0] ?? '')
  // Not logged: the header may hold anything.
  if (!address && trustedHops > 0) warnUnreadable()
  return address ?? addressOf(own) ?? own
}
