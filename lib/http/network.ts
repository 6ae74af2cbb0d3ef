import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The address in a hop of X-Forwarded-For, in its canonical form, or undefined where there is none. Gateways also write
 * `203.0.113.7:50123`, `[2001:db8::7]:50123` or `"[2001:db8::7]"`, with a zone (`fe80::1%eth0`), or an IPv4 address as
 * IPv6 (`::ffff:203.0.113.7`, or `64:ff9b::203.0.113.7` of RFC 6052).
 */
export function addressOf(hop: string): string | undefined {
  const text = hop.trim().replace(/^"(.*)"$/, '$1')
  const plain = text.replace(/^\[(.+)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
  if (!isIP(plain)) return undefined
  const address = ipaddr.process(plain.replace(/%.*$/, ''))
  if (address.range() !== 'rfc6052') return address.toString()
  return ipaddr.fromByteArray(address.toByteArray().slice(-4)).toString()
}

/**
 * The key that limits count an address by: itself, or the /64 network of an IPv6 address, which one household or
 * server has to itself. What is no address is its own key.
 */
export function networkOf(text: string): string {
  const address = addressOf(text)
  if (!address) return text
  const bytes = ipaddr.parse(address).toByteArray()
  return bytes.length === 4 ? address : ipaddr.fromByteArray([...bytes.slice(0, 8), ...Array(8).fill(0)]).toString()
}
