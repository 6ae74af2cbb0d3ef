import { AsyncResource } from 'node:async_hooks'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { metrics } from '@/lib/metrics/metrics'

/** Counts a key's requests in a window, in this process: `take` resolves to 0, or to the seconds to wait. */
export type Limit = { take: (key: string) => Promise<number> }

/**
 * Makes a limit of as many requests as `points` says at each; what was counted stays when that changes. What it refuses
 * is counted under `name`, the setting by which an operator changes it.
 */
export function createRateLimit(name: string, points: () => number, windowSeconds: number): Limit {
  metrics.limitsHit.inc({ limit: name }, 0)
  const limiter = new RateLimiterMemory({ points: points(), duration: windowSeconds })
  // Each key has a timer, and a timer keeps what it was set in: for the whole window, all that Next knows of a request.
  const consume = AsyncResource.bind((key: string) => limiter.consume(key))
  return {
    async take(key) {
      limiter.points = points()
      try {
        await consume(key)
        return 0
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        metrics.limitsHit.inc({ limit: name })
        return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
      }
    },
  }
}

/** Takes from several limits in turn; resolves to 0 when all let the request pass, else to the seconds to wait. */
export async function takeAll(...takes: [limit: Limit, key: string][]): Promise<number> {
  for (const [limit, key] of takes) {
    const waitSeconds = await limit.take(key)
    if (waitSeconds > 0) return waitSeconds
  }
  return 0
}
