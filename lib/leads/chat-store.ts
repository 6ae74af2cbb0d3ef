import { getDatabase } from '@/lib/database/client'
import type { Prisma } from '@/lib/database/generated/client'
import { configuredSalesChannels } from './delivery/configured-channels'
import { dueColumns } from './delivery/delivery-store'
import { hashFields, messageOf, type Receipt } from './lead-store'
import { notesOf, selectNotes } from './note-store'
import type { Contact } from './schema'
import { searchTextOf } from './search-text'

/**
 * The prefix of the idempotency key of a conversation's lead. Clients cannot
 * send such a key, because it contains a colon.
 */
export const chatPrefix = 'chat:'

export function chatKeyOf(sessionId: string): string {
  return chatPrefix + sessionId
}

/** `sentAt` is when the visitor last sent the contact card. */
type ChatLead = { id: string; sentAt: Date }

/** Returns the leads from conversations, by session id. */
export async function findChatLeads(
  sessionIds: string[],
): Promise<Map<string, ChatLead>> {
  const database = await getDatabase()
  const where = { idempotencyKey: { in: sessionIds.map(chatKeyOf) } }
  const leads = await database.lead.findMany({
    where,
    select: {
      id: true,
      idempotencyKey: true,
      receivedAt: true,
      updatedAt: true,
    },
  })
  return new Map(
    leads.map(({ id, idempotencyKey, receivedAt, updatedAt }) => [
      idempotencyKey.slice(chatPrefix.length),
      { id, sentAt: updatedAt ?? receivedAt },
    ]),
  )
}

const maxTries = 10

type Change = { transcript: string; dueAt: Date }

/**
 * Replaces the fields of a conversation's lead, except those that an operator
 * has corrected and the visitor has not changed since. Sends the new fields in
 * deliveries that have not been attempted, and queues all others again.
 */
export async function changeChatLead(
  idempotencyKey: string,
  contact: Contact,
  { transcript, dueAt }: Change,
): Promise<Receipt> {
  const database = await getDatabase()
  const select = {
    id: true,
    receivedAt: true,
    updatedAt: true,
    quarantine: true,
    note: true,
    notes: selectNotes,
    searchText: true,
  }

  const { honeypot: _, ...sent } = contact
  const message = messageOf(contact, transcript)
  // Retries if the lead has changed since it was read, so that no simultaneous
  // change is lost.
  for (let tries = 0; tries < maxTries; tries++) {
    const lead = await database.lead.findUniqueOrThrow({
      where: { idempotencyKey },
      select,
    })
    const { id, receivedAt } = lead
    const fields = await reapplyCorrections(id, sent)
    const notes = notesOf(lead).map(({ text }) => text)
    const searchText = searchTextOf({ ...fields, message, id, notes })
    const data = {
      ...fields,
      message,
      searchText,
      bodyHash: hashFields(contact),
      updatedAt: laterThan(lead.updatedAt),
    }
    if (await storeChange(lead, data, dueAt)) return { id, receivedAt }
  }
  throw new Error('The lead of a conversation changed too often to be updated.')
}

/**
 * Reapplies operators' corrections to values that the visitor has sent again
 * unchanged.
 */
async function reapplyCorrections<Fields extends Record<string, string>>(
  leadId: string,
  sent: Fields,
): Promise<Fields> {
  const database = await getDatabase()
  const corrections = await database.leadEvent.findMany({
    where: { leadId, kind: 'corrected' },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
    select: { field: true, former: true, detail: true },
  })
  const fields: Record<string, string> = { ...sent }
  for (const { field, former, detail } of corrections)
    if (field && detail !== null && fields[field] === former)
      fields[field] = detail
  return fields as Fields
}

type Read = {
  id: string
  quarantine: string | null
  updatedAt: Date | null
  searchText: string
}

async function storeChange(
  { id, quarantine, updatedAt, searchText }: Read,
  data: Prisma.LeadUpdateInput,
  dueAt: Date,
) {
  const database = await getDatabase()
  return database.$transaction(async (transaction) => {
    const { count } = await transaction.lead.updateMany({
      where: { id, quarantine, updatedAt, searchText },
      data,
    })
    if (count === 0 || quarantine !== null) return count > 0
    const neverAttempted = { attempts: 0, dueAt: { not: null } }
    // Locks the unattempted deliveries on PostgreSQL by an update that changes
    // nothing, so that a worker that claims one of them reads the lead only
    // after this transaction.
    await transaction.delivery.updateMany({
      where: { leadId: id, ...neverAttempted },
      data: { attempts: 0 },
    })
    // Queues all other deliveries again, because they may have sent the former
    // fields.
    const requeued = { ...dueColumns(dueAt), attempts: 0, abandonedAt: null }
    for (const channel of configuredSalesChannels())
      await transaction.delivery.updateMany({
        where: { leadId: id, channel, NOT: neverAttempted },
        data: requeued,
      })
    return true
  })
}

function laterThan(moment: Date | null): Date {
  return new Date(Math.max(Date.now(), (moment?.getTime() ?? 0) + 1))
}

/**
 * Makes first deliveries due now instead of waiting for corrections, because
 * the conversation has ended.
 */
export async function deliverChatLeadNow(sessionId: string, before: Date) {
  const database = await getDatabase()
  const now = new Date()
  const lead = { idempotencyKey: chatKeyOf(sessionId) }
  await database.delivery.updateMany({
    where: { lead, attempts: 0, dueAt: { gt: now, lte: before } },
    data: { dueAt: now },
  })
}

export async function sessionOf(id: string): Promise<string | undefined> {
  const database = await getDatabase()
  const lead = await database.lead.findUnique({
    where: { id },
    select: { source: true, idempotencyKey: true },
  })
  return lead?.source === 'chat'
    ? lead.idempotencyKey.slice(chatPrefix.length)
    : undefined
}
