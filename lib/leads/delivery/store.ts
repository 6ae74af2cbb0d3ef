import { getDatabase } from '@/lib/database/client'
import type { Prisma } from '@/lib/database/generated/client'
import { recordEvent } from '@/lib/leads/event-store'
import { type ContactField, mapFields } from '@/lib/leads/fields'
import { log } from '@/lib/log'
import type { Attempt, Item } from '@/lib/outbox/item'
import type { Channel } from './channels'

// The compiler refuses a field that the model has no column for.
const fieldColumns: Pick<Record<keyof Prisma.LeadSelect, true>, ContactField> = mapFields(() => true)

export const leadColumns = {
  id: true,
  source: true,
  receivedAt: true,
  updatedAt: true,
  ...fieldColumns,
  language: true,
  status: true,
  owner: true,
  note: true,
  context: true,
} satisfies Prisma.LeadSelect

export type Lead = Prisma.LeadGetPayload<{ select: typeof leadColumns }>

/** A lead that is due on a channel: what a lease needs to know, and whether the channel has delivered it before. */
export type DueLead = Lead & Item & { requeuedAt: Date | null; wasDelivered: boolean }

/** The leads due on a channel, the longest waiting first. */
export async function findDue(channel: Channel, now: Date, limit: number): Promise<DueLead[]> {
  const database = await getDatabase()
  const rows = await database.lead.findMany({
    where: { [`${channel}NextAt`]: { lte: now } },
    orderBy: { [`${channel}NextAt`]: 'asc' },
    take: limit,
    select: {
      ...leadColumns,
      requeuedAt: true,
      [`${channel}Attempts`]: true,
      [`${channel}NextAt`]: true,
      [`${channel}DeliveredAt`]: true,
    },
  })
  return rows.map((row) => {
    const columns = row as Record<string, unknown>
    return {
      ...row,
      since: row.requeuedAt ?? row.receivedAt,
      attempts: columns[`${channel}Attempts`] as number,
      nextAt: columns[`${channel}NextAt`] as Date,
      wasDelivered: columns[`${channel}DeliveredAt`] !== null,
    }
  })
}

/** When an operator last let a lead out of quarantine; null where nobody did. */
export async function findRelease(leadId: string): Promise<Date | null> {
  const database = await getDatabase()
  const where = { leadId, kind: 'released' }
  const release = await database.leadEvent.findFirst({ where, orderBy: { at: 'desc' }, select: { at: true } })
  return release?.at ?? null
}

/** Claims a lead until a moment by one conditional UPDATE: one claimant gets true. At that moment it is due again. */
export async function lease(channel: Channel, lead: DueLead, until: Date): Promise<boolean> {
  const database = await getDatabase()
  const { count } = await database.lead.updateMany({
    where: { id: lead.id, [`${channel}NextAt`]: lead.nextAt },
    data: { [`${channel}NextAt`]: until, [`${channel}Attempts`]: lead.attempts + 1 },
  })
  return count === 1
}

/** Records an attempt under a lease, and in the lead's history. */
export async function recordAttempt(channel: Channel, lead: DueLead, leasedUntil: Date, attempt: Attempt) {
  await recordOutcome(channel, lead, leasedUntil, attempt)
  try {
    await recordEvent(lead.id, { kind: 'attempted', channel, detail: attempt.lastError ?? null })
  } catch (error) {
    // The delivery counts, not its place in the history.
    log.warn({ id: lead.id, error: (error as Error).name }, 'attempt not in the history of its lead')
  }
}

// A due time set meanwhile stays, and then only a delivery is recorded.
async function recordOutcome(channel: Channel, { id }: DueLead, leasedUntil: Date, attempt: Attempt) {
  const database = await getDatabase()
  const leased = { id, [`${channel}NextAt`]: leasedUntil }
  const { count } = await database.lead.updateMany({ where: leased, data: columnsOf(channel, attempt) })
  const { deliveredAt } = attempt
  if (count > 0 || !deliveredAt) return
  await database.lead.updateMany({ where: { id }, data: columnsOf(channel, { deliveredAt, lastError: null }) })
}

export function columnsOf(channel: Channel, attempt: Partial<Attempt>) {
  const columns = Object.entries(attempt).map(([name, value]) => [
    `${channel}${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    value,
  ])
  return Object.fromEntries(columns)
}
