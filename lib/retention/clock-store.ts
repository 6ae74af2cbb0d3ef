import { getDatabase } from '@/lib/database/client'
import { dayMs } from '@/lib/durations'
import { log } from '@/lib/log'

/**
 * The largest difference from the expected time with which the clock is still
 * believed.
 */
const maxGapMs = dayMs

/**
 * The time that the site must run before it believes a clock that has jumped.
 */
const trialMs = 2 * dayMs

// `doubtedMs` counts the time of a trial from 1, because 0 means that there is
// none.
const noTrial = 0
const trialStart = 1

// The time that this process last stored, and when it stored it. Until another
// process stores a time, this process measures the time that passes.
let seen: { time: number; at: number } | undefined

/**
 * Returns the time by which data may be deleted, which is never later than what
 * the clock says. A clock that is weeks ahead would delete everything, and the
 * rows that it has dated prove nothing. So the site believes a clock that has
 * jumped only after a trial. In the meantime the trusted time advances as
 * processes measure it.
 */
export async function trustedTime(): Promise<Date> {
  const database = await getDatabase()
  const { trustedAt, doubtedMs } =
    await database.retentionClock.findFirstOrThrow()
  const stored = trustedAt.getTime()
  const measuredMs =
    seen?.time === stored ? Math.round(performance.now() - seen.at) : 0
  const now = Date.now()
  const expected = stored + measuredMs
  const isOnTrial = doubtedMs !== noTrial
  const triedMs = isOnTrial ? doubtedMs + measuredMs : trialStart
  const judged = judgeClock(now, expected, triedMs)
  if (!isOnTrial && judged.doubtedMs !== noTrial) {
    log.warn(
      { clock: new Date(now), expected: new Date(expected) },
      'the clock has jumped: deletion ignores its time for two days',
    )
  }
  const { time } = judged
  const { count } = await database.retentionClock.updateMany({
    where: { trustedAt },
    data: { trustedAt: new Date(time), doubtedMs: judged.doubtedMs },
  })
  if (count > 0) seen = { time, at: performance.now() }
  return new Date(Math.min(now, time))
}

/** Returns the time to trust, and how long the clock has been on trial. */
function judgeClock(now: number, expected: number, triedMs: number) {
  const isPlausible = Math.abs(now - expected) <= maxGapMs
  return isPlausible || triedMs >= trialMs
    ? { time: now, doubtedMs: noTrial }
    : { time: expected, doubtedMs: triedMs }
}
