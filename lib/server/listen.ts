import { isIPv6, type Server } from 'node:net'

export type ListenTarget =
  | { host?: string | undefined; port: number }
  | { fd: number }

export function findPublicAddressProblem(
  siteUrl: string | undefined,
): string | undefined {
  if (siteUrl?.startsWith('https://')) return undefined
  const state = siteUrl
    ? `is ${siteUrl}, which is not an https address`
    : 'is not set'
  return `Not ready for the public: SITE_URL ${state}, and search engines and link previews use that address.`
}

export function hostOf(
  settings: { HOST?: string; HOSTNAME?: string },
  machineName: string,
): string | undefined {
  // Ignores the machine's name, because shells and containers set these
  // variables to it without meaning to restrict the address.
  const host = [settings.HOST, settings.HOSTNAME].find(
    (value) => value && value !== machineName,
  )
  return host?.replace(/^\[(.+)\]$/, '$1')
}

export function localAddress(host: string | undefined, port: number): string {
  if (host === undefined || host === '::') return `http://localhost:${port}`
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`
  // Encodes the percent sign of a zone (RFC 6874).
  return `http://${isIPv6(host) ? `[${host.replace('%', '%25')}]` : host}:${port}`
}

export function listen(server: Server, target: ListenTarget): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(new Error(explainListenError(error, target))),
    )
    server.listen(target, resolve)
  })
}

function explainListenError(
  error: NodeJS.ErrnoException,
  target: ListenTarget,
): string {
  if ('fd' in target)
    return `Listening on file descriptor ${target.fd} failed: ${error.message}.`
  const { host, port } = target
  const code = error.code ?? ''
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use: stop the program that listens there, or set PORT.`
  if (code === 'EACCES')
    return `This user may not listen on port ${port}: set PORT above 1023.`
  if (/ENOTFOUND|EADDRNOTAVAIL|EAI_AGAIN|EINVAL/.test(code))
    return `HOST is not an address of this machine: ${host}.`
  return `Listening on port ${port} failed: ${error.message}.`
}
