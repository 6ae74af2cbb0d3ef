import ipaddr from 'ipaddr.js'

// RFC 1918, 3927, 6598, 4193 and 4291 (https://github.com/whitequark/ipaddr.js).
const privateRanges = [
  'loopback',
  'private',
  'linkLocal',
  'carrierGradeNat',
  'uniqueLocal',
]

// Names that no public DNS server resolves: RFC 6761, 6762 and 8375, ICANN's
// reserved `internal`, and names that are widely used and were never delegated.
const privateName =
  /\.(localhost|test|local|home\.arpa|internal|lan|home|corp|intranet|svc)$/

/** Whether a host can be reached only from this machine. */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || rangeNameOf(withoutBrackets(host)) === 'loopback'
  )
}

/** Whether an IP address belongs to this machine or a private network. */
export function isPrivateAddress(address: string): boolean {
  return privateRanges.includes(rangeNameOf(address) ?? '')
}

/**
 * Whether the host of a URL belongs to this machine or a private network. A
 * name with a single label, such as a container's, can only exist there.
 */
export function isPrivateHost(hostname: string): boolean {
  const host = withoutBrackets(hostname)
  if (rangeNameOf(host)) return isPrivateAddress(host)
  const name = host.replace(/\.$/, '')
  return !name.includes('.') || privateName.test(name)
}

/** Returns the host of a URL without the brackets around an IPv6 address. */
export function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1')
}

/** Returns the kind of network of an IP address, or undefined for a name. */
function rangeNameOf(host: string): string | undefined {
  const isAddress =
    ipaddr.IPv4.isValidFourPartDecimal(host) || ipaddr.IPv6.isValid(host)
  return isAddress ? ipaddr.process(host).range() : undefined
}
