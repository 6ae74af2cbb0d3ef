import { randomUUID } from 'node:crypto'
import { getDatabase } from '@/lib/database/client'
import { isCreated } from '@/lib/database/errors'
import type { Channel } from '@/lib/leads/delivery/channels'
import { isConfigured } from '@/lib/leads/delivery/channels'
import { columnsOf } from '@/lib/leads/delivery/store'
import type { Attempt, Item } from '@/lib/outbox/item'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

export type DigestChannel = Exclude<Channel, 'ack'>

/** A digest that is due, and the time at which the leads in it were received: from a moment to before another. */
export type DueDigest = Item & { coversFrom: Date; coversUntil: Date }

/** Makes a digest an hour after the first uncovered lead, a day after the last digest. One process gets true. */
export async function planDigest(now = new Date()): Promise<boolean> {
  const mail = isConfigured('mail')
  const webhook = isConfigured('webhook')
  if (!mail && !webhook) return false
  const database = await getDatabase()
  // Before all else is read: if another process makes a digest meanwhile, it has this number, and this one is not made.
  const last = await database.quarantineDigest.findFirst({ orderBy: { number: 'desc' }, select: { number: true } })
  // A digest from the future was made before the clock was set back. To cover leads twice is better than never.
  const before = await database.quarantineDigest.findFirst({
    where: { coversUntil: { lte: now } },
    orderBy: { coversUntil: 'desc' },
    select: { coversUntil: true },
  })
  const coversFrom = before?.coversUntil ?? new Date(0)
  const first = await database.lead.findFirst({
    where: { quarantine: { not: null }, receivedAt: { gte: coversFrom } },
    orderBy: { receivedAt: 'asc' },
    select: { receivedAt: true },
  })
  const dueAt = Math.max(
    (first?.receivedAt.getTime() ?? Number.POSITIVE_INFINITY) + hourMs,
    coversFrom.getTime() + dayMs,
  )
  if (now.getTime() < dueAt) return false
  const due = { mailNextAt: mail ? now : null, webhookNextAt: webhook ? now : null }
  const data = { id: randomUUID(), number: (last?.number ?? 0) + 1, coversFrom, coversUntil: now, ...due }
  return isCreated(database.quarantineDigest.create({ data, select: { id: true } }))
}

/** The digests due on a channel, the longest waiting first. */
export async function findDueDigests(channel: DigestChannel, now: Date, limit: number): Promise<DueDigest[]> {
  const database = await getDatabase()
  const rows = await database.quarantineDigest.findMany({
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
  const { count } = await database.quarantineDigest.updateMany({
    where: { id: due.id, [`${channel}NextAt`]: due.nextAt },
    data: { [`${channel}NextAt`]: until, [`${channel}Attempts`]: due.attempts + 1 },
  })
  return count === 1
}

/** Records what became of an attempt under a lease. Nothing else makes a digest due: without the lease it is another's. */
export async function recordDigest(channel: DigestChannel, { id }: DueDigest, leasedUntil: Date, attempt: Attempt) {
  const database = await getDatabase()
  const leased = { id, [`${channel}NextAt`]: leasedUntil }
  await database.quarantineDigest.updateMany({ where: leased, data: columnsOf(channel, attempt) })
}

const listed = {
  id: true,
  receivedAt: true,
  company: true,
  source: true,
  email: true,
  phone: true,
  name: true,
  quarantine: true,
  spamScore: true,
} as const

/** Read when the digest is sent, so that released and erased leads are not in it. The least like spam come first. */
export async function readDigest({ coversFrom, coversUntil }: DueDigest, limit: number) {
  const database = await getDatabase()
  const where = { quarantine: { not: null }, receivedAt: { gte: coversFrom, lt: coversUntil } }
  const groups = await database.lead.groupBy({ by: ['quarantine'], where, _count: true })
  const leads = await database.lead.findMany({
    where,
    orderBy: [{ spamScore: 'asc' }, { receivedAt: 'asc' }],
    take: limit,
    select: listed,
  })
  const total = await database.lead.count({ where: { quarantine: { not: null } } })
  return {
    groups: groups.map(({ quarantine, _count }) => ({ reasons: split(quarantine), count: _count })),
    leads,
    total,
  }
}

function split(quarantine: string | null): string[] {
  return quarantine?.split(',') ?? []
}
