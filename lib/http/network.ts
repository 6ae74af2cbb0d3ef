import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

// Gateways also write 203.0.113.7:50123, "[2001:db8::7]:50123", fe80::1%eth0, ::ffff:203.0.113.7, RFC 6052's 64:ff9b::.
/** The address in a hop of X-Forwarded-For, in its canonical form; undefined where there is none. */
export function addressOf(hop: string): string | undefined {
  const text = hop.trim().replace(/^"(.*)"$/, '$1')
  const plain = text.replace(/^\[(.+)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
  if (!isIP(plain)) return undefined
  const address = ipaddr.process(plain.replace(/%.*$/, ''))
  if (address.range() !== 'rfc6052') return address.toString()
  return ipaddr.fromByteArray(address.toByteArray().slice(-4)).toString()
}

/** The key to count an address by: itself, or the /64 of an IPv6 address, which one household or server has. */
export function networkOf(text: string): string {
  const address = addressOf(text)
  if (!address) return text
  const bytes = ipaddr.parse(address).toByteArray()
  return bytes.length === 4 ? address : ipaddr.fromByteArray([...bytes.slice(0, 8), ...Array(8).fill(0)]).toString()
}
