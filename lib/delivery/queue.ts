import { log } from '@/lib/log'
import { nextAttempt } from './back-off'
import { errorCode } from './error-code'

/** Something that waits to be sent: since when, how often it was tried, and when it is due. */
export type Item = { id: string; since: Date; attempts: number; nextAt: Date }

/** What became of an attempt: `nextAt` null ends the deliveries of this item. */
export type Attempt = { nextAt: Date | null; deliveredAt?: Date; abandonedAt?: Date; lastError?: string | null }

/** A kind of delivery whose items are rows that carry their own state. */
export type Queue<Due extends Item> = {
  name: string
  isConfigured: () => boolean
  /** The items due, the longest waiting first. */
  findDue: (now: Date, limit: number) => Promise<Due[]>
  /** Claims an item until a moment, by one conditional UPDATE: of several claimants one gets true. */
  lease: (item: Due, until: Date) => Promise<boolean>
  /** Rejects when the item could not be handed over. */
  deliver: (item: Due) => Promise<void>
  record: (id: string, attempt: Attempt) => Promise<void>
}

const batch = 10
// Longer than any attempt may take (see the timeouts of mail and webhook).
const leaseMs = 60_000

/**
 * Delivers what is due in a queue that is set up, and returns how many attempts were made. Never throws: what fails is
 * recorded and due again later; while the database is away nothing happens.
 */
export async function workQueue<Due extends Item>(queue: Queue<Due>, now: Date): Promise<number> {
  if (!queue.isConfigured()) return 0
  try {
    const due = await queue.findDue(now, batch)
    await Promise.all(due.map((item) => attempt(queue, item).catch(reportFault)))
    return due.length
  } catch (error) {
    return reportFault(error as Error)
  }
}

async function attempt<Due extends Item>(queue: Queue<Due>, item: Due) {
  if (!(await queue.lease(item, new Date(Date.now() + leaseMs)))) return
  try {
    await queue.deliver(item)
  } catch (error) {
    return recordFailure(queue, item, errorCode(error))
  }
  await queue.record(item.id, { nextAt: null, deliveredAt: new Date(), lastError: null })
  log.info({ queue: queue.name, id: item.id, attempt: item.attempts + 1 }, 'delivered')
}

async function recordFailure<Due extends Item>(queue: Queue<Due>, item: Due, fault: string) {
  const nextAt = nextAttempt(item.since, item.attempts + 1)
  const abandonedAt = nextAt ? undefined : new Date()
  await queue.record(item.id, { nextAt, ...(abandonedAt && { abandonedAt }), lastError: fault })
  const details = { queue: queue.name, id: item.id, attempt: item.attempts + 1, fault, nextAt }
  if (nextAt) log.warn(details, 'not delivered yet')
  else log.error(details, 'given up: see `npm run leads -- list --state abandoned`')
}

function reportFault(error: Error): number {
  log.error({ fault: error.name, code: errorCode(error) }, 'delivery could not use the database')
  return 0
}
