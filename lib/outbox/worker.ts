import { outsideRequest } from '@/lib/request-id'

const idleMs = 5_000

/** Delivers what is due in one queue at a moment, and resolves to how many attempts were made. */
export type Worker = (now: Date) => Promise<number>

// The API's handlers and the start-up hook are bundled apart; they share the running loops through this.
const holder = globalThis as { outbox?: { wake: () => void } }

/** Starts the workers of this process, each in a loop: when it is woken, otherwise every 5 seconds. Once a process. */
export function startOutbox(workers: Worker[]) {
  if (holder.outbox) return
  // Each queue has a loop of its own: a receiver that is slow keeps no other one waiting.
  const loops = workers.map((work) => startLoop(() => work(new Date())))
  const wake = () => {
    for (const wakeLoop of loops) wakeLoop()
  }
  holder.outbox = { wake: () => void outsideRequest(wake) }
  wake()
}

/** Has the workers look for due items now, where they run. */
export function wakeOutbox() {
  holder.outbox?.wake()
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
