import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** Rejects where a run is told to end, or has taken too long: whatever waits ends with it, and then what was started. */
export function createStop(maxMinutes: number) {
  const told = new AbortController()
  const tooLong = AbortSignal.timeout(maxMinutes * 60_000)
  const signal = AbortSignal.any([told.signal, tooLong])
  // Every visitor waits for it.
  setMaxListeners(0, signal)
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => told.abort(new Error(`${name}: ended`)))

  async function pause(ms: number) {
    await sleep(ms, undefined, { signal }).catch(() => {
      throw tooLong.aborted ? new Error(`This took more than ${Math.round(maxMinutes)} minutes.`) : signal.reason
    })
  }

  /** Waits for a condition; rejects with what did not happen. */
  async function until(what: string, isMet: () => boolean | Promise<boolean>, maxMs = 120_000) {
    const end = performance.now() + maxMs
    while (!(await isMet())) {
      if (performance.now() > end) throw new Error(`Not within ${maxMs / 1000} s: ${what}.`)
      await pause(50)
    }
  }

  return { signal, pause, until }
}

export type Stop = ReturnType<typeof createStop>
