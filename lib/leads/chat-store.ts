import { randomUUID } from 'node:crypto'
import { getDatabase } from '@/lib/database/client'
import { isCreated } from '@/lib/database/errors'
import type { Prisma } from '@/lib/database/generated/client'
import { configuredSalesChannels, dueOn } from '@/lib/leads/delivery/store'
import { emptyFields } from './fields'
import { searchTextOf } from './normalize'

// No client can send such a key: a colon is not among its characters.
function keyOf(sessionId: string): string {
  return `chat:${sessionId}`
}

export type KnownDetails = { name: string; email: string; company: string; phone: string }

type Details = Partial<KnownDetails>

export type NewChatLead = {
  sessionId: string
  language: string
  turns: Turn[]
  details: Details
  dueAt: Date
  quarantine: string | null
}

const detailColumns = { name: true, email: true, company: true, phone: true } as const

export async function findChatLead(sessionId: string): Promise<KnownDetails | undefined> {
  const database = await getDatabase()
  const where = { idempotencyKey: keyOf(sessionId) }
  return (await database.lead.findUnique({ where, select: detailColumns })) ?? undefined
}

export function mergeDetails(known: KnownDetails, { name = '', email, company = '', phone }: Details): KnownDetails {
  return {
    name: known.name || name,
    email: email ?? known.email,
    company: known.company || company,
    phone: phone ?? known.phone,
  }
}

export async function findChatLeads(sessionIds: string[]): Promise<Map<string, string>> {
  const database = await getDatabase()
  const where = { idempotencyKey: { in: sessionIds.map(keyOf) } }
  const leads = await database.lead.findMany({ where, select: { id: true, idempotencyKey: true } })
  return new Map(leads.map(({ id, idempotencyKey }) => [idempotencyKey.slice(keyOf('').length), id]))
}

export async function createChatLead(lead: NewChatLead): Promise<boolean> {
  const database = await getDatabase()
  const { sessionId, language, turns, details, dueAt, quarantine } = lead
  const id = randomUUID()
  const given = { ...emptyFields, ...mergeDetails(emptyFields, details) }
  const message = appendTurns('', turns)
  const data = {
    id,
    idempotencyKey: keyOf(sessionId),
    source: 'chat',
    bodyHash: '',
    receivedAt: new Date(),
    ...given,
    message,
    searchText: searchTextOf({ id, note: '', ...given, message }),
    language,
    quarantine,
    ...(quarantine === null && { deliveries: dueOn(configuredSalesChannels(), dueAt) }),
  }
  return isCreated(database.lead.create({ data, select: { id: true } }))
}

const maxTries = 10

// Each update succeeds only if the lead is as it was read, so that simultaneous ones all count.
export async function updateChatLead(
  sessionId: string,
  { turns, details, dueAt }: { turns: Turn[]; details: Details; dueAt: () => Promise<Date> },
): Promise<boolean> {
  const database = await getDatabase()
  const where = { idempotencyKey: keyOf(sessionId) }
  const deliveries = { select: { channel: true, attempts: true, dueAt: true } }
  const select = {
    id: true,
    updatedAt: true,
    message: true,
    ...detailColumns,
    quarantine: true,
    note: true,
    deliveries,
  }
  let due: Date | undefined
  for (let tries = 0; tries < maxTries; tries++) {
    const lead = await database.lead.findUnique({ where, select })
    if (!lead) return false
    const { deliveries, note, ...read } = lead
    // `dueAt` counts against a limit: it is called only when no first attempt will carry what is added now.
    if (!(lead.quarantine || isWaiting(deliveries))) due ??= await dueAt()
    const given = { ...emptyFields, ...mergeDetails(lead, details) }
    const message = appendTurns(lead.message, turns)
    const updatedAt = laterThan(lead.updatedAt)
    const data = { ...given, message, updatedAt, searchText: searchTextOf({ id: lead.id, note, ...given, message }) }
    if (await storeUpdate(read, data, due ?? updatedAt)) return true
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
      const again = { attempts: 0, queuedAt: dueAt, dueAt, abandonedAt: null }
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
  return lead?.source === 'chat' ? lead.idempotencyKey.slice(keyOf('').length) : undefined
}

export type Turn = { role: 'user' | 'assistant'; content: string; sentAt: Date }

const maxTranscriptCharacters = 20_000

// Of a longer one the beginning, which says what it is about, and the newest part are kept.
const keptFromStart = 5_000
const omission = '\n\n[…]\n\n'

function transcriptOf(turns: Turn[]): string {
  return turns.map(lineOf).join('\n\n')
}

/** A transcript with more turns at its end, shortened in its middle to `maxTranscriptCharacters`. */
export function appendTurns(transcript: string, turns: Turn[]): string {
  const whole = [transcript, transcriptOf(turns)].filter(Boolean).join('\n\n')
  if (whole.length <= maxTranscriptCharacters) return whole
  const keptFromEnd = maxTranscriptCharacters - keptFromStart - omission.length
  return (whole.slice(0, keptFromStart) + omission + whole.slice(-keptFromEnd)).toWellFormed()
}

function lineOf({ role, content, sentAt }: Turn): string {
  return `[${sentAt.toISOString()}] ${role}: ${content}`
}
