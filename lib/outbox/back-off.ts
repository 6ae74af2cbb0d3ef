// Decides when a failed delivery is retried, and when it is given up.
import { dayMs, hourMs } from '@/lib/durations'
import type { Item } from './queue'

const firstBackOffMs = 15_000
const maxBackOffMs = hourMs
const giveUpMs = 7 * dayMs

// The fewest attempts, which take more than a day, so that a clock that jumps
// ahead ends no delivery.
const minAttempts = 50

// The most by which the clocks of several machines, which never agree exactly,
// may differ.
const clockDifferenceMs = 60_000

/**
 * Returns conditions of which every row to deliver meets exactly one: the row
 * is due, or is only waiting because a clock was ahead.
 */
export function dueConditions(now: Date) {
  // The latest times that a correct clock can have stored.
  const latestQueued = new Date(now.getTime() + clockDifferenceMs)
  const latestRetry = new Date(latestQueued.getTime() + maxBackOffMs)
  const isDue = { dueAt: { lte: now } }
  const wasQueuedAhead = {
    queuedAt: { gt: latestQueued },
    dueAt: { gt: now },
  }
  const wasAttemptedAhead = {
    queuedAt: { lte: latestQueued },
    attempts: { gt: 0 },
    dueAt: { gt: latestRetry },
  }
  // Puts the delayed rows first, because they have waited longest.
  return [wasQueuedAhead, wasAttemptedAhead, isDue]
}

/**
 * Returns the column values that lease a row. Corrects a time that was stored
 * while a clock was ahead.
 */
export function leaseColumns({ queuedAt, attempts }: Item, until: Date) {
  return {
    dueAt: until,
    attempts: attempts + 1,
    queuedAt: new Date(Math.min(queuedAt.getTime(), Date.now())),
  }
}

/**
 * Returns the time of the next attempt, or null after 7 days and 50 attempts.
 * The wait doubles from 15 s to 1 h, and half of it is random, so that retries
 * spread out. A receiver may ask for a wait of up to 1 h.
 */
export function nextAttempt(
  queuedAt: Date,
  attempts: number,
  now = Date.now(),
  retryAfterMs = 0,
): Date | null {
  if (now - queuedAt.getTime() > giveUpMs && attempts >= minAttempts)
    return null
  const wait = Math.min(firstBackOffMs * 2 ** (attempts - 1), maxBackOffMs)
  const spread = wait * (0.5 + Math.random() / 2)
  return new Date(now + Math.max(spread, Math.min(retryAfterMs, maxBackOffMs)))
}
