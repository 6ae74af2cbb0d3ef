import { endIdleSessions, pruneChats } from '@/lib/chatbot/store'
import { getCountersDatabase, getDatabase } from '@/lib/database/client'
import { describeError } from '@/lib/database/errors'
import { env } from '@/lib/env'
import { newestLead } from '@/lib/leads/list-store'
import { deleteOlderThan } from '@/lib/leads/manage-store'
import { log } from '@/lib/log'

const minuteMs = 60 * 1000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const chatDays = 30
const maxClockGapMs = 7 * dayMs
const idleChatMs = 30 * minuteMs

/** Deletes expired records now and every hour; ends idle conversations and forgets old limits every 5 minutes. */
export function startRetention() {
  repeat(hourMs, deleteExpired)
  repeat(5 * minuteMs, endIdleChats)
  repeat(5 * minuteMs, forgetExpired)
}

function repeat(everyMs: number, work: () => Promise<void>) {
  void work()
  setInterval(work, everyMs).unref()
}

export function endIdleChats(): Promise<void> {
  return orLog('idle conversations', async () => void (await endIdleSessions(before(idleChatMs))))
}

function forgetExpired(): Promise<void> {
  return orLog('old limits', async () => {
    const expired = { lt: new Date() }
    await (await getCountersDatabase()).rateLimit.deleteMany({ where: { expire: expired } })
    await (await getDatabase()).formDraft.deleteMany({ where: { expiresAt: expired } })
  })
}

/** Deletes conversations after 30 days, and leads after LEADS_RETENTION_DAYS; without that setting leads stay. */
export async function deleteExpired() {
  const leadDays = env.LEADS_RETENTION_DAYS
  await orLog('conversations', () => pruneChats(before(chatDays * dayMs)))
  if (leadDays === undefined) return
  await orLog('leads', async () => ((await isClockPlausible()) ? deleteOlderThan(before(leadDays * dayMs)) : 0))
}

// A clock that is weeks ahead would delete everything: without a recent lead, none is deleted.
async function isClockPlausible(): Promise<boolean> {
  const newest = await newestLead()
  return newest !== undefined && Math.abs(Date.now() - newest.getTime()) < maxClockGapMs
}

async function orLog(what: string, work: () => Promise<unknown>) {
  try {
    const deleted = await work()
    if (typeof deleted === 'number' && deleted > 0) log.info({ what, deleted }, 'deleted at the end of retention')
  } catch (error) {
    log.error({ what, ...describeError(error) }, 'what has expired could not be deleted or ended')
  }
}

function before(ms: number): Date {
  return new Date(Date.now() - ms)
}
