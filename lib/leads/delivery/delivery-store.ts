import { getDatabase } from '@/lib/database/client'
import type { Prisma } from '@/lib/database/generated/client'
import { type ContactField, contactFields } from '@/lib/leads/contact-fields'
import { selectNotes } from '@/lib/leads/note-store'
import { dueConditions, leaseColumns } from '@/lib/outbox/back-off'
import type { Item, Queue } from '@/lib/outbox/queue'
import { recordOf } from '@/lib/text'
import type { Channel } from './channels'

/**
 * Selects deliveries to sales (all channels but `ack`) whose `moment` is set.
 */
export function whereToSales(moment: 'dueAt' | 'abandonedAt' | 'deliveredAt') {
  return {
    channel: { not: 'ack' },
    [moment]: { not: null },
  } satisfies Prisma.DeliveryWhereInput
}

/** Selects the contact fields. Fails to compile if one has no column. */
export const fieldColumns: Pick<
  Record<keyof Prisma.LeadSelect, true>,
  ContactField
> = recordOf(contactFields, () => true)

export const leadColumns = {
  id: true,
  source: true,
  receivedAt: true,
  updatedAt: true,
  ...fieldColumns,
  language: true,
  status: true,
  stage: true,
  owner: true,
  note: true,
  notes: selectNotes,
  remindOn: true,
  context: true,
} satisfies Prisma.LeadSelect

export const deliveryColumns = {
  channel: true,
  attempts: true,
  dueAt: true,
  deliveredAt: true,
  abandonedAt: true,
  lastError: true,
} satisfies Prisma.DeliverySelect

export type Delivery = Prisma.DeliveryGetPayload<{
  select: typeof deliveryColumns
}>

export function newDeliveries(channels: readonly Channel[], at: Date) {
  return { create: channels.map((channel) => ({ channel, ...dueColumns(at) })) }
}

export type DueDelivery = Item & { wasDelivered: boolean }

/** Finds, leases and records one channel's deliveries for its queue. */
export function deliveriesOn(
  channel: Channel,
): Pick<Queue<DueDelivery>, 'findDue' | 'lease' | 'recordAttempt'> {
  return {
    async findDue(now, limit) {
      const database = await getDatabase()
      // Runs one query per condition, so that each reads a short range of an
      // index.
      const queries = dueConditions(now).map((condition) =>
        database.delivery.findMany({
          where: { channel, ...condition },
          orderBy: { dueAt: 'asc' },
          take: limit,
          select: {
            leadId: true,
            queuedAt: true,
            attempts: true,
            dueAt: true,
            deliveredAt: true,
          },
        }),
      )
      const rows = (await Promise.all(queries)).flat().slice(0, limit)
      return rows.map(({ leadId: id, dueAt, deliveredAt, ...row }) => {
        const wasDelivered = deliveredAt !== null
        return { ...row, id, dueAt: dueAt ?? now, wasDelivered }
      })
    },
    async lease(item, until) {
      const { id, dueAt } = item
      const database = await getDatabase()
      const { count } = await database.delivery.updateMany({
        where: { leadId: id, channel, dueAt },
        data: leaseColumns(item, until),
      })
      return count === 1
    },
    async recordAttempt({ id }, leasedUntil, attempt) {
      const database = await getDatabase()
      const where = { leadId: id, channel }
      const { count } = await database.delivery.updateMany({
        where: { ...where, dueAt: leasedUntil },
        data: attempt,
      })
      const delivered = { deliveredAt: attempt.deliveredAt, lastError: null }
      if (count === 0 && attempt.deliveredAt)
        await database.delivery.updateMany({ where, data: delivered })
    },
  }
}

export type Lead = Prisma.LeadGetPayload<{ select: typeof leadColumns }>

/** A lead with its state on a channel. */
export type LeadToSend = Lead & {
  /** Whether the channel has delivered it before. */
  wasDelivered: boolean
  /** When it was last released from quarantine. */
  releasedAt: Date | null
}

/**
 * Reads the lead of a leased delivery. Any later change makes the delivery due
 * again.
 */
export async function findLeadToSend({
  id,
  wasDelivered,
}: DueDelivery): Promise<LeadToSend | undefined> {
  const database = await getDatabase()
  const lead = await database.lead.findUnique({
    where: { id },
    select: leadColumns,
  })
  if (!lead) return undefined
  const where = { leadId: id, kind: 'released' }
  const release = await database.leadEvent.findFirst({
    where,
    orderBy: { at: 'desc' },
    select: { at: true },
  })
  return { ...lead, wasDelivered, releasedAt: release?.at ?? null }
}

export function dueColumns(at: Date) {
  return { queuedAt: new Date(), dueAt: at }
}
