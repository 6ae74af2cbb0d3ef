import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { isStopping, onCutOff } from '@/lib/stopping'
import { inSpan } from '@/lib/tracing'
import { nextAttempt } from './back-off'
import { errorCode } from './error-code'
import type { DeliveryTimes, Item, Queue } from './item'
import { holdLease } from './lease'

const usualTimes: DeliveryTimes = { leaseMs: 60_000, renewMs: 20_000, maxMs: 300_000 }
const batch = 10
const siteStopped = 'SITE_STOPPED'

/** Delivers what is due and returns the number of attempts. Never throws: what fails is recorded and due again. */
export async function workQueue<Due extends Item>(
  queue: Queue<Due>,
  now: Date,
  times: DeliveryTimes = usualTimes,
): Promise<number> {
  if (!queue.isConfigured() || isStopping()) return 0
  try {
    const due = await queue.findDue(now, batch)
    await Promise.all(due.map((item) => attempt(queue, item, times).catch(logDatabaseError)))
    return due.length
  } catch (error) {
    return logDatabaseError(error as Error)
  }
}

async function attempt<Due extends Item>(queue: Queue<Due>, item: Due, times: DeliveryTimes) {
  const lease = await holdLease(queue, item, times)
  if (!lease) return
  const attributes = { 'site.attempt': item.attempts + 1 }
  const work = () => deliver(queue, item, times.maxMs)
  const failure = await inSpan(`deliver ${queue.name}`, attributes, work, (failed) => failed?.error)
  const leasedUntil = await lease.end()
  if (failure) return recordFailure(queue, item, leasedUntil, failure)
  await queue.record(item, leasedUntil, { nextAt: null, deliveredAt: new Date(), lastError: null })
  metrics.deliveryAttempts.inc({ queue: queue.name, outcome: 'delivered' })
  log.info({ queue: queue.name, id: item.id, attempt: item.attempts + 1 }, 'delivered')
}

/** The code of what went wrong, and for how long the receiver wants to be left alone. */
type Failure = { error: string; retryAfterMs?: number }

// Undefined where nothing went wrong. A server that sends a byte now and then passes every timeout for silence.
async function deliver<Due extends Item>(queue: Queue<Due>, item: Due, maxMs: number): Promise<Failure | undefined> {
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let forget = () => {}
  const brokenOff = new Promise<never>((_, reject) => {
    const breakOff = (code: string) => {
      const error = Object.assign(new Error('the delivery took too long'), { code })
      reject(error)
      stop.abort(error)
    }
    timer = setTimeout(breakOff, maxMs, 'DELIVERY_TIMEOUT')
    forget = onCutOff(() => breakOff(siteStopped))
  })
  try {
    await Promise.race([queue.deliver(item, stop.signal), brokenOff])
    return undefined
  } catch (error) {
    return { error: errorCode(error), retryAfterMs: (error as Partial<Failure>).retryAfterMs }
  } finally {
    clearTimeout(timer)
    forget()
  }
}

async function recordFailure<Due extends Item>(queue: Queue<Due>, item: Due, leasedUntil: Date, failure: Failure) {
  const { error, retryAfterMs } = failure
  // What the site itself broke off is due as soon as it runs again.
  const nextAt =
    error === siteStopped ? new Date() : nextAttempt(item.since, item.attempts + 1, Date.now(), retryAfterMs)
  const abandonedAt = nextAt ? undefined : new Date()
  await queue.record(item, leasedUntil, { nextAt, ...(abandonedAt && { abandonedAt }), lastError: error })
  metrics.deliveryAttempts.inc({ queue: queue.name, outcome: nextAt ? 'failed' : 'abandoned' })
  const details = { queue: queue.name, id: item.id, attempt: item.attempts + 1, error, nextAt }
  if (nextAt) log.warn(details, 'not delivered yet')
  else log.error(details, 'given up: leads are in `npm run leads -- list --state abandoned`')
}

function logDatabaseError(error: Error): number {
  log.error({ error: error.name, code: errorCode(error) }, 'delivery could not use the database')
  return 0
}
