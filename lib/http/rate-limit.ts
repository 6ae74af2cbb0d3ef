import { env } from '@/lib/env'
import { metrics } from '@/lib/metrics/metrics'
import { type RateLimitName, windowSecondsOf } from '@/lib/settings'
import { createCounter } from './counter-store'
import { problemResponse } from './handler'
import { limitKeysOf } from './request'

/**
 * `take` counts and resolves to 0, or refuses without counting and resolves to
 * the seconds to wait. `giveBack` undoes a `take` that was not refused.
 */
export type Limit = {
  take: (key: string) => Promise<number>
  giveBack: (key: string) => Promise<void>
}

/**
 * Allows, per window, `factor` times the number of the setting. The numbers and
 * their windows are in lib/settings.ts. Limits that share a `counter` are
 * counted together.
 */
export function createRateLimit(
  setting: RateLimitName,
  { windowSeconds = windowSecondsOf(setting), factor = 1, counter = '' } = {},
): Limit {
  metrics.limitsHit.inc({ limit: setting }, 0)
  const { add, takeBack } = createCounter(
    counter || `${setting} ${windowSeconds}`,
    windowSeconds,
  )
  return {
    async take(client) {
      const taken: string[] = []
      for (const { key, shares } of limitKeysOf(client)) {
        const { count, msBeforeNext } = await add(key)
        taken.push(key)
        if (count > env[setting] * factor * shares) {
          metrics.limitsHit.inc({ limit: setting })
          for (const takenKey of taken) await takeBack(takenKey)
          return Math.max(1, Math.ceil(msBeforeNext / 1000))
        }
      }
      return 0
    },
    async giveBack(client) {
      for (const { key } of limitKeysOf(client)) await takeBack(key)
    },
  }
}

/** Counts against a limit, and returns the response if it refuses. */
export async function limitProblem(
  limit: Limit,
  key: string,
): Promise<Response | undefined> {
  const retryAfterSeconds = await limit.take(key)
  return retryAfterSeconds > 0
    ? problemResponse('rate_limited', { retryAfterSeconds })
    : undefined
}
