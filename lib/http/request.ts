import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { env } from '@/lib/env'

/**
 * Returns a client's key for rate limits. Clients cannot choose it, because
 * lib/server replaces X-Forwarded-For (see TRUSTED_PROXY_HOPS).
 */
export function clientOf(request: Request): string {
  return networkOf(request.headers.get('x-forwarded-for') ?? 'unknown')
}

export function namesItsOrigin(request: Request): boolean {
  return request.headers.has('sec-fetch-site') || request.headers.has('origin')
}

/**
 * Whether another site or subdomain sent this request. Sec-Fetch-Site decides
 * if it is present, because pages cannot forge it
 * (https://www.w3.org/TR/fetch-metadata/). Otherwise `Origin`, if present, must
 * be SITE_URL or match `Host`.
 */
export function isCrossSite(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const origin = request.headers.get('origin')
  if (origin === null || origin === new URL(env.SITE_URL).origin) return false
  return (
    !URL.canParse(origin) ||
    new URL(origin).host !== request.headers.get('host')
  )
}

/**
 * Returns the `Idempotency-Key`, quoted or not, or undefined if it is invalid.
 * Creates a key for a request without the header.
 */
export function idempotencyKeyOf(request: Request): string | undefined {
  const key =
    request.headers.get('idempotency-key')?.replace(/^"(.*)"$/, '$1') ??
    randomUUID()
  return isIdempotencyKey(key) ? key : undefined
}

function isIdempotencyKey(text: string): boolean {
  return /^[\w-]{16,128}$/.test(text)
}

/**
 * Returns the canonical address of an X-Forwarded-For hop, which may also be
 * written as 203.0.113.7:50123, "[2001:db8::7]:80" or fe80::1%eth0.
 */
export function addressOf(hop: string): string | undefined {
  const text = hop.trim().replace(/^"(.*)"$/, '$1')
  const plain = text
    .replace(/^\[(.+)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
  if (!isIP(plain)) return undefined
  const address = ipaddr.process(plain.replace(/%.*$/, ''))
  const start = ipv4Starts[address.range()]
  if (start === undefined) return address.toString()
  const inner = address.toByteArray().slice(start, start + 4)
  // Inverts the bits, because Teredo addresses contain them inverted.
  return ipaddr
    .fromByteArray(
      address.range() === 'teredo' ? inner.map((byte) => byte ^ 255) : inner,
    )
    .toString()
}

// The byte at which NAT64, SIIT, 6to4 and Teredo addresses contain an IPv4
// address (RFC 6052, 6145, 3056 and 4380). Clients are counted by that address,
// because a 6to4 client owns 65,536 networks and all clients of a Teredo server
// share a network.
const ipv4Starts: Record<string, number> = {
  rfc6052: 12,
  rfc6145: 12,
  '6to4': 2,
  teredo: 12,
}

/**
 * Returns the key to count an address by: the address itself, or for IPv6 its
 * /64, which belongs to one household or server.
 */
export function networkOf(text: string, prefixBytes = 8): string {
  const address = addressOf(text)
  if (!address) return text
  const bytes = ipaddr.parse(address).toByteArray()
  return bytes.length === 4
    ? address
    : ipaddr.fromByteArray(bytes.fill(0, prefixBytes)).toString()
}

// The number of clients whose limits a /48 gets, because a provider may give one
// customer 65,536 networks (RFC 6177).
const sharesOfOrganization = 3

/**
 * Returns the keys under which limits count a client, and how many clients'
 * limits each key gets: the client itself, and its IPv6 /48. In `client`, a word
 * may precede the address.
 */
export function limitKeysOf(client: string): { key: string; shares: number }[] {
  const ofClient = { key: client, shares: 1 }
  const key = `${client.replace(/\S+$/, (address) => networkOf(address, 6))}/48`
  const organization = { key, shares: sharesOfOrganization }
  return client.includes(':') ? [ofClient, organization] : [ofClient]
}

/** Whether the browser sends Global Privacy Control (https://www.w3.org/TR/gpc/). */
export function sendsPrivacyControl(request: Request): boolean {
  return request.headers.get('sec-gpc') === '1'
}
