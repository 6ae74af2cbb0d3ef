import { randomUUID } from 'node:crypto'
import { getDatabase } from '@/lib/database/client'
import { isCreated } from '@/lib/database/errors'
import { env } from '@/lib/env'
import { dueColumns, isConfigured, type SalesChannel } from '@/lib/leads/delivery/channels'
import { columnsOf } from '@/lib/leads/delivery/store'
import type { Attempt, Item } from '@/lib/outbox/item'
import { firstNews } from './news-store'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/** The ways a digest goes out. HubSpot and Salesforce take leads and nothing else. */
export const digestChannels = ['mail', 'webhook', 'slack'] as const satisfies SalesChannel[]

export type DigestChannel = (typeof digestChannels)[number]

/** A digest that is due, and the span of time that it covers: from a moment to before another. */
export type DueDigest = Item & { coversFrom: Date; coversUntil: Date }

/** Makes a digest an hour after the first thing to tell, a day after the last digest. One process gets true. */
export async function planDigest(now = new Date()): Promise<boolean> {
  const channels = digestChannels.filter(isConfigured)
  if (!env.LEADS_DIGEST || channels.length === 0) return false
  const database = await getDatabase()
  // Before all else is read: if another process makes a digest meanwhile, it has this number, and this one is not made.
  const last = await database.digest.findFirst({ orderBy: { number: 'desc' }, select: { number: true } })
  // A digest from the future was made before the clock was set back. To cover leads twice is better than never.
  const before = await database.digest.findFirst({
    where: { coversUntil: { lte: now } },
    orderBy: { coversUntil: 'desc' },
    select: { coversUntil: true },
  })
  const coversFrom = before?.coversUntil ?? new Date(0)
  const first = await firstNews(coversFrom)
  const dueAt = Math.max((first?.getTime() ?? Number.POSITIVE_INFINITY) + hourMs, coversFrom.getTime() + dayMs)
  if (now.getTime() < dueAt) return false
  const span = { coversFrom, coversUntil: now }
  const data = { id: randomUUID(), number: (last?.number ?? 0) + 1, ...span, ...dueColumns(channels, now) }
  return isCreated(database.digest.create({ data, select: { id: true } }))
}

/** The digests due on a channel, the longest waiting first. */
export async function findDueDigests(channel: DigestChannel, now: Date, limit: number): Promise<DueDigest[]> {
  const database = await getDatabase()
  const rows = await database.digest.findMany({
    where: { [`${channel}NextAt`]: { lte: now } },
    orderBy: { [`${channel}NextAt`]: 'asc' },
    take: limit,
    select: {
      id: true,
      coversFrom: true,
      coversUntil: true,
      mailAttempts: true,
      mailNextAt: true,
      webhookAttempts: true,
      webhookNextAt: true,
      slackAttempts: true,
      slackNextAt: true,
    },
  })
  return rows.map(({ id, coversFrom, coversUntil, ...row }) => ({
    id,
    coversFrom,
    coversUntil,
    since: coversUntil,
    attempts: row[`${channel}Attempts`],
    nextAt: row[`${channel}NextAt`] ?? now,
  }))
}

export async function leaseDigest(channel: DigestChannel, due: DueDigest, until: Date): Promise<boolean> {
  const database = await getDatabase()
  const { count } = await database.digest.updateMany({
    where: { id: due.id, [`${channel}NextAt`]: due.nextAt },
    data: { [`${channel}NextAt`]: until, [`${channel}Attempts`]: due.attempts + 1 },
  })
  return count === 1
}

/** Records what became of an attempt under a lease. Nothing else makes a digest due: without the lease it is another's. */
export async function recordDigest(channel: DigestChannel, { id }: DueDigest, leasedUntil: Date, attempt: Attempt) {
  const database = await getDatabase()
  const leased = { id, [`${channel}NextAt`]: leasedUntil }
  await database.digest.updateMany({ where: leased, data: columnsOf(channel, attempt) })
}
