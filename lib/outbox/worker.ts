import { channel } from 'node:diagnostics_channel'
import { outsideRequest } from '@/lib/process-state'

const idleMs = 5_000

// Next bundles the API's handlers and the start-up hook apart: a named channel of the process reaches both.
const wakeUps = channel('site:outbox')

/** Delivers what is due in one queue at a moment, and resolves to the number of attempts. */
export type Worker = (now: Date) => Promise<number>

/** Starts the workers of this process, each in a loop: when it is woken, otherwise every 5 seconds. */
export function startOutbox(workers: Worker[]) {
  // Each queue has a loop of its own: a slow receiver delays no other.
  const loops = workers.map((work) => startLoop(() => work(new Date())))
  const wake = () => {
    for (const wakeLoop of loops) wakeLoop()
  }
  wakeUps.subscribe(() => void outsideRequest(wake))
  wake()
}

/** Makes the workers of this process look for due items now. */
export function wakeOutbox() {
  wakeUps.publish({})
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
