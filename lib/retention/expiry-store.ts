import { getDatabase } from '@/lib/database/client'
import { describeError } from '@/lib/database/errors'
import { Prisma } from '@/lib/database/generated/client'
import { dayMs, minuteMs } from '@/lib/durations'
import { env } from '@/lib/env'
import { deleteOlderThan } from '@/lib/leads/erase-store'
import { log } from '@/lib/log'
import { auditDays } from '@/lib/operator/audit-store'
import { sessionLives } from '@/lib/operator/session-lives'
import { trustedTime } from './clock-store'

const everyMs = 5 * minuteMs
const chatMs = 30 * dayMs

// The age of expired notices, longer than they are retried. Only notices to a
// receiver that is no longer configured wait this long.
const noticeMs = 30 * dayMs

type Expiry = { key: string; column: string; maxAgeMs: number }

/**
 * For each table, the column that a row's age is measured from. `maxAgeMs` is 0
 * where the column is the expiry time itself.
 */
const expiries: Record<string, Expiry> = {
  RateLimit: { key: 'key', column: 'expire', maxAgeMs: 0 },
  FormDraft: { key: 'id', column: 'expiresAt', maxAgeMs: 0 },
  OperatorSession: {
    key: 'tokenHash',
    column: 'createdAt',
    maxAgeMs: sessionLives.passkey.absoluteMs,
  },
  OperatorAction: { key: 'id', column: 'at', maxAgeMs: auditDays * dayMs },
  LeadNotice: { key: 'id', column: 'queuedAt', maxAgeMs: noticeMs },
  ChatMessage: { key: 'id', column: 'sentAt', maxAgeMs: chatMs },
  UnansweredQuestion: { key: 'id', column: 'lastAskedAt', maxAgeMs: chatMs },
  ChatSession: { key: 'id', column: 'lastAt', maxAgeMs: chatMs },
}

/** Deletes expired data now and every 5 minutes. */
export function startRetention() {
  void deleteExpired()
  setInterval(deleteExpired, everyMs).unref()
}

/**
 * Deletes everything that has reached its maximum age. Leads stay unless
 * LEADS_RETENTION_DAYS is set.
 */
export async function deleteExpired() {
  const leadDays = env.LEADS_RETENTION_DAYS
  try {
    const now = await trustedTime()
    const before = (ms: number) => new Date(now.getTime() - ms)
    for (const [table, { maxAgeMs, ...columns }] of Object.entries(expiries)) {
      report(table, await deleteRows(table, columns, before(maxAgeMs)))
    }
    if (leadDays)
      report('Lead', await deleteOlderThan(before(leadDays * dayMs), now))
  } catch (error) {
    log.error(describeError(error), 'expired data could not be deleted')
  }
}

function report(table: string, deleted: number) {
  if (deleted > 0)
    log.info({ table, deleted }, 'deleted at the end of retention')
}

// The most rows per statement, because SQLite blocks the process during it.
const rowsAtOnce = 500

async function deleteRows(
  table: string,
  { key, column }: Omit<Expiry, 'maxAgeMs'>,
  before: Date,
): Promise<number> {
  const database = await getDatabase()
  const [rows, id, time] = [table, key, column].map((name) =>
    Prisma.raw(`"${name}"`),
  )
  for (let deleted = 0; ; ) {
    const count = await database.$executeRaw`
      DELETE FROM ${rows} WHERE ${id} IN (SELECT ${id} FROM ${rows} WHERE ${time} < ${before} LIMIT ${rowsAtOnce})`
    deleted += count
    if (count < rowsAtOnce) return deleted
  }
}
