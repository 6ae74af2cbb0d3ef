import { createHash, timingSafeEqual } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { env } from '@/lib/env'
import { type ProblemCode, problem } from '@/lib/http/handler'
import { createRateLimit } from '@/lib/http/rate-limit'
import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { site } from '@/lib/site'
import { isKeyRevoked, takeStep } from './store'

export type Authorised =
  | { operator: string; problem?: undefined }
  | { operator?: undefined; problem: Response }

const windowSeconds = 15 * 60
const clientFailures = createRateLimit(
  'LIMIT_OPERATOR_PER_CLIENT',
  windowSeconds,
)

// Always accepts a correct key, because nobody can guess one and limiting
// correct keys would let anyone lock operators out.
/**
 * Finds the operator with this key, given at sign-in or as a bearer token.
 * Machine keys only work as tokens. If an operator has a second factor, the key
 * only works at sign-in. 401 for other keys, 429 after too many of them.
 */
export async function verifyKey(
  key: string,
  client: string,
  use: 'sign-in' | 'bearer',
): Promise<Authorised> {
  const keys =
    use === 'bearer'
      ? [...env.MACHINE_KEYS, ...env.OPERATOR_KEYS]
      : env.OPERATOR_KEYS
  // Compares the digests of all keys, so that timing reveals nothing about any
  // of them.
  const [found] = keys.filter((each) =>
    timingSafeEqual(digest(each.key), digest(key)),
  )
  if (!found) return { problem: await refuse('wrong', client) }
  const operator = found.name
  if (await isKeyRevoked(hashSecret(key)))
    return { problem: await refuse('revoked', client, operator) }
  const needsCode =
    env.OPERATOR_KEYS.includes(found) &&
    env.OPERATOR_TOTP.some(({ name }) => name === operator)
  if (use === 'sign-in' || !needsCode) return { operator }
  log.warn(
    { client, operator },
    'operator key refused as a bearer token: the operator has a second factor',
  )
  return { problem: problem('unauthorized') }
}

const refusals = {
  wrong: ['unauthorized', 'wrong operator key'],
  revoked: ['unauthorized', 'operator key revoked'],
  code: ['wrong_code', 'one-time code of an operator wrong'],
} as const satisfies Record<string, [ProblemCode, string]>

async function refuse(
  reason: keyof typeof refusals,
  client: string,
  operator: string | null = null,
) {
  const retryAfterSeconds = await clientFailures.take(client)
  if (retryAfterSeconds > 0) {
    metrics.keysRefused.inc({ reason: 'limit' })
    log.warn({ client }, 'operator key refused: too many wrong keys')
    return problem('rate_limited', { retryAfterSeconds })
  }
  const [code, sentence] = refusals[reason]
  metrics.keysRefused.inc({ reason })
  log.warn({ client, operator }, sentence)
  return problem(code)
}

/**
 * Returns the SHA-256 of a key or session token in hexadecimal, which is all
 * that the database stores of either.
 */
export function hashSecret(secret: string): string {
  return digest(secret).toString('hex')
}

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

const stepMs = 30_000

// Limits codes per operator, because someone with a key could otherwise try
// codes from many clients. Correct codes count too, because the limit is
// checked first.
const operatorCodes = createRateLimit(
  'LIMIT_OPERATOR_PER_CLIENT',
  windowSeconds,
  {
    factor: 2,
    counter: 'operator codes',
  },
)

/** Whether any operator needs a code in addition to the key. */
export function asksForCodes(): boolean {
  return env.OPERATOR_TOTP.length > 0
}

// Tolerates one 30-second step of clock drift either way (RFC 6238 section 5.2)
// and accepts each code only once.
/**
 * Returns why an operator's one-time code is rejected, given a correct key, or
 * undefined if it is accepted or not needed.
 */
export async function codeProblem(
  operator: string,
  code: string,
  client: string,
): Promise<Response | undefined> {
  const secret = env.OPERATOR_TOTP.find(({ name }) => name === operator)?.secret
  if (!secret) return undefined
  const token = code.replace(/\s/g, '')
  if (!token) return problem('code_required')
  const retryAfterSeconds = await operatorCodes.take(operator)
  if (retryAfterSeconds > 0) {
    log.warn(
      { operator },
      'one-time code of an operator refused: too many codes',
    )
    return problem('rate_limited', { retryAfterSeconds })
  }
  const now = Date.now()
  const delta = new TOTP({ secret: Secret.fromBase32(secret) }).validate({
    token,
    timestamp: now,
    window: 1,
  })
  const isNew =
    delta !== null &&
    (await takeStep(operator, Math.floor(now / stepMs) + delta))
  return isNew ? undefined : refuse('code', client, operator)
}

export function createSecret(operator: string): {
  secret: string
  address: string
} {
  const secret = new Secret({ size: 20 })
  const address = new TOTP({
    issuer: site.brand,
    label: operator,
    secret,
  }).toString()
  return { secret: secret.base32, address }
}
