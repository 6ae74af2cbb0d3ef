import { log } from '@/lib/log'

const rarelyMs = 60_000

/** Makes a warning that is logged at most once a minute, with the count since then. */
export function createRareWarning(message: string): () => void {
  const state = { times: 0, loggedAt: Number.NEGATIVE_INFINITY }
  return () => {
    state.times++
    if (performance.now() - state.loggedAt < rarelyMs) return
    log.warn({ times: state.times }, message)
    Object.assign(state, { times: 0, loggedAt: performance.now() })
  }
}
