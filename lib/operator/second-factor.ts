import { Secret, TOTP } from 'otpauth'
import { env } from '@/lib/env'
import { createRateLimit } from '@/lib/http/rate-limit'
import { site } from '@/lib/site'
import { takeStep } from './store'

const stepMs = 30_000

// A wrong code takes the limit of wrong keys as well. This one is of an operator, whatever client asks: whoever has a key
// could else try codes from everywhere. It is reached by right codes too, as it is asked before the code is compared.
const attempts = createRateLimit(
  'LIMIT_OPERATOR_PER_CLIENT',
  () => 2 * env.LIMIT_OPERATOR_PER_CLIENT,
  15 * 60,
  'operator codes',
)

type Verdict = 'accepted' | 'missing' | 'wrong' | { retryAfterSeconds: number }

/** Whether any operator signs in with a code beside the key. */
export function asksForCodes(): boolean {
  return env.OPERATOR_TOTP.length > 0
}

// RFC 6238 section 5.2: one step of 30 seconds before and after for the clocks' difference, and each code only once.
/** Judges the one-time code of an operator whose key was right; those without a second factor need none. */
export async function judgeCode(operator: string, code: string): Promise<Verdict> {
  const secret = env.OPERATOR_TOTP.find(({ name }) => name === operator)?.secret
  if (!secret) return 'accepted'
  const token = code.replace(/\s/g, '')
  if (!token) return 'missing'
  const retryAfterSeconds = await attempts.take(operator)
  if (retryAfterSeconds > 0) return { retryAfterSeconds }
  const now = Date.now()
  const delta = new TOTP({ secret: Secret.fromBase32(secret) }).validate({ token, timestamp: now, window: 1 })
  if (delta === null) return 'wrong'
  return (await takeStep(operator, Math.floor(now / stepMs) + delta)) ? 'accepted' : 'wrong'
}

/** A new secret in base32, and the address that authenticator apps take it from. */
export function createSecret(operator: string): { secret: string; address: string } {
  const secret = new Secret({ size: 20 })
  const address = new TOTP({ issuer: site.brand, label: operator, secret }).toString()
  return { secret: secret.base32, address }
}
