import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4') // RFC 1122
loopback.addAddress('::1', 'ipv6') // RFC 4291

const privateNetworks = new BlockList()
privateNetworks.addSubnet('10.0.0.0', 8, 'ipv4') // RFC 1918
privateNetworks.addSubnet('172.16.0.0', 12, 'ipv4')
privateNetworks.addSubnet('192.168.0.0', 16, 'ipv4')
privateNetworks.addSubnet('100.64.0.0', 10, 'ipv4') // RFC 6598
privateNetworks.addSubnet('169.254.0.0', 16, 'ipv4') // RFC 3927
privateNetworks.addSubnet('fe80::', 10, 'ipv6') // RFC 4291
privateNetworks.addSubnet('fc00::', 7, 'ipv6') // RFC 4193

// Names that no public DNS server resolves: RFC 6761, 6762 and 8375, ICANN's
// reserved `internal`, and names that are widely used and were never delegated.
const privateName =
  /\.(localhost|test|local|home\.arpa|internal|lan|home|corp|intranet|svc)$/

/** Whether only this machine reaches a host. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || contains(loopback, withoutBrackets(host))
}

/** Whether an IP address belongs to this machine or a private network. */
export function isPrivateAddress(address: string): boolean {
  return contains(loopback, address) || contains(privateNetworks, address)
}

/**
 * Whether the host of a URL belongs to this machine or a private network. Only
 * there does a name have a single label, such as a container's.
 */
export function isPrivateHost(hostname: string): boolean {
  const host = withoutBrackets(hostname)
  if (isIP(host)) return isPrivateAddress(host)
  const name = host.replace(/\.$/, '')
  return !name.includes('.') || privateName.test(name)
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1')
}

function contains(networks: BlockList, address: string): boolean {
  if (!isIP(address)) return false
  return networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
