import { env } from '@/lib/env'
import { problem } from '@/lib/http/error-response'
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
  const retryAfterSeconds = await clientFailures.take(client)
  if (retryAfterSeconds > 0) {
    metrics.keysRefused.inc({ reason: 'limit' })
    log.warn({ client }, 'operator key refused: too many wrong keys')
    return { problem: problem('rate_limited', { retryAfterSeconds }) }
  }
  metrics.keysRefused.inc({ reason: operator ? 'revoked' : 'wrong' })
  log.warn({ client, operator: operator ?? null }, operator ? 'operator key revoked' : 'operator key wrong')
  return { problem: problem('unauthorized') }
}
