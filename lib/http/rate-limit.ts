import type { RateLimiterRes, RateLimiterStoreAbstract } from 'rate-limiter-flexible'
import { metrics } from '@/lib/metrics/metrics'
import type { Backend } from '@/lib/transient/backend'
import { pseudonymOf } from '@/lib/transient/pseudonym'
import { inTransientStore } from '@/lib/transient/store'

/** Counts a key's requests in a window, for all processes: `take` resolves to 0, or to the seconds to wait. */
export type Limit = { take: (key: string) => Promise<number> }

/**
 * Makes a limit of as many requests as `points` says at each; what was counted stays when that changes. What it refuses
 * is counted under `name`, the setting by which an operator changes it. Limits of the same `counter` count together.
 */
export function createRateLimit(
  name: string,
  points: () => number,
  windowSeconds: number,
  counter = `${name} ${windowSeconds}`,
): Limit {
  metrics.limitsHit.inc({ limit: name }, 0)
  const limiterOn = createLimiter(windowSeconds)
  return {
    async take(key) {
      const hashed = pseudonymOf(counter, key)
      const { isRefused, msBeforeNext } = await inTransientStore(async (backend) => {
        const limiter = limiterOn(backend)
        limiter.points = points()
        const taken = await consume(limiter, hashed)
        if (taken.msBeforeNext <= windowSeconds * 1000) return taken
        // The clock was set back since the window began.
        await limiter.delete(hashed)
        return consume(limiter, hashed)
      })
      if (!isRefused) return 0
      metrics.limitsHit.inc({ limit: name })
      return Math.max(1, Math.ceil(msBeforeNext / 1000))
    },
  }
}

function createLimiter(duration: number) {
  let made: { backend: Backend; limiter: RateLimiterStoreAbstract } | undefined
  return (backend: Backend) => {
    if (made?.backend !== backend) made = { backend, limiter: backend.createLimiter({ points: 0, duration }) }
    return made.limiter
  }
}

async function consume(limiter: RateLimiterStoreAbstract, key: string) {
  try {
    const { msBeforeNext } = await limiter.consume(key)
    return { isRefused: false, msBeforeNext }
  } catch (refused) {
    // Not by its class, which each of Next's bundles has for itself.
    if (refused instanceof Error) throw refused
    return { isRefused: true, msBeforeNext: (refused as RateLimiterRes).msBeforeNext }
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
