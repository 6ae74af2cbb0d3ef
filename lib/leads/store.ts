import { randomUUID } from 'node:crypto'
import { getDatabase } from '@/lib/database/client'
import type { Prisma } from '@/lib/database/generated/client'
import {
  channels,
  configuredSalesChannels,
  dueColumns,
  isConfigured,
  selectColumns,
} from '@/lib/leads/delivery/channels'
import { besideOthers } from '@/lib/transient/lock'
import { pseudonymOf } from '@/lib/transient/pseudonym'
import type { Admission } from './admission'
import { hashFields } from './body-hash'
import { type LeadContext, storedContext } from './context'
import { emailKeyOf } from './email-key'
import { emptyFields } from './fields'
import { insertLead } from './insert-store'
import type { Contact, ContactInput } from './schema'
import { searchTextOf } from './search-text'

export type Receipt = { id: string; receivedAt: Date }

/** Durable when it resolves. The same key and fields return the first receipt. Throws when the database is away. */
export async function saveLead(
  submission: ContactInput,
  idempotencyKey: string,
  { context, ...admission }: Admission & { context?: LeadContext } = { score: 0 },
): Promise<Receipt | 'key_reused'> {
  const contact = { ...emptyFields, honeypot: '', ...submission }
  const insert = (acknowledge: boolean) =>
    insertContact(contact, idempotencyKey, { ...admission, context, acknowledge })
  if (admission.quarantine || !isConfigured('ack')) return insert(false)
  // Of messages that a mailbox sends at once, none sees another's row: the first one is acknowledged.
  return besideOthers(pseudonymOf('acknowledged', emailKeyOf(contact.email)), insert)
}

async function insertContact(
  contact: Contact,
  idempotencyKey: string,
  { score, quarantine, context, acknowledge }: Admission & { context?: LeadContext; acknowledge: boolean },
): Promise<Receipt | 'key_reused'> {
  const { honeypot: _, ...fields } = contact
  const emailKey = emailKeyOf(contact.email)
  const receivedAt = new Date()
  const isAcknowledged = acknowledge && !quarantine && !(await wasAcknowledged(emailKey, receivedAt))
  const due = quarantine ? {} : dueChannels(receivedAt, isAcknowledged)
  const spam = { spamScore: score, quarantine: quarantine?.join(',') ?? null }
  const id = randomUUID()
  const row = { id, idempotencyKey, bodyHash: hashFields(contact), receivedAt, emailKey }
  const known = { context: storedContext(context), searchText: searchTextOf(contact, id) }
  const data = { ...row, ...fields, ...known, ...spam, ...due } satisfies Prisma.LeadCreateInput
  if (await insertLead(data)) return { id, receivedAt }
  const earlier = await findReceipt(contact, idempotencyKey)
  if (!earlier) throw new Error('The lead stored under this key was deleted meanwhile.')
  return earlier
}

/** The receipt of the lead stored under a key, 'key_reused' where its fields are others, or null where there is none. */
export async function findReceipt(contact: Contact, idempotencyKey: string): Promise<Receipt | 'key_reused' | null> {
  const database = await getDatabase()
  const select = { id: true, receivedAt: true, bodyHash: true }
  const first = await database.lead.findUnique({ where: { idempotencyKey }, select })
  if (!first) return null
  return first.bodyHash === hashFields(contact) ? { id: first.id, receivedAt: first.receivedAt } : 'key_reused'
}

function dueChannels(at: Date, acknowledge: boolean) {
  const due = channels.filter((channel) => isConfigured(channel) && (channel !== 'ack' || acknowledge))
  return dueColumns(due, at)
}

const acknowledgeAgainMs = 24 * 60 * 60 * 1000

// One acknowledgement a day and mailbox: the form must not become a way to fill somebody's.
async function wasAcknowledged(emailKey: string, now: Date): Promise<boolean> {
  const database = await getDatabase()
  const since = new Date(now.getTime() - acknowledgeAgainMs)
  const acknowledged = { OR: [{ ackNextAt: { not: null } }, { ackDeliveredAt: { not: null } }] }
  const select = { id: true }
  return (
    (await database.lead.findFirst({ where: { emailKey, receivedAt: { gte: since }, ...acknowledged }, select })) !==
    null
  )
}

/** Lets a quarantined lead be delivered on every channel that is set up. Returns whether there was such a lead. */
export async function releaseLead(id: string): Promise<boolean> {
  const database = await getDatabase()
  const now = new Date()
  const data = { quarantine: null, requeuedAt: now, ...dueChannels(now, false) }
  const { count } = await database.lead.updateMany({ where: { id, quarantine: { not: null } }, data })
  return count > 0
}

/** Makes a lead due now on every channel that is set up and has not delivered it. False when there is none. */
export async function retryLead(id: string): Promise<boolean> {
  const database = await getDatabase()
  const lead = await database.lead.findUnique({
    where: { id },
    select: { quarantine: true, ...selectColumns(['DeliveredAt']) },
  })
  if (!lead || lead.quarantine) return false
  const undelivered = configuredSalesChannels().filter((channel) => lead[`${channel}DeliveredAt`] === null)
  if (undelivered.length === 0) return false
  const now = new Date()
  const again = Object.fromEntries(undelivered.map((channel) => [`${channel}AbandonedAt`, null]))
  const { count } = await database.lead.updateMany({
    where: { id, quarantine: null },
    data: { requeuedAt: now, ...dueColumns(undelivered, now), ...again },
  })
  return count > 0
}
