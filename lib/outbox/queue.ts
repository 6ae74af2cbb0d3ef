import { channel } from 'node:diagnostics_channel'
import { describeError } from '@/lib/database/errors'
import { dayMs, hourMs } from '@/lib/durations'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import {
  cutOffSignal,
  isStopping,
  outsideRequest,
  siteStopped,
} from '@/lib/process-state'
import { withTimeLimit } from '@/lib/time-limit'
import { errorCode, explainFailure } from './failure'

export type Item = { id: string; since: Date; attempts: number; dueAt: Date }

type Attempt = {
  dueAt: Date | null
  deliveredAt?: Date
  abandonedAt?: Date
  lastError: string | null
}

/** A kind of delivery, whose items are database rows. */
export type Queue<Due extends Item> = {
  name: string
  isConfigured: () => boolean
  findDue: (now: Date, limit: number) => Promise<Due[]>
  /**
   * Claims an item with a single UPDATE that also counts the attempt, so that
   * only one worker gets true.
   */
  lease: (item: Due, until: Date) => Promise<boolean>
  /**
   * Rejects when the item was not delivered, or perhaps only in part. Stops
   * when the signal aborts.
   */
  deliver: (item: Due, signal: AbortSignal) => Promise<void>
  /**
   * Records an attempt if `dueAt` is still the leased one; otherwise records
   * only a successful delivery and leaves `dueAt` alone.
   */
  recordAttempt: (
    item: Due,
    leasedUntil: Date,
    attempt: Attempt,
  ) => Promise<void>
}

const batch = 10

/** A delivery's time limit, shorter than its lease. */
const maxDeliveryMs = 120_000
const leaseMs = 150_000

/**
 * Delivers whatever is due in one queue at a given time, and resolves to the
 * number of attempts. Never rejects.
 */
export type Worker = (now: Date, maxMs?: number) => Promise<number>

type Failure = { code: string; retryAfterMs?: number }

/** Creates a queue's worker. Failures are recorded and retried. */
export function createWorker<Due extends Item>(queue: Queue<Due>): Worker {
  return async (now, maxMs = maxDeliveryMs) => {
    if (!env.DELIVERIES || !queue.isConfigured() || isStopping()) return 0
    try {
      const due = await queue.findDue(now, batch)
      const attempts = due.map((item) =>
        attemptDelivery(queue, item, maxMs).catch(logDatabaseError),
      )
      await Promise.all(attempts)
      return due.length
    } catch (error) {
      return logDatabaseError(error as Error)
    }
  }
}

async function attemptDelivery<Due extends Item>(
  queue: Queue<Due>,
  item: Due,
  maxMs: number,
): Promise<void> {
  const leasedUntil = new Date(Date.now() + leaseMs)
  if (!(await queue.lease(item, leasedUntil))) return
  const failure = await deliver(queue, item, maxMs)
  const isDelivered =
    !failure || explainFailure(failure.code).outcome === 'delivered'
  if (isDelivered) await recordSuccess(queue, item, leasedUntil, failure?.code)
  else await recordFailure(queue, item, leasedUntil, failure)
}

/** Resolves to undefined if the item was delivered. */
async function deliver<Due extends Item>(
  queue: Queue<Due>,
  item: Due,
  maxMs: number,
): Promise<Failure | undefined> {
  try {
    // Also stops a server that sends a byte now and then, which no idle timeout
    // would.
    await withTimeLimit(maxMs, cutOffSignal, (signal) =>
      queue
        .deliver(item, signal)
        .catch((error) =>
          Promise.reject(signal.aborted ? signal.reason : error),
        ),
    )
    return undefined
  } catch (error) {
    const { reason, code = '' } = describeError(error)
    return {
      code: reason ? code : errorCode(error),
      retryAfterMs: (error as Failure).retryAfterMs,
    }
  }
}

/** Records a delivery, even if its receiver complained. */
async function recordSuccess<Due extends Item>(
  queue: Queue<Due>,
  item: Due,
  leasedUntil: Date,
  complaint: string | undefined,
): Promise<void> {
  await queue.recordAttempt(item, leasedUntil, {
    dueAt: null,
    deliveredAt: new Date(),
    lastError: complaint ?? null,
  })
  metrics.deliveryAttempts.inc({ queue: queue.name, outcome: 'delivered' })
  const details = {
    queue: queue.name,
    id: item.id,
    attempt: item.attempts + 1,
    error: complaint,
  }
  log[complaint === undefined ? 'info' : 'warn'](details, 'delivered')
}

async function recordFailure<Due extends Item>(
  queue: Queue<Due>,
  item: Due,
  leasedUntil: Date,
  failure: Failure,
): Promise<void> {
  const dueAt = nextDueAt(item, failure)
  await queue.recordAttempt(item, leasedUntil, {
    dueAt,
    ...(!dueAt && { abandonedAt: new Date() }),
    lastError: failure.code,
  })
  metrics.deliveryAttempts.inc({
    queue: queue.name,
    outcome: dueAt ? 'failed' : 'abandoned',
  })
  logFailure(queue.name, item, failure, dueAt)
}

/** Returns the time of the next attempt, or null if there is none. */
function nextDueAt(
  { since, attempts }: Item,
  { code, retryAfterMs }: Failure,
): Date | null {
  if (code === siteStopped) return new Date()
  if (explainFailure(code).outcome === 'final') return null
  return nextAttempt(since, attempts + 1, Date.now(), retryAfterMs)
}

function logFailure(
  queue: string,
  { id, attempts }: Item,
  { code }: Failure,
  dueAt: Date | null,
): void {
  // Leaves out the address of a redirect, which may quote a visitor.
  const error = code.replace(/ https?:.*/, '')
  const details = { queue, id, attempt: attempts + 1, error, dueAt }
  if (!dueAt)
    log.error(
      details,
      'delivery abandoned; if the lead is new, the console lists it under "failed"',
    )
  else if (explainFailure(code).outcome === 'fault')
    log.error(
      details,
      'not delivered yet: correct the settings of the receiver',
    )
  else log.warn(details, 'not delivered yet')
}

function logDatabaseError(error: Error): number {
  log.error(describeError(error), 'delivery failed: database unavailable')
  return 0
}

const firstMs = 15_000
const maxMs = hourMs
const giveUpMs = 7 * dayMs

// Takes more than a day, so that a clock that jumps ahead ends no delivery.
const minAttempts = 50

// Allows for the clocks of several machines, which never agree exactly.
const clockDifferenceMs = 60_000

/**
 * Returns the conditions of which a due row meets one. The first two find rows
 * that a clock that was ahead has delayed.
 */
export function dueConditions(now: Date) {
  // A correct clock sets no later times for queueing and for the next attempt.
  const latestMs = now.getTime() + clockDifferenceMs
  const queuedAt = new Date(latestMs)
  const retryAt = new Date(latestMs + maxMs)
  return [
    { queuedAt: { gt: queuedAt }, dueAt: { gt: now } },
    {
      queuedAt: { lte: queuedAt },
      dueAt: { gt: retryAt },
      attempts: { gt: 0 },
    },
    { dueAt: { lte: now } },
  ]
}

/** Returns when a leased row was queued, or now if a clock was ahead. */
export function queuedAtOf({ since }: Item): Date {
  return new Date(Math.min(since.getTime(), Date.now()))
}

/**
 * Returns the time of the next attempt, or null after 7 days and 50 attempts.
 * The wait doubles from 15 s to 1 h, and half of it is random, so that retries
 * spread. A receiver may ask for up to 1 h.
 */
export function nextAttempt(
  since: Date,
  attempts: number,
  now = Date.now(),
  retryAfterMs = 0,
): Date | null {
  if (now - since.getTime() > giveUpMs && attempts >= minAttempts) return null
  const wait = Math.min(firstMs * 2 ** (attempts - 1), maxMs)
  const spread = wait * (0.5 + Math.random() / 2)
  return new Date(now + Math.max(spread, Math.min(retryAfterMs, maxMs)))
}

const idleMs = 5_000

// Next bundles the API's handlers and the start-up hook separately; a
// diagnostics channel of the process reaches both.
const wakeUps = channel('site:outbox')

/**
 * Starts this process's workers, each in a loop that runs when woken, or else
 * every 5 seconds.
 */
export function startOutbox(workers: Worker[]) {
  // Each queue has its own loop, so that a slow receiver does not delay the
  // others.
  for (const work of workers) {
    const wake = startLoop(work)
    wakeUps.subscribe(() => void outsideRequest(wake))
    wake()
  }
}

export function wakeOutbox() {
  wakeUps.publish({})
}

function startLoop(work: Worker): () => void {
  let timer: NodeJS.Timeout | undefined
  let running = false
  let runsAgain = false

  async function round() {
    runsAgain = running
    if (running) return
    running = true
    clearTimeout(timer)
    const attempts = await work(new Date())
    running = false
    timer = setTimeout(round, runsAgain || attempts > 0 ? 100 : idleMs).unref()
  }

  return () => void round()
}
