import {
  type ReportsState,
  reportChanges,
  reportLoaders,
} from '@/lib/process-state'
import { resolveWithin } from '@/lib/time-limit'

// The time after which changes made by another process appear at the latest.
// This process's own changes appear immediately.
const maxAgeMs = 1_000

// If the database is slower than this, uses the last known state, or lets Next
// respond if there is none.
const maxWaitMs = 1_000

type Asked = {
  at: number
  changes: number
  state: Promise<ReportsState | undefined>
}

/**
 * Returns a function that resolves to the current state of the reports, to the
 * last known one while the database is unavailable, or to undefined if there is
 * none.
 */
export function followReports() {
  let asked: Asked | undefined
  let latest: ReportsState | undefined
  let isDown = false

  async function ask(): Promise<ReportsState | undefined> {
    const state = await resolveWithin(maxWaitMs, reportLoaders.readState())
    isDown = state === undefined
    latest = state ?? latest
    return latest
  }

  return async function readState(): Promise<ReportsState | undefined> {
    const at = performance.now()
    const changes = reportChanges.count
    if (asked?.changes !== changes || at - asked.at > maxAgeMs)
      asked = { at, changes, state: ask() }
    // Returns the last known state while the database is down, instead of
    // waiting for the new one.
    return isDown && latest ? latest : asked.state
  }
}
