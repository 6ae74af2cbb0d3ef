import { hash, timingSafeEqual } from 'node:crypto'
import { env } from '@/lib/env'
import { type ProblemCode, problemResponse } from '@/lib/http/handler'
import { createRateLimit } from '@/lib/http/rate-limit'
import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { hasPasskeys } from './passkey-store'
import { isKeyRevoked, listRevoked } from './revoked-keys-store'

export type Authorized =
  | { operator: string; isMachine?: boolean; problem?: undefined }
  | { operator?: undefined; problem: Response }

/** Whether an operator has a key. Only people do, not programs. */
export function hasOperatorKey(operator: string | null | undefined): boolean {
  return env.OPERATOR_KEYS.some(({ name }) => name === operator)
}

const clientFailures = createRateLimit('LIMIT_OPERATOR_PER_CLIENT')

/**
 * Finds the operator with this key, given at sign-in or as a bearer token.
 * Machine keys only work as tokens, and operators with a passkey cannot use
 * their keys. Answers 401 for a wrong key, and 429 after too many of them. A
 * correct key is never limited, because otherwise anyone could lock operators
 * out.
 */
export async function verifyKey(
  key: string,
  client: string,
  use: 'sign-in' | 'bearer',
): Promise<Authorized> {
  const keys =
    use === 'bearer'
      ? [...env.MACHINE_KEYS, ...env.OPERATOR_KEYS]
      : env.OPERATOR_KEYS
  // Compares the digests of all keys, so that timing reveals nothing about any
  // of them.
  const [found] = keys.filter((known) =>
    timingSafeEqual(digest(known.key), digest(key)),
  )
  if (!found) return { problem: await refuseSignIn('wrong', client) }
  const operator = found.name
  if (await isKeyRevoked(hashSecret(key)))
    return { problem: await refuseSignIn('revoked', client, operator) }
  const isMachine = !env.OPERATOR_KEYS.includes(found)
  if (isMachine || !(await hasPasskeys(operator)))
    return { operator, isMachine }
  log.warn(
    { client, operator },
    'operator key refused: this operator has a passkey and must sign in with it',
  )
  const code = use === 'sign-in' ? 'passkey_required' : 'unauthorized'
  return { problem: problemResponse(code) }
}

const refusals = {
  wrong: ['unauthorized', 'wrong operator key'],
  revoked: ['unauthorized', 'operator key revoked'],
  passkey: ['wrong_passkey', 'operator passkey refused'],
} as const satisfies Record<string, [ProblemCode, string]>

/** Counts a refused sign-in against the client, and returns its response. */
export async function refuseSignIn(
  reason: keyof typeof refusals,
  client: string,
  operator: string | null = null,
) {
  const retryAfterSeconds = await clientFailures.take(client)
  if (retryAfterSeconds > 0) {
    metrics.keysRefused.inc({ reason: 'limit' })
    log.warn({ client }, 'operator key refused: too many wrong keys')
    return problemResponse('rate_limited', { retryAfterSeconds })
  }
  const [code, sentence] = refusals[reason]
  metrics.keysRefused.inc({ reason })
  log.warn({ client, operator }, sentence)
  return problemResponse(code)
}

/**
 * Lists the operators or programs whose keys are accepted. Leaves out revoked
 * keys, which stay in the environment until a restart.
 */
export async function listAccepted(
  setting: 'OPERATOR_KEYS' | 'MACHINE_KEYS',
): Promise<string[]> {
  const keys = env[setting].map(({ name, key }) => {
    return { name, hash: hashSecret(key) }
  })
  const revoked = await listRevoked(keys.map(({ hash }) => hash))
  return keys
    .filter(({ hash }) => !revoked.includes(hash))
    .map(({ name }) => name)
}

/**
 * Returns the SHA-256 of a key or session token in hexadecimal, which is all
 * that the database stores of either.
 */
export function hashSecret(secret: string): string {
  return digest(secret).toString('hex')
}

function digest(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
