import { log } from '@/lib/log'
import { errorCode } from '@/lib/outbox/error-code'
import { wakeOutbox } from '@/lib/outbox/worker'
import { planDigest } from './store'

const minuteMs = 60_000

/** Has a digest made and sent whenever it is time for one, now and every minute. */
export function startDigests() {
  void plan()
  setInterval(plan, minuteMs).unref()
}

async function plan() {
  try {
    if (await planDigest()) wakeOutbox()
  } catch (error) {
    log.error({ error: errorCode(error) }, 'no digest could be made')
  }
}
