import { createHash, timingSafeEqual } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { env } from '@/lib/env'
import { type ProblemCode, problem } from '@/lib/http/error-response'
import { createRateLimit } from '@/lib/http/rate-limit'
import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { site } from '@/lib/site'
import { isKeyRevoked, takeStep } from './store'

export type Authorised = { operator: string; problem?: undefined } | { operator?: undefined; problem: Response }

const clientFailures = createRateLimit('LIMIT_OPERATOR_PER_CLIENT', () => env.LIMIT_OPERATOR_PER_CLIENT, 15 * 60)

// A right key always works, as no one can guess one: a limit on right keys would let anybody lock operators out.
/**
 * 401 for a wrong or revoked key, and for a bearer key whose operator signs in with a code; 429 after too many from this
 * client. Refusals are logged without the key.
 */
export async function verifyKey(key: string, client: string, use: KeyUse): Promise<Authorised> {
  const operator = findOperator(key, use)
  if (operator && !(await isKeyRevoked(hashSecret(key)))) {
    if (use === 'sign-in' || !needsCode(operator, key)) return { operator }
    log.warn({ client, operator }, 'operator key refused as a bearer token: the operator has a second factor')
    return { problem: problem('unauthorized') }
  }
  return { problem: await refuse({ client, operator, reason: operator ? 'revoked' : 'wrong', code: 'unauthorized' }) }
}

function needsCode(operator: string, key: string): boolean {
  const isMachine = env.MACHINE_KEYS.some((machine) => machine.key === key)
  return !isMachine && env.OPERATOR_TOTP.some(({ name }) => name === operator)
}

type Refusal = { client: string; operator: string | undefined; reason: 'wrong' | 'revoked' | 'code'; code: ProblemCode }

const sentences = {
  wrong: 'operator key wrong',
  revoked: 'operator key revoked',
  code: 'one-time code of an operator wrong',
}

/** Counts and logs a key or a code that is not accepted. */
export async function refuse({ client, operator, reason, code }: Refusal): Promise<Response> {
  const retryAfterSeconds = await clientFailures.take(client)
  if (retryAfterSeconds > 0) {
    metrics.keysRefused.inc({ reason: 'limit' })
    log.warn({ client }, 'operator key refused: too many wrong keys')
    return problem('rate_limited', { retryAfterSeconds })
  }
  metrics.keysRefused.inc({ reason })
  log.warn({ client, operator: operator ?? null }, sentences[reason])
  return problem(code)
}

/** How a key is used: to sign in on a page, or as a bearer token by a program. */
type KeyUse = 'sign-in' | 'bearer'

/** The name of the operator whose key this is, or undefined. Machine keys cannot sign in. */
function findOperator(key: string, use: KeyUse): string | undefined {
  const keys = use === 'bearer' ? [...env.MACHINE_KEYS, ...env.OPERATOR_KEYS] : env.OPERATOR_KEYS
  // Compares digests of all keys, so that the time reveals nothing about any of them.
  const matches = keys.filter((operator) => timingSafeEqual(digest(operator.key), digest(key)))
  return matches[0]?.name
}

/** SHA-256 of a key or of a session's token, in hexadecimal: what the database keeps of either. */
export function hashSecret(secret: string): string {
  return digest(secret).toString('hex')
}

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

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
