import { env } from '@/lib/env'
import { fingerprintInPath } from './fields'
import { isFileStored } from './file-store'

export function absoluteAddress(fileUrl: string): string {
  return fileUrl.startsWith('/') ? env.SITE_URL + fileUrl : fileUrl
}

/**
 * Returns the fingerprint of a file stored on this site, from its path or an
 * address that ends with it, or undefined for files elsewhere. An address with
 * a former SITE_URL counts as long as the file is stored here.
 */
export async function storedFingerprint(
  fileUrl: string,
): Promise<string | undefined> {
  const { origin, pathname } = new URL(absoluteAddress(fileUrl))
  const sha256 = fingerprintInPath(pathname)
  if (sha256 === undefined) return undefined
  return origin === env.SITE_URL || (await isFileStored(sha256))
    ? sha256
    : undefined
}
