import { countLeads } from '@/lib/leads/store'
import { log } from '@/lib/log'
import { writeHealthCheck } from './store'

const freshMs = 5000

let wasReady = true

/** Whether leads can be stored, as a real write showed within the last 5 seconds. Never rejects. */
export const isReady = shareResult(async () => {
  const fault = await writeHealthCheck().catch((error: Error & { code?: string }) => error)
  const ready = fault === undefined
  if (!ready && wasReady) log.error({ fault: fault.name, code: fault.code }, 'not ready: leads cannot be stored')
  if (ready && !wasReady) log.info('ready again')
  wasReady = ready
  return ready
})

/** The counts of countLeads, at most 5 seconds old. Rejects when the database is away. */
export const recentLeadCounts = shareResult(countLeads)

/** Makes work that many ask for be done once for all who ask meanwhile or within 5 seconds after it. */
export function shareResult<T>(work: () => Promise<T>): () => Promise<T> {
  let shared: Promise<T> | undefined
  let staleAt = 0
  return () => {
    if (shared && performance.now() < staleAt) return shared
    staleAt = Number.POSITIVE_INFINITY
    shared = work().finally(() => {
      staleAt = performance.now() + freshMs
    })
    return shared
  }
}
