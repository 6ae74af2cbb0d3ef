import { describeError } from '@/lib/database/errors'
import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { cutOffSignal, siteStopped } from '@/lib/process-state'
import { withTimeLimit } from '@/lib/time-limit'
import { nextAttempt } from './back-off'
import { errorCode, explainFailure } from './failure'
import type { Item, Queue } from './queue'

// Shorter than the lease, so that no other worker starts while one delivers.
const maxDeliveryMs = 120_000
const leaseMs = 150_000

type Failure = { code: string; retryAfterMs?: number }

/** Delivers an item and records the result, unless another worker has it. */
export async function attemptDelivery<Due extends Item>(
  queue: Queue<Due>,
  item: Due,
  maxMs = maxDeliveryMs,
): Promise<void> {
  const leasedUntil = new Date(Date.now() + leaseMs)
  if (!(await queue.lease(item, leasedUntil))) return
  const failure = await deliver(queue, item, maxMs)
  // Counts an item as delivered even if its receiver has accepted only a part
  // of it.
  const isDelivered =
    !failure || explainFailure(failure.code).outcome === 'delivered'
  const dueAt = isDelivered ? null : nextDueAt(item, failure)
  const end = isDelivered
    ? { deliveredAt: new Date() }
    : { abandonedAt: new Date() }
  await queue.recordAttempt(item, leasedUntil, {
    dueAt,
    ...(!dueAt && end),
    lastError: failure?.code ?? null,
  })
  const lastOutcome = isDelivered ? 'delivered' : 'abandoned'
  metrics.deliveryAttempts.inc({
    queue: queue.name,
    outcome: dueAt ? 'failed' : lastOutcome,
  })
  const details = {
    queue: queue.name,
    id: item.id,
    attempt: item.attempts + 1,
    // Leaves out the address of a redirect, which may quote a visitor.
    error: failure?.code.replace(/ https?:.*/, ''),
  }
  if (isDelivered) log[failure ? 'warn' : 'info'](details, 'delivered')
  else logFailure(failure.code, { ...details, dueAt })
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

/** Returns the time of the next attempt, or null if there is none. */
function nextDueAt(
  { queuedAt, attempts }: Item,
  { code, retryAfterMs }: Failure,
): Date | null {
  if (code === siteStopped) return new Date()
  if (explainFailure(code).outcome === 'final') return null
  return nextAttempt(queuedAt, attempts + 1, Date.now(), retryAfterMs)
}

function logFailure(code: string, details: { dueAt: Date | null }): void {
  if (!details.dueAt) log.error(details, 'delivery abandoned')
  else if (explainFailure(code).outcome === 'fault')
    log.error(
      details,
      'not delivered yet: correct the settings of the receiver',
    )
  else log.warn(details, 'not delivered yet')
}
