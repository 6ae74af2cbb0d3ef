import { env } from '@/lib/env'
import { createLimit, type Limit, takeAll } from '@/lib/http/limits'
import { problem } from '@/lib/http/problem'
import { log } from '@/lib/log'
import type { Authorised } from './authorise'
import { findOperator, hashSecret } from './keys'
import { isKeyRevoked } from './store'

const clientFailures = createLimit(env.LIMIT_OPERATOR_PER_CLIENT, 15 * 60)
const allFailures = createLimit(env.LIMIT_OPERATOR_GLOBAL, 60 * 60)

/**
 * Tries an operator's key for a client: 401 when it is wrong or revoked, 429 after too many of those, whatever the
 * key. Every refusal is logged, without the key.
 */
export async function tryKey(key: string, client: string): Promise<Authorised> {
  const counters: [Limit, string][] = [
    [clientFailures, client],
    [allFailures, 'all'],
  ]
  // Counted before the comparison, so that guesses sent all at once are limited too; a right key is uncounted.
  const retryAfterSeconds = await takeAll(...counters)
  if (retryAfterSeconds > 0) {
    log.warn({ client }, 'operator key refused: too many wrong keys')
    return { problem: problem('rate_limited', { retryAfterSeconds }) }
  }
  const operator = findOperator(key)
  if (operator) {
    for (const [limit, counted] of counters) await limit.giveBack(counted)
    if (!(await isKeyRevoked(hashSecret(key)))) return { operator }
    await takeAll(...counters)
  }
  log.warn({ client, operator: operator ?? null }, operator ? 'operator key revoked' : 'operator key wrong')
  return { problem: problem('unauthorized') }
}
