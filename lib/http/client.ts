import { isIPv6 } from 'node:net'

/**
 * The key that limits count a client by: its address, or the /64 network of an IPv6 address, which one household
 * or server has to itself. The server (scripts/serve.mjs) replaces `X-Forwarded-For` with the address of the socket
 * or of the hop that TRUSTED_PROXY_HOPS names, so nothing that a client sends decides this.
 */
export function clientOf(request: Request): string {
  const address = request.headers.get('x-forwarded-for') ?? 'unknown'
  return isIPv6(address) && !address.startsWith('::ffff:') ? network64(address) : address
}

function network64(address: string): string {
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  return [...groups, ...Array<string>(missing).fill('0')].slice(0, 4).join(':')
}
