import { isIPv6 } from 'node:net'

/**
 * The key that limits count an address by: itself, or the /64 network of an IPv6 address, which one household or
 * server has to itself. An IPv4 address reads the same however the socket writes it.
 * @param {string} address
 */
export function networkOf(address) {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/, '')
  return isIPv6(plain) ? network64(plain) : plain
}

/** @param {string} address */
function network64(address) {
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  return [...groups, ...Array(missing).fill('0')].slice(0, 4).join(':')
}
