const firstMs = 15_000
const maxMs = 60 * 60 * 1000
const giveUpMs = 7 * 24 * 60 * 60 * 1000

/**
 * The wait doubles from 15 s to 1 h; half of it is random, so that retries spread. A receiver may ask for more
 * (milliseconds), up to 1 h. Null once a lead is 7 days old.
 */
export function nextAttempt(receivedAt: Date, attempts: number, now = Date.now(), retryAfterMs = 0): Date | null {
  if (now - receivedAt.getTime() > giveUpMs) return null
  const wait = Math.min(firstMs * 2 ** (attempts - 1), maxMs)
  const spread = wait * (0.5 + Math.random() / 2)
  return new Date(now + Math.max(spread, Math.min(retryAfterMs, maxMs)))
}
