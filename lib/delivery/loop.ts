import { log } from '@/lib/log'
import { outsideRequest } from '@/lib/log-format.mjs'
import { channels, isConfigured } from './channels'
import { deliverDue } from './relay'

const idleMs = 5_000

// The API's handlers and the start-up hook are bundled apart; they share the running loop through this.
const holder = globalThis as { deliveryLoop?: { wake: () => void } }

/** Starts delivering in this process: at once when a lead arrives, otherwise every 5 seconds. Once a process. */
export function startDelivery() {
  if (holder.deliveryLoop) return
  const active = channels.filter(isConfigured)
  if (!active.some((channel) => channel !== 'ack')) {
    log.warn(
      'leads are only stored: set SMTP_URL with LEADS_TO and LEADS_FROM, or LEADS_WEBHOOK_URL, to have them sent',
    )
  }
  let timer: NodeJS.Timeout | undefined
  let running = false
  let again = false

  async function round() {
    if (running) {
      again = true
      return
    }
    running = true
    clearTimeout(timer)
    const attempts = await deliverDue()
    running = false
    const more = again || attempts > 0
    again = false
    timer = setTimeout(round, more ? 100 : idleMs).unref()
  }

  holder.deliveryLoop = { wake: () => void outsideRequest(round) }
  void round()
}

/** Has the loop look for due leads now, where one runs. */
export function wakeDelivery() {
  holder.deliveryLoop?.wake()
}
