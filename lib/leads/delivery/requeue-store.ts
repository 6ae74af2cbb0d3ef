// Releases, retries and holds back the deliveries of at most a few hundred
// leads at once. Each function returns the ids of the leads that it changed.
import { getDatabase } from '@/lib/database/client'
import type { Prisma } from '@/lib/database/generated/client'
import { eventRow } from '@/lib/leads/history-store'
import type { SalesChannel } from './channels'
import { configuredSalesChannels } from './configured-channels'
import { dueColumns } from './delivery-store'

type Transaction = Prisma.TransactionClient

/** The reason for the quarantine of a lead that an operator marked as spam. */
export const markedAsSpam = 'marked'

/** Makes quarantined leads due on every configured channel. */
export async function releaseLeads(
  ids: string[],
  operator: string,
): Promise<string[]> {
  const database = await getDatabase()
  return database.$transaction(async (transaction) => {
    const leads = await transaction.lead.findMany({
      where: { id: { in: ids }, quarantine: { not: null } },
      select: { id: true, quarantine: true },
    })
    const held = leads.map(({ id }) => id)
    await transaction.lead.updateMany({
      where: { id: { in: held } },
      data: { quarantine: null },
    })
    await transaction.leadEvent.createMany({
      data: leads.map(({ id, quarantine: detail }) =>
        eventRow(id, { kind: 'released', operator, detail }),
      ),
    })
    await queueUndelivered(transaction, held, configuredSalesChannels())
    return held
  })
}

/**
 * Makes leads due now on the configured channels that have not delivered them,
 * or on one of these channels.
 */
export async function retryLeads(
  ids: string[],
  operator: string,
  channel?: SalesChannel,
): Promise<string[]> {
  const channels = configuredSalesChannels().filter(
    (configured) => channel === undefined || configured === channel,
  )
  const database = await getDatabase()
  return database.$transaction(async (transaction) => {
    const accepted = await acceptedOf(transaction, ids)
    const queued = await queueUndelivered(transaction, accepted, channels)
    await transaction.leadEvent.createMany({
      data: queued.map((id) => eventRow(id, { kind: 'retried', operator })),
    })
    return queued
  })
}

/** Quarantines leads, and cancels their waiting deliveries. */
export async function markLeadsAsSpam(
  ids: string[],
  operator: string,
): Promise<string[]> {
  const database = await getDatabase()
  return database.$transaction(async (transaction) => {
    const marked = await acceptedOf(transaction, ids)
    await transaction.lead.updateMany({
      where: { id: { in: marked } },
      data: { quarantine: markedAsSpam },
    })
    await transaction.delivery.deleteMany({
      where: { leadId: { in: marked }, deliveredAt: null },
    })
    await transaction.leadEvent.createMany({
      data: marked.map((id) => eventRow(id, { kind: 'spam', operator })),
    })
    return marked
  })
}

/** Returns the ids of the leads that are not in quarantine. */
async function acceptedOf(transaction: Transaction, ids: string[]) {
  const leads = await transaction.lead.findMany({
    where: { id: { in: ids }, quarantine: null },
    select: { id: true },
  })
  return leads.map(({ id }) => id)
}

/**
 * Makes leads due on the channels that have not delivered them. Returns the ids
 * of those leads.
 */
async function queueUndelivered(
  transaction: Transaction,
  ids: string[],
  channels: SalesChannel[],
): Promise<string[]> {
  const onChannels = { leadId: { in: ids }, channel: { in: channels } }
  const delivered = await transaction.delivery.findMany({
    where: { ...onChannels, deliveredAt: { not: null } },
    select: { leadId: true, channel: true },
  })
  const keyOf = (leadId: string, channel: string) => `${leadId} ${channel}`
  const done = new Set(
    delivered.map(({ leadId, channel }) => keyOf(leadId, channel)),
  )
  const now = new Date()
  const data = ids.flatMap((leadId) =>
    channels
      .filter((channel) => !done.has(keyOf(leadId, channel)))
      .map((channel) => ({ leadId, channel, ...dueColumns(now) })),
  )
  await transaction.delivery.deleteMany({
    where: { ...onChannels, deliveredAt: null },
  })
  await transaction.delivery.createMany({ data })
  return [...new Set(data.map(({ leadId }) => leadId))]
}
