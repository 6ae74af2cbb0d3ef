import type { Env } from '@/lib/env'
import { isConfiguredIn, salesChannels } from '@/lib/leads/delivery/channels'
import { isLoopback } from '@/lib/private-networks'

const maxClockDifferenceMs = 30_000

/**
 * Checks for settings that may be mistakes. The doctor and the console list
 * those that apply.
 */
export const settingsChecks = {
  noOperators: ({ OPERATOR_KEYS }) => OPERATOR_KEYS.length === 0,
  reportsOpen: ({ ATTESTATIONS_OPEN }) => ATTESTATIONS_OPEN,
  proxyBypassed: ({ TRUSTED_PROXY_HOPS, HOST }) =>
    TRUSTED_PROXY_HOPS > 0 && !isLoopback(HOST ?? ''),
  /**
   * No proxy is trusted although the site needs one, because the site does not
   * support TLS itself. All visitors then count as one.
   */
  proxyUntrusted: ({ SITE_URL, TRUSTED_PROXY_HOPS }) =>
    SITE_URL.startsWith('https:') && TRUSTED_PROXY_HOPS === 0,
  fictional: ({ BRAND }) => !BRAND,
  plaintext: ({ SMTP_ALLOW_PLAINTEXT }) => SMTP_ALLOW_PLAINTEXT,
  /**
   * Mail logs in to Microsoft 365 with a password, which Microsoft will no
   * longer accept from the end of December 2026.
   */
  microsoftPassword({ SMTP_URL = 'smtp://localhost' }) {
    const { hostname, password } = new URL(SMTP_URL)
    return password !== '' && /\.(office365|outlook)\.com$/i.test(hostname)
  },
  deliveriesOff: ({ DELIVERIES }) => !DELIVERIES,
  onlyStored: (env) =>
    !salesChannels.some((channel) => isConfiguredIn(env, channel)),
} satisfies Record<string, (env: Env) => boolean>

/**
 * Returns secrets that a person seems to have made up: `APP_SECRET`, or the
 * names of operators with such keys.
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

/**
 * Whether a secret was probably not drawn at random. In 32 random bytes, base64
 * has about 25 different characters and hexadecimal about 14.
 */
function isGuessable(secret: string): boolean {
  return (
    new Set(secret).size < 12 ||
    /change|example|placeholder|secret|password|012345|abcdef/i.test(secret)
  )
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
