import { env } from '@/lib/env'
import { site } from '@/lib/site'

const path = /^\/files\/([0-9a-f]{64})\.pdf$/

/** The fingerprint in the path of a file that the site keeps itself; undefined for any other path. */
export function fingerprintInPath(pathname: string): string | undefined {
  return pathname.match(path)?.[1]
}

/** The public address of a kept file, named by its content. */
export function addressOfFile(sha256: string): string {
  return `${env.SITE_URL}/files/${sha256}.pdf`
}

/** The fingerprint in an address of this site; undefined for files elsewhere. */
export function fingerprintInAddress(address: string): string | undefined {
  if (!address.startsWith(`${env.SITE_URL}/`)) return undefined
  return fingerprintInPath(address.slice(env.SITE_URL.length))
}

// Made of what never changes, as answers with it are kept for a year. ASCII needs no second form of it (RFC 6266).
/** What a browser calls a kept file that it saves. */
export function downloadNameOf(sha256: string): string {
  const brand = site.brand
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return `${brand}-attestation-${sha256.slice(0, 12)}.pdf`.replace(/^-+/, '')
}
