import { countLeads } from '@/lib/leads/list-store'
import { log } from '@/lib/log'
import { shareResult } from './share-result'
import { writeHealthCheck } from './store'

let wasReady = true

/** Whether a lead could be stored, as a real write showed within the last 5 seconds, and how long that took. */
export const tryWrite = shareResult(async (): Promise<{ ok: boolean; ms: number }> => {
  const start = performance.now()
  const error = await writeHealthCheck().catch((error: Error & { code?: string }) => error)
  const ok = error === undefined
  if (!ok && wasReady) log.error({ error: error.name, code: error.code }, 'not ready: leads cannot be stored')
  if (ok && !wasReady) log.info('ready again')
  wasReady = ok
  return { ok, ms: Math.round(performance.now() - start) }
})

/** Whether leads can be stored. Never rejects. */
export async function isReady(): Promise<boolean> {
  return (await tryWrite()).ok
}

/** The counts of countLeads, at most 5 seconds old. Rejects when the database is away. */
export const recentLeadCounts = shareResult(countLeads)
