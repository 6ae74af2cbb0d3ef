import { endIdleSessions, pruneChats } from '@/lib/chatbot/store'
import { getCountersDatabase, getDatabase } from '@/lib/database/client'
import { env } from '@/lib/env'
import { deleteOlderThan } from '@/lib/leads/erase-store'
import { newestLead } from '@/lib/leads/list-store'
import { log } from '@/lib/log'

const minuteMs = 60 * 1000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const chatDays = 30
const maxClockGapMs = 7 * dayMs
const idleChatMs = 30 * minuteMs

/** Deletes expired records now and every hour; ends idle conversations and forgets old limits every 5 minutes. */
export function startRetention() {
  void deleteExpired()
  void endIdleChats()
  void forgetExpired()
  setInterval(deleteExpired, hourMs).unref()
  setInterval(endIdleChats, 5 * minuteMs).unref()
  setInterval(forgetExpired, 5 * minuteMs).unref()
}

export async function endIdleChats() {
  try {
    await endIdleSessions(new Date(Date.now() - idleChatMs))
  } catch (error) {
    log.error({ error: (error as Error).name }, 'idle conversations could not be ended')
  }
}

async function forgetExpired() {
  try {
    const expired = { lt: new Date() }
    await (await getCountersDatabase()).rateLimit.deleteMany({ where: { expire: expired } })
    await (await getDatabase()).formDraft.deleteMany({ where: { expiresAt: expired } })
  } catch (error) {
    log.error({ error: (error as Error).name }, 'old limits could not be deleted')
  }
}

/** Deletes conversations after 30 days, and leads after LEADS_RETENTION_DAYS; without that setting leads stay. */
export async function deleteExpired() {
  const leadDays = env.LEADS_RETENTION_DAYS
  await deleteAndLog('conversations', () => pruneChats(daysAgo(chatDays)))
  if (leadDays === undefined) return
  await deleteAndLog('leads', async () => ((await isClockPlausible()) ? deleteOlderThan(daysAgo(leadDays)) : 0))
}

// A clock that is weeks ahead would delete everything: without a recent lead, none is deleted.
async function isClockPlausible(): Promise<boolean> {
  const newest = await newestLead()
  return newest !== undefined && Math.abs(Date.now() - newest.getTime()) < maxClockGapMs
}

async function deleteAndLog(what: string, deleteThem: () => Promise<number>) {
  try {
    const deleted = await deleteThem()
    if (deleted > 0) log.info({ what, deleted }, 'deleted at the end of retention')
  } catch (error) {
    log.error({ what, error: (error as Error).name }, 'could not be deleted at the end of retention')
  }
}

function daysAgo(days: number): Date {
  return new Date(Date.now() - days * dayMs)
}
