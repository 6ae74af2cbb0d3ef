import { isIP } from 'node:net'
import { env } from '@/lib/env'

/** Returns the host name that passkeys belong to (WebAuthn, RP ID). */
export function relyingPartyId(): string {
  return new URL(env.SITE_URL).hostname
}

/**
 * Returns why browsers offer no passkeys at SITE_URL, or undefined if they do.
 * They require https, except on this machine, and a name instead of an IP
 * address.
 */
export function passkeyObstacle(): 'insecure' | 'address' | undefined {
  const { protocol, hostname } = new URL(env.SITE_URL)
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return 'address'
  const isLocal = /(^|\.)localhost$/.test(hostname)
  return protocol === 'https:' || isLocal ? undefined : 'insecure'
}
