import { hash, randomUUID } from 'node:crypto'
import { getDatabase } from '@/lib/database/client'
import { isCreated } from '@/lib/database/errors'
import type { Prisma } from '@/lib/database/generated/client'
import { daySeconds } from '@/lib/durations'
import { createCounter } from '@/lib/http/counter-store'
import {
  configuredSalesChannels,
  isConfigured,
} from '@/lib/leads/delivery/configured-channels'
import { newDeliveries } from '@/lib/leads/delivery/delivery-store'
import type { Admission } from './admission'
import { type ContactField, contactFields } from './contact-fields'
import { type LeadContext, storedContext } from './context'
import { emailKeyOf } from './email-address'
import type { Contact } from './schema'
import { searchTextOf } from './search-text'

// The limit of one acknowledgment per mailbox and day, so that the form cannot
// be used to flood it.
const acknowledgments = createCounter('acknowledgments', daySeconds)

/**
 * For a lead from the chat: the transcript, which is appended to the message,
 * and when the lead is due to sales.
 */
export type ChatPart = { transcript: string; dueAt: Date }

export type Receipt = { id: string; receivedAt: Date }

/** `isNew` is false if the lead was stored before under the same key. */
export type Saved = Receipt & { isNew: boolean }

type Extras = { context?: LeadContext; conversation?: ChatPart }

/**
 * Stores a lead. It is on the disk when the promise resolves. If the same
 * fields are already stored under this key, returns the first receipt. Rejects
 * if the lead could not be stored.
 */
export async function saveLead(
  contact: Contact,
  idempotencyKey: string,
  { score, quarantine, context, conversation }: Admission & Extras = {
    score: 0,
  },
): Promise<Saved | 'key_reused'> {
  const { honeypot: _, ...fields } = contact
  const mailbox = emailKeyOf(contact.email)
  const receivedAt = new Date()
  const isAcknowledged =
    !quarantine &&
    !conversation &&
    isConfigured('ack') &&
    (await acknowledgments.add(mailbox)).count === 1

  const due = [
    ...configuredSalesChannels(),
    ...(isAcknowledged ? (['ack'] as const) : []),
  ]

  const id = randomUUID()
  const message = messageOf(contact, conversation?.transcript)
  const data = {
    id,
    idempotencyKey,
    source: conversation ? 'chat' : 'form',
    bodyHash: hashFields(contact),
    receivedAt,
    ...fields,
    message,
    context: storedContext(context),
    searchText: searchTextOf({ ...fields, message, id }),
    spamScore: score,
    quarantine: quarantine?.join(',') ?? null,
    ...(!quarantine && {
      deliveries: newDeliveries(due, conversation?.dueAt ?? receivedAt),
    }),
  } satisfies Prisma.LeadCreateInput

  const database = await getDatabase()
  let isStored = false
  try {
    isStored = await isCreated(
      database.lead.create({ data, select: { id: true } }),
    )
  } finally {
    if (isAcknowledged && !isStored) await acknowledgments.takeBack(mailbox)
  }

  if (isStored) return { id, receivedAt, isNew: true }
  const earlier = await findReceipt(contact, idempotencyKey)
  if (!earlier)
    throw new Error('The lead stored under this key has been deleted.')
  return earlier === 'key_reused' ? earlier : { ...earlier, isNew: false }
}

/**
 * Returns the message of a lead: the text from the visitor, followed by the
 * chat transcript.
 */
export function messageOf({ message }: Contact, transcript = ''): string {
  return [message, transcript].filter(Boolean).join('\n\n')
}

export async function findReceipt(
  contact: Contact,
  idempotencyKey: string,
): Promise<Receipt | 'key_reused' | null> {
  const database = await getDatabase()
  const select = { id: true, receivedAt: true, bodyHash: true }
  const first = await database.lead.findUnique({
    where: { idempotencyKey },
    select,
  })
  if (!first) return null
  return first.bodyHash === hashFields(contact)
    ? { id: first.id, receivedAt: first.receivedAt }
    : 'key_reused'
}

// Do not change these fields or their order, because the hashes of stored leads
// were computed from them.
const firstFields: ContactField[] = [
  'name',
  'email',
  'company',
  'phone',
  'message',
]

/**
 * Returns the SHA-256 of a lead's fields in hexadecimal. Fields added later
 * only count if they are filled in, so that older hashes stay valid.
 */
export function hashFields(
  contact: Record<ContactField | 'language', string>,
): string {
  const added = contactFields.filter(
    (field) => !firstFields.includes(field) && contact[field] !== '',
  )
  const values = [
    ...firstFields.map((field) => contact[field]),
    contact.language,
    ...added.map((field) => [field, contact[field]]),
  ]
  return hash('sha256', JSON.stringify(values))
}
