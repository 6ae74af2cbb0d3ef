import { describeError } from '@/lib/database/errors'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { isStopping, outsideRequest } from '@/lib/process-state'
import { shareInProcess } from '@/lib/share-in-process'
import { attemptDelivery } from './attempt'
import type { Item, Queue } from './queue'

const batch = 10

/**
 * Delivers whatever is due in one queue at a given time, and resolves to the
 * number of items handled without a database error. Never rejects.
 */
export type Worker = (now: Date, maxMs?: number) => Promise<number>

/** Creates a queue's worker. Failures are recorded and retried. */
export function createWorker<Due extends Item>(queue: Queue<Due>): Worker {
  return async (now, maxMs) => {
    if (!env.DELIVERIES || !queue.isConfigured() || isStopping()) return 0
    try {
      const due = await queue.findDue(now, batch)
      const attempts = due.map((item) =>
        attemptDelivery(queue, item, maxMs).then(() => 1, logDatabaseError),
      )
      const counts = await Promise.all(attempts)
      // Does not count database errors, so that the loop waits before it tries
      // again.
      return counts.reduce((sum, count) => sum + count, 0)
    } catch (error) {
      return logDatabaseError(error as Error)
    }
  }
}

function logDatabaseError(error: Error): number {
  log.error(describeError(error), 'delivery failed: database unavailable')
  return 0
}

const idleMs = 5_000

// One function for each of the process's loops, which makes it run at once.
const wakeUps = shareInProcess('outboxWakeUps', () => new Set<() => void>())

/**
 * Starts this process's workers, each in a loop that runs when woken, or else
 * every 5 seconds.
 */
export function startOutbox(workers: Worker[]) {
  // Runs each queue in its own loop, so that a slow receiver does not delay the
  // others.
  for (const work of workers) {
    const wake = startLoop(work)
    wakeUps.add(wake)
    wake()
  }
}

export function wakeOutbox() {
  for (const wake of wakeUps) outsideRequest(wake)
}

function startLoop(work: Worker): () => void {
  let timer: NodeJS.Timeout | undefined
  let running = false
  let runsAgain = false

  async function round() {
    if (running) {
      runsAgain = true
      return
    }
    running = true
    runsAgain = false
    clearTimeout(timer)
    const attempts = await work(new Date())
    running = false
    timer = setTimeout(round, runsAgain || attempts > 0 ? 100 : idleMs).unref()
  }

  return () => void round()
}
