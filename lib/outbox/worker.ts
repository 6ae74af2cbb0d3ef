import { channels, isConfigured } from '@/lib/leads/delivery/channels'
import { workers } from '@/lib/leads/delivery/deliver'
import { log } from '@/lib/log'
import { outsideRequest } from '@/lib/log-format.mjs'

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
  // Each queue has a loop of its own: a receiver that is slow keeps no other one waiting.
  const loops = workers().map((work) => startLoop(() => work(new Date())))
  const wake = () => {
    for (const wakeLoop of loops) wakeLoop()
  }
  holder.deliveryLoop = { wake: () => void outsideRequest(wake) }
  wake()
}

/** Has the loops look for due leads now, where they run. */
export function wakeDelivery() {
  holder.deliveryLoop?.wake()
}

function startLoop(work: () => Promise<number>): () => void {
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
    const attempts = await work()
    running = false
    const more = again || attempts > 0
    again = false
    timer = setTimeout(round, more ? 100 : idleMs).unref()
  }

  return () => void round()
}
