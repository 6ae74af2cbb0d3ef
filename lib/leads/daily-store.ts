// Schedules daily messages. Each has a row of the table Digest, which records
// the end of the period that the last message covered.

import { getDatabase } from '@/lib/database/client'
import { isCreated } from '@/lib/database/errors'
import type { Prisma } from '@/lib/database/generated/client'
import { dayMs } from '@/lib/durations'
import type { Item, Queue } from '@/lib/outbox/queue'

export type DueMessage<Content> = Item & { until: Date; content: Content }

type Daily<Content> = {
  name: string
  isConfigured: () => boolean
  /** The names of the rows in Digest. Each row gets a separate message. */
  rows: () => string[]
  /** Returns undefined if there is nothing to report. */
  read: (name: string, since: Date, until: Date) => Promise<Content | undefined>
  deliver: (content: Content, until: Date, signal: AbortSignal) => Promise<void>
  /**
   * Returns when the first message is due, or when to look again after a day
   * with nothing to report.
   */
  firstDueAt: (now: Date) => Date
  /** Returns when the message after the period that ended at `until` is due. */
  nextDueAt: (until: Date) => Date
}

export function dailyQueue<Content>(
  daily: Daily<Content>,
): Queue<DueMessage<Content>> {
  return {
    name: daily.name,
    isConfigured: daily.isConfigured,
    async findDue(now) {
      const messages = await Promise.all(
        daily.rows().map((name) => findDueMessage(daily, name, now)),
      )
      return messages.filter((message) => message !== undefined)
    },
    lease: ({ id, attempts, dueAt, until }, leasedUntil) =>
      update(id, dueAt, { dueAt: leasedUntil, attempts: attempts + 1, until }),
    deliver: ({ content, until }, signal) =>
      daily.deliver(content, until, signal),
    async recordAttempt({ id, until }, leasedUntil, { dueAt, lastError }) {
      const next = {
        since: until,
        until: null,
        attempts: 0,
        dueAt: daily.nextDueAt(until),
      }
      await update(id, leasedUntil, {
        ...(dueAt ? { dueAt } : next),
        lastError,
      })
    },
  }
}

async function findDueMessage<Content>(
  { read, firstDueAt }: Daily<Content>,
  name: string,
  now: Date,
): Promise<DueMessage<Content> | undefined> {
  const database = await getDatabase()
  const nextIfNew = firstDueAt(now)
  const row = await database.digest.findUnique({
    where: { channel: name },
  })
  if (!row) {
    // Starts in 1970, so that the first message also covers everything before
    // it.
    const data = { channel: name, since: new Date(0), dueAt: nextIfNew }
    await isCreated(database.digest.create({ data }))
    return undefined
  }
  // Sends a message about the last day if the clock was ahead when `dueAt` was
  // set, because two messages about the same leads are better than none.
  const isFromFuture = row.dueAt.getTime() > nextIfNew.getTime() + dayMs
  const since = isFromFuture ? new Date(now.getTime() - dayMs) : row.since
  if (row.dueAt > now && !isFromFuture) return undefined
  const until = row.until ?? now
  const content = await read(name, since, until)
  if (content !== undefined) {
    const { attempts, dueAt } = row
    return { id: name, queuedAt: until, attempts, dueAt, until, content }
  }
  await update(name, row.dueAt, {
    dueAt: nextIfNew,
    until: null,
    attempts: 0,
  })
  return undefined
}

async function update(
  name: string,
  dueAt: Date,
  data: Prisma.DigestUpdateInput,
): Promise<boolean> {
  const database = await getDatabase()
  const { count } = await database.digest.updateMany({
    where: { channel: name, dueAt },
    data,
  })
  return count === 1
}
