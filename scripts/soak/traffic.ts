import { talk } from './chats'
import { publish, readLists } from './operators'
import { readPages } from './readers'
import type { World } from './world'
import { postForm, sendLead } from './writers'

// Beyond it the site is too slow for its visitors, who come no faster then.
const maxInside = 60

// Who comes, in turn: as on a site of this kind most read, but many more write than in life.
const mix: ((world: World, visitor: number) => Promise<unknown>)[] = [
  readPages,
  sendLead,
  readPages,
  talk,
  readPages,
  postForm,
  readPages,
  (world, visitor) => sendLead(world, visitor, 'spam'),
  readPages,
  sendLead,
  talk,
  readLists,
  readPages,
  sendLead,
  publish,
  talk,
]

export type Traffic = ReturnType<typeof startTraffic>

/** Visitors, so many a second as `setRate` says. */
export function startTraffic(world: World) {
  const { ledger, stop } = world
  const inside = new Set<Promise<void>>()
  let perSecond = 0
  let visitors = 0
  let isOpen = true
  let failure: unknown

  function admit() {
    const visitor = visitors++
    const visit = mix[visitor % mix.length] ?? readPages
    ledger.current().visitors++
    const visiting = visit(world, visitor)
      .catch((error) => {
        failure ??= error
      })
      .then(() => void inside.delete(visiting))
    inside.add(visiting)
  }

  async function run() {
    while (isOpen) {
      if (perSecond > 0 && inside.size < maxInside) admit()
      await stop.pause(perSecond > 0 ? 1000 / perSecond : 50)
    }
  }

  const running = run().catch((error) => {
    failure ??= error
  })
  return {
    setRate(next: number) {
      perSecond = next
    },
    /** Numbers for visitors who come otherwise. */
    reserve(count: number) {
      const first = visitors
      visitors += count
      return first
    },
    visitors: () => visitors,
    throwFailure() {
      if (failure) throw failure
    },
    /** Nobody comes any more; resolves once the last one has left. */
    async close() {
      isOpen = false
      await running
      await Promise.all(inside)
      if (failure) throw failure
    },
    async waitUntilEmpty() {
      await stop.until('the last visitor leaves', () => inside.size === 0)
    },
  }
}
