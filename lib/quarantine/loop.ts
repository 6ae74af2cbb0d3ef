import { errorCode } from '@/lib/delivery/error-code'
import { wakeDelivery } from '@/lib/delivery/loop'
import { log } from '@/lib/log'
import { planDigest } from './store'

const minuteMs = 60_000

/** Has a digest made and sent whenever it is time for one, now and every minute. */
export function startQuarantineDigests() {
  void plan()
  setInterval(plan, minuteMs).unref()
}

async function plan() {
  try {
    if (await planDigest()) wakeDelivery()
  } catch (error) {
    log.error({ fault: errorCode(error) }, 'no digest of quarantined leads could be made')
  }
}
