import { log } from '@/lib/log'
import { errorCode } from './error-code'
import type { DeliveryTimes, Item, Queue } from './item'

/** Claims a due item and renews its lease until `end` (gives the lease's end); undefined where another was first. */
export async function holdLease<Due extends Item>(
  queue: Queue<Due>,
  item: Due,
  { leaseMs, renewMs }: DeliveryTimes,
): Promise<{ end: () => Promise<Date> } | undefined> {
  let until = new Date(Date.now() + leaseMs)
  if (!(await queue.lease(item, until))) return undefined
  let renewing = Promise.resolve()
  const timer = setInterval(() => {
    renewing = renewing.then(renew)
  }, renewMs).unref()

  async function renew() {
    const next = new Date(Date.now() + leaseMs)
    try {
      // Where it fails, somebody else has decided when the item is due.
      if (await queue.lease({ ...item, nextAt: until }, next)) until = next
      else clearInterval(timer)
    } catch (error) {
      log.warn({ queue: queue.name, id: item.id, error: errorCode(error) }, 'lease not renewed')
    }
  }

  async function end(): Promise<Date> {
    clearInterval(timer)
    await renewing
    return until
  }
  return { end }
}
