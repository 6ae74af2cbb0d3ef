import { env } from '@/lib/env'
import { type ProblemCode, problem } from '@/lib/http/error-response'
import { createRateLimit } from '@/lib/http/rate-limit'
import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { findOperator, hashSecret } from './keys'
import { isKeyRevoked } from './store'

export type Authorised = { operator: string; problem?: undefined } | { operator?: undefined; problem: Response }

const clientFailures = createRateLimit('LIMIT_OPERATOR_PER_CLIENT', () => env.LIMIT_OPERATOR_PER_CLIENT, 15 * 60)

// A right key always works, as no one can guess one: a limit on right keys would let anybody lock operators out.
/** 401 for a wrong or revoked key, 429 after too many from this client. Refusals are logged without the key. */
export async function verifyKey(key: string, client: string): Promise<Authorised> {
  const operator = findOperator(key)
  if (operator && !(await isKeyRevoked(hashSecret(key)))) return { operator }
  return { problem: await refuse({ client, operator, reason: operator ? 'revoked' : 'wrong', code: 'unauthorized' }) }
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
