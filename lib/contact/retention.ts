import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { deleteOlderThan } from './store'

const dayMs = 24 * 60 * 60 * 1000
const hourMs = 60 * 60 * 1000

/** Deletes leads older than LEADS_RETENTION_DAYS, now and every hour. Without that setting nothing is ever deleted. */
export function startRetention() {
  const days = env.LEADS_RETENTION_DAYS
  if (days === undefined) return
  async function prune() {
    try {
      const deleted = await deleteOlderThan(new Date(Date.now() - (days ?? 0) * dayMs))
      if (deleted > 0) log.info({ deleted, days }, 'leads deleted at the end of their retention')
    } catch (error) {
      log.error({ fault: (error as Error).name }, 'leads could not be deleted at the end of their retention')
    }
  }
  void prune()
  setInterval(prune, hourMs).unref()
}
