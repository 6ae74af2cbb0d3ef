import { isIP } from 'node:net'

const trustedHops = Number(process.env.TRUSTED_PROXY_HOPS || 0)

/**
 * The address of the socket, or of the proxy hop that the operator vouches for: what else a client writes into
 * X-Forwarded-For does not count.
 */
export function clientAddress(request) {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const hops = [...forwarded, request.socket.remoteAddress ?? ''].map((hop) => hop.trim()).filter(Boolean)
  const named = hops.at(-1 - trustedHops) ?? hops[0]
  return isIP(named) ? named : request.socket.remoteAddress
}
