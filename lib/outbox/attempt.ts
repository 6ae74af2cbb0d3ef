import { describeError } from '@/lib/database/errors'
import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { cutOffSignal, siteStopped } from '@/lib/process-state'
import { withTimeLimit } from '@/lib/time-limit'
import { nextAttempt } from './back-off'
import { errorCode, explainFailure } from './failure'
import type { Item, Queue } from './queue'

// Shorter than the lease, so that no other worker starts before this delivery
// has ended.
const maxDeliveryMs = 120_000
const leaseMs = 150_000

type Failure = { code: string; retryAfterMs?: number }

/** Delivers an item and records the result, unless another worker has it. */
export async function attemptDelivery<Due extends Item>(
  queue: Queue<Due>,
  item: Due,
  maxMs = maxDeliveryMs,
) {
  const leasedUntil = new Date(Date.now() + leaseMs)
  if (!(await queue.lease(item, leasedUntil))) return
  const failure = await deliver(queue, item, maxMs)
  const result = resultOf(item, failure)
  await queue.recordAttempt(item, leasedUntil, {
    dueAt: result.dueAt,
    ...(result.outcome === 'delivered' && { deliveredAt: new Date() }),
    ...(result.outcome === 'abandoned' && { abandonedAt: new Date() }),
    lastError: failure?.code ?? null,
  })
  metrics.deliveryAttempts.inc({ queue: queue.name, outcome: result.outcome })
  logAttempt(queue.name, item, result, failure)
}

/** Resolves to undefined if the item was delivered. */
async function deliver<Due extends Item>(
  queue: Queue<Due>,
  item: Due,
  maxMs: number,
): Promise<Failure | undefined> {
  try {
    // Limits the whole delivery, because an idle timeout would never stop a
    // server that sends a byte now and then.
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

type Result = {
  outcome: 'delivered' | 'failed' | 'abandoned'
  /** The time of the next attempt, or null if there is none. */
  dueAt: Date | null
}

function resultOf(item: Item, failure: Failure | undefined): Result {
  // Counts an item as delivered even if its receiver has accepted only a part
  // of it.
  if (!failure || explainFailure(failure.code).outcome === 'delivered')
    return { outcome: 'delivered', dueAt: null }
  const dueAt = nextDueAt(item, failure)
  return { outcome: dueAt ? 'failed' : 'abandoned', dueAt }
}

function nextDueAt(
  { queuedAt, attempts }: Item,
  { code, retryAfterMs }: Failure,
): Date | null {
  if (code === siteStopped) return new Date()
  if (explainFailure(code).outcome === 'final') return null
  return nextAttempt(queuedAt, attempts + 1, Date.now(), retryAfterMs)
}

function logAttempt(
  queue: string,
  { id, attempts }: Item,
  { outcome, dueAt }: Result,
  failure: Failure | undefined,
) {
  // Leaves out the address of a redirect, which may quote a visitor.
  const error = failure?.code.replace(/ https?:.*/, '')
  const details = { queue, id, attempt: attempts + 1, error }
  if (outcome === 'delivered')
    log[failure ? 'warn' : 'info'](details, 'delivered')
  else if (outcome === 'abandoned')
    log.error({ ...details, dueAt }, 'delivery abandoned')
  else if (failure && explainFailure(failure.code).outcome === 'fault')
    log.error(
      { ...details, dueAt },
      'not delivered yet: correct the settings of the receiver',
    )
  else log.warn({ ...details, dueAt }, 'not delivered yet')
}
