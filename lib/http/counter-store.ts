import { RateLimiterMemory, RateLimiterPrisma } from 'rate-limiter-flexible'
import { signWithSecret } from '@/lib/app-secret'
import { getCountersDatabase } from '@/lib/database/client'
import type { Prisma } from '@/lib/database/generated/client'

/**
 * The rate limiter's queries. Each opens the database, so that limits are
 * shared again as soon as it is available.
 */
const rateLimit = {
  deleteMany: async (query: Prisma.RateLimitDeleteManyArgs) =>
    (await countersTable()).deleteMany(query),
  upsert: async (query: Prisma.RateLimitUpsertArgs) =>
    (await countersTable()).upsert(query),
  findFirst: async (query: Prisma.RateLimitFindFirstArgs) =>
    (await countersTable()).findFirst(query),
}

async function countersTable() {
  return (await getCountersDatabase()).rateLimit
}

/**
 * Counts per key in time windows. While the database is unavailable, each
 * process counts on its own.
 */
export function createCounter(name: string, windowSeconds: number) {
  const options = {
    points: Number.MAX_SAFE_INTEGER,
    duration: windowSeconds,
    keyPrefix: '',
  }
  const limiter = new RateLimiterPrisma({
    ...options,
    storeClient: { rateLimit },
    tableName: 'rateLimit',
    clearExpiredByTimeout: false,
    insuranceLimiter: new RateLimiterMemory(options),
  })
  // Counts addresses and mailboxes under a pseudonym that cannot be resolved
  // without APP_SECRET.
  const pseudonymOf = (key: string) => signWithSecret(`${name}:${key}`)
  return {
    /**
     * Counts one request. Resolves to the count in this window and the
     * milliseconds until the next window.
     */
    async add(key: string) {
      const hashed = pseudonymOf(key)
      const counted = await limiter.consume(hashed)
      // Starts a new window if the clock was set back after this window began.
      const isStale = counted.msBeforeNext > windowSeconds * 1000
      if (isStale) await limiter.delete(hashed)
      const { consumedPoints: count, msBeforeNext } = isStale
        ? await limiter.consume(hashed)
        : counted
      return { count, msBeforeNext }
    },
    /** Resolves to the count in this window. */
    async read(key: string): Promise<number> {
      const counted = await limiter.get(pseudonymOf(key))
      return counted?.consumedPoints ?? 0
    },
    async takeBack(key: string) {
      const hashed = pseudonymOf(key)
      // Changes nothing after the window has ended, so that the next window
      // does not allow more.
      if (await limiter.get(hashed)) await limiter.reward(hashed)
    },
  }
}
