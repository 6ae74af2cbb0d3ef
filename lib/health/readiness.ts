import { countLeads } from '@/lib/leads/list-store'
import { log } from '@/lib/log'
import { writeHealthCheck } from './store'

const freshMs = 5000

let wasReady = true

/** Whether leads can be stored, as a real write showed within the last 5 seconds. Never rejects. */
export const isReady = shareResult(async () => {
  const error = await writeHealthCheck().catch((error: Error & { code?: string }) => error)
  const ready = error === undefined
  if (!ready && wasReady) log.error({ error: error.name, code: error.code }, 'not ready: leads cannot be stored')
  if (ready && !wasReady) log.info('ready again')
  wasReady = ready
  return ready
})

/** The counts of countLeads, at most 5 seconds old. Rejects when the database is away. */
export const recentLeadCounts = shareResult(countLeads)

/** Makes work that many ask for be done once for all who ask meanwhile or within 5 seconds after it. */
function shareResult<T>(work: () => Promise<T>): () => Promise<T> {
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
