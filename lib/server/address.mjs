import { isIPv6 } from 'node:net'

export function addressWarning(siteUrl) {
  if (siteUrl?.startsWith('https://')) return undefined
  const state = siteUrl ? `is ${siteUrl}, which is not an https address` : 'is not set'
  return `Not for the public yet: SITE_URL ${state}, and search engines and link previews are told that address.`
}

/**
 * The address to listen on; undefined means all. HOST comes before HOSTNAME.
 * @param {{ HOST?: string, HOSTNAME?: string }} settings
 * @param {string} machineName
 */
export function hostOf({ HOST, HOSTNAME }, machineName) {
  // Shells and containers export either as the machine's name, which is no wish to listen there only.
  const host = [HOST, HOSTNAME].find((value) => value && value !== machineName)
  return host?.replace(/^\[(.+)\]$/, '$1')
}

/** The host by which this machine reaches its own server: nobody can connect to a wildcard address. */
function ownHost(host) {
  if (host === undefined || host === '::') return 'localhost'
  return host === '0.0.0.0' ? '127.0.0.1' : host
}

/** The http address of a server on this machine. A zone is written as RFC 6874 says. */
export function ownAddress(host, port) {
  const name = ownHost(host)
  return `http://${isIPv6(name) ? `[${name.replace('%', '%25')}]` : name}:${port}`
}
