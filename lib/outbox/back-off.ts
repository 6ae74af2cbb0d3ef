const firstMs = 15_000
const maxMs = 60 * 60 * 1000
const giveUpMs = 7 * 24 * 60 * 60 * 1000

/**
 * When to try again after `attempts` failures: the wait doubles from 15 s up to an hour, each time between half and all
 * of it at random, so that leads which failed together do not come back together. Null once the lead is 7 days old.
 */
export function nextAttempt(receivedAt: Date, attempts: number, now = Date.now()): Date | null {
  if (now - receivedAt.getTime() > giveUpMs) return null
  const wait = Math.min(firstMs * 2 ** (attempts - 1), maxMs)
  return new Date(now + wait * (0.5 + Math.random() / 2))
}
