import type { Env } from '@/lib/env'
import { isConfiguredIn, salesChannels } from '@/lib/leads/delivery/channels'
import { isLoopback } from '@/lib/private-networks'

const maxClockDifferenceMs = 30_000

export function hasOwnBrand({ BRAND }: Env): boolean {
  return Boolean(BRAND)
}

/**
 * Returns secrets that look made up by a person: `APP_SECRET`, or the names of
 * operators with such keys.
 */
export function guessableSecrets({
  APP_SECRET,
  OPERATOR_KEYS,
}: Env): { setting?: string; operator?: string }[] {
  const keys = OPERATOR_KEYS.filter(({ key }) => isGuessable(key)).map(
    ({ name }) => ({ operator: name }),
  )
  return [
    ...(isGuessable(APP_SECRET) ? [{ setting: 'APP_SECRET' }] : []),
    ...keys,
  ]
}

// In 32 random bytes, base64 has about 25 different characters and hexadecimal
// about 14.
function isGuessable(secret: string): boolean {
  return (
    new Set(secret).size < 12 ||
    /change|example|placeholder|secret|password|012345|abcdef/i.test(secret)
  )
}

export function canProxyBeBypassed({ TRUSTED_PROXY_HOPS, HOST }: Env): boolean {
  return TRUSTED_PROXY_HOPS > 0 && !isLoopback(HOST ?? '')
}

/**
 * Whether no proxy is trusted although the site needs one, because it does not
 * support TLS itself. All visitors then count as one.
 */
export function isProxyUntrusted({
  SITE_URL,
  TRUSTED_PROXY_HOPS,
}: Env): boolean {
  return SITE_URL.startsWith('https:') && TRUSTED_PROXY_HOPS === 0
}

export function areLeadsOnlyStored(env: Env): boolean {
  return !salesChannels.some((channel) => isConfiguredIn(env, channel))
}

/**
 * Whether mail logs in to Microsoft 365 with a password, which Microsoft
 * switches off at the end of December 2026.
 */
export function usesMicrosoftPassword({ SMTP_URL }: Env): boolean {
  const { hostname, password } = new URL(SMTP_URL ?? 'smtp://localhost')
  return password !== '' && /\.(office365|outlook)\.com$/i.test(hostname)
}

/**
 * Whether the newest lead is dated in the future, so that the clock was or is
 * wrong.
 */
export function isInFuture(lead: Date | undefined): boolean {
  return (
    lead !== undefined && lead.getTime() > Date.now() + maxClockDifferenceMs
  )
}
