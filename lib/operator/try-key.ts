import { env } from '@/lib/env'
import { createLimit, takeAll } from '@/lib/http/limits'
import { problem } from '@/lib/http/problem'
import { log } from '@/lib/log'
import { findOperator, hashSecret } from './keys'
import { isKeyRevoked } from './store'

export type Authorised = { operator: string; problem?: undefined } | { operator?: undefined; problem: Response }

const clientFailures = createLimit(env.LIMIT_OPERATOR_PER_CLIENT, 15 * 60)
const allFailures = createLimit(env.LIMIT_OPERATOR_GLOBAL, 60 * 60)

/**
 * Tries an operator's key for a client: 401 when it is wrong or revoked, 429 after too many of those, whatever the
 * key. Every refusal is logged, without the key.
 */
export async function tryKey(key: string, client: string): Promise<Authorised> {
  const operator = findOperator(key)
  const right = operator !== undefined && !(await isKeyRevoked(hashSecret(key)))
  const retryAfterSeconds = right ? await waitOf(client) : await countFailure(client)
  if (retryAfterSeconds > 0) {
    log.warn({ client }, 'operator key refused: too many wrong keys')
    return { problem: problem('rate_limited', { retryAfterSeconds }) }
  }
  if (right) return { operator }
  log.warn({ client, operator: operator ?? null }, operator ? 'operator key revoked' : 'operator key wrong')
  return { problem: problem('unauthorized') }
}

// Seconds until this client's right key counts again. Wrong keys sent with it, all at once, are counted before it.
async function waitOf(client: string): Promise<number> {
  return (await clientFailures.peek(client)) || (await allFailures.peek('all'))
}

function countFailure(client: string): Promise<number> {
  return takeAll([clientFailures, client], [allFailures, 'all'])
}
