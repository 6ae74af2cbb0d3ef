export function allowedAddress(
  target: string,
  hosts: readonly string[],
): string | undefined {
  const address = /^https:\/\//i.test(target) ? target : `https://${target}`
  if (!URL.canParse(address) || /[\s\\]/.test(target)) return undefined
  const { host, username, password, href } = new URL(address)
  return hosts.includes(host) && !username && !password ? href : undefined
}

/**
 * Whether a path is on this site, such as `/fr/contact` but not
 * `//evil.example`.
 */
export function isSitePath(path: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(path)
}
