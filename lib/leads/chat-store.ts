import { randomUUID } from 'node:crypto'
import { getDatabase } from '@/lib/database/client'
import { isCreated } from '@/lib/database/errors'
import type { Prisma } from '@/lib/database/generated/client'
import { configuredSalesChannels, dueOn } from '@/lib/leads/delivery/store'
import { cut } from '@/lib/typed-text'
import { emptyFields } from './fields'
import { searchTextOf } from './normalize'

/** The key of a conversation's lead begins with it. No client can send one: it takes no colon. */
export const chatPrefix = 'chat:'

function keyOf(sessionId: string): string {
  return chatPrefix + sessionId
}

export type KnownDetails = Record<'name' | 'email' | 'company' | 'phone', string>

/** What a conversation adds to its lead. */
type Addition = { turns: Turn[]; details: Partial<KnownDetails> }

export type NewChatLead = Addition & { sessionId: string; language: string; dueAt: Date; quarantine: string | null }

const detailColumns = { name: true, email: true, company: true, phone: true } as const

export async function findChatLead(sessionId: string): Promise<KnownDetails | undefined> {
  const database = await getDatabase()
  const where = { idempotencyKey: keyOf(sessionId) }
  return (await database.lead.findUnique({ where, select: detailColumns })) ?? undefined
}

/** Of names and companies the first counts, of addresses and numbers the newest. */
export function mergeDetails(known: KnownDetails, details: Partial<KnownDetails>): KnownDetails {
  const { name = '', email = known.email, company = '', phone = known.phone } = details
  return { name: known.name || name, email, company: known.company || company, phone }
}

/** The ids of the leads that conversations have, by session. */
export async function findChatLeads(sessionIds: string[]): Promise<Map<string, string>> {
  const database = await getDatabase()
  const where = { idempotencyKey: { in: sessionIds.map(keyOf) } }
  const leads = await database.lead.findMany({ where, select: { id: true, idempotencyKey: true } })
  return new Map(leads.map(({ id, idempotencyKey }) => [idempotencyKey.slice(chatPrefix.length), id]))
}

export async function createChatLead(lead: NewChatLead): Promise<boolean> {
  const database = await getDatabase()
  const { sessionId, language, dueAt, quarantine } = lead
  const id = randomUUID()
  const data = {
    ...{ id, source: 'chat', language, quarantine },
    ...{ idempotencyKey: keyOf(sessionId), bodyHash: '', receivedAt: new Date() },
    ...extend({ id, note: '', message: '', ...(emptyFields as KnownDetails) }, lead),
    ...(quarantine === null && { deliveries: dueOn(configuredSalesChannels(), dueAt) }),
  }
  return isCreated(database.lead.create({ data, select: { id: true } }))
}

type Extended = KnownDetails & Record<'id' | 'note' | 'message', string>

function extend(lead: Extended, { turns, details }: Addition) {
  const content = { ...emptyFields, ...mergeDetails(lead, details), message: appendTurns(lead.message, turns) }
  return { ...content, searchText: searchTextOf({ id: lead.id, note: lead.note, ...content }) }
}

const maxTries = 10

// Each update succeeds only if the lead is as it was read, so that simultaneous ones all count.
export async function updateChatLead(
  sessionId: string,
  { dueAt, ...addition }: Addition & { dueAt: () => Promise<Date> },
): Promise<boolean> {
  const database = await getDatabase()
  const where = { idempotencyKey: keyOf(sessionId) }
  const select = {
    ...{ id: true, updatedAt: true, message: true, ...detailColumns, quarantine: true, note: true },
    deliveries: { select: { channel: true, attempts: true, dueAt: true } },
  }
  let due: Date | undefined
  for (let tries = 0; tries < maxTries; tries++) {
    const lead = await database.lead.findUnique({ where, select })
    if (!lead) return false
    const { deliveries, note: _, ...read } = lead
    // `dueAt` counts against a limit: it is called only when no first attempt will carry what is added now.
    if (!(lead.quarantine || isWaiting(deliveries))) due ??= await dueAt()
    const updatedAt = laterThan(lead.updatedAt)
    if (await storeUpdate(read, { ...extend(lead, addition), updatedAt }, due ?? updatedAt)) return true
  }
  throw new Error('The lead of a conversation changed too often to be updated.')
}

type Read = { id: string; quarantine: string | null; updatedAt: Date | null; message: string } & KnownDetails

async function storeUpdate(read: Read, data: Prisma.LeadUpdateInput, dueAt: Date): Promise<boolean> {
  const database = await getDatabase()
  return database.$transaction(async (transaction) => {
    const { count } = await transaction.lead.updateMany({ where: read, data })
    if (count === 0) return false
    if (read.quarantine !== null) return true
    const waiting = { leadId: read.id, attempts: 0, dueAt: { not: null } }
    // Locks the waiting deliveries on PostgreSQL: a worker that claims one reads the lead after this transaction.
    await transaction.delivery.updateMany({ where: waiting, data: { attempts: 0 } })
    for (const channel of configuredSalesChannels()) {
      const again = { attempts: 0, queuedAt: new Date(), dueAt, abandonedAt: null }
      const begun = { leadId: read.id, channel, NOT: { attempts: 0, dueAt: { not: null } } }
      await transaction.delivery.updateMany({ where: begun, data: again })
    }
    return true
  })
}

// Channels that were configured later than the lead do not get its additions alone.
function isWaiting(deliveries: { channel: string; attempts: number; dueAt: Date | null }[]): boolean {
  const sales = deliveries.filter(({ channel }) => channel !== 'ack')
  return sales.every(({ attempts, dueAt }) => attempts === 0 && dueAt !== null)
}

function laterThan(moment: Date | null): Date {
  return new Date(Math.max(Date.now(), (moment?.getTime() ?? 0) + 1))
}

export async function deliverChatLeadNow(sessionId: string, before: Date) {
  const database = await getDatabase()
  const now = new Date()
  const lead = { idempotencyKey: keyOf(sessionId) }
  await database.delivery.updateMany({
    where: { lead, attempts: 0, dueAt: { gt: now, lte: before } },
    data: { dueAt: now },
  })
}

export async function sessionOf(id: string): Promise<string | undefined> {
  const database = await getDatabase()
  const lead = await database.lead.findUnique({ where: { id }, select: { source: true, idempotencyKey: true } })
  return lead?.source === 'chat' ? lead.idempotencyKey.slice(chatPrefix.length) : undefined
}

export type Turn = { role: 'user' | 'assistant'; content: string; sentAt: Date }

const maxTranscriptCharacters = 20_000

// Of a longer one the beginning, which says what it is about, and the newest part are kept.
const keptFromStart = 5_000
const omission = '\n\n[…]\n\n'

/** A transcript with more turns at its end, shortened in its middle to `maxTranscriptCharacters`. */
export function appendTurns(transcript: string, turns: Turn[]): string {
  const lines = turns.map(({ role, content, sentAt }) => `[${sentAt.toISOString()}] ${role}: ${content}`)
  const whole = [transcript, ...lines].filter(Boolean).join('\n\n')
  if (whole.length <= maxTranscriptCharacters) return whole
  const keptFromEnd = maxTranscriptCharacters - keptFromStart - omission.length
  return cut(whole, keptFromStart) + omission + whole.slice(-keptFromEnd).replace(/^\p{Surrogate}/u, '')
}
