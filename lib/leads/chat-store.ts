import { randomUUID } from 'node:crypto'
import { getDatabase } from '@/lib/database/client'
import { isCreated } from '@/lib/database/errors'
import { configuredSalesChannels, type SalesChannel, selectColumns } from '@/lib/leads/delivery/channels'
import { lowerAscii } from './email-key'
import { emptyFields } from './fields'
import { searchTextOf } from './search-text'
import { appendTurns, type Turn } from './transcript'

// No client can send such a key: a colon is not among its characters.
function keyOf(sessionId: string): string {
  return `chat:${sessionId}`
}

/** What is known of a visitor; empty where nothing is. */
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

/** What is known of the visitor behind the lead of a conversation; undefined without a lead. */
export async function findChatLead(sessionId: string): Promise<KnownDetails | undefined> {
  const database = await getDatabase()
  const where = { idempotencyKey: keyOf(sessionId) }
  return (await database.lead.findUnique({ where, select: detailColumns })) ?? undefined
}

// Another address is where to reach somebody from now on; another name may be that of a third person.
/** What is known after a later message: its address and number replace others, its name and company do not. */
export function mergeDetails(known: KnownDetails, { name = '', email, company = '', phone }: Details): KnownDetails {
  return {
    name: known.name || name,
    email: email ?? known.email,
    company: known.company || company,
    phone: phone ?? known.phone,
  }
}

/** The ids of the leads of conversations, by those of the conversations. */
export async function findChatLeads(sessionIds: string[]): Promise<Map<string, string>> {
  const database = await getDatabase()
  const where = { idempotencyKey: { in: sessionIds.map(keyOf) } }
  const leads = await database.lead.findMany({ where, select: { id: true, idempotencyKey: true } })
  return new Map(leads.map(({ id, idempotencyKey }) => [idempotencyKey.slice(keyOf('').length), id]))
}

/** Stores the lead of a conversation as one durable row. False when it has one already. */
export async function createChatLead(lead: NewChatLead): Promise<boolean> {
  const database = await getDatabase()
  const { sessionId, language, turns, details, dueAt, quarantine } = lead
  const id = randomUUID()
  const given = { ...emptyFields, ...mergeDetails(emptyFields, details) }
  const data = {
    id,
    idempotencyKey: keyOf(sessionId),
    source: 'chat',
    bodyHash: '',
    receivedAt: new Date(),
    ...given,
    searchText: searchTextOf(given, id),
    message: appendTurns('', turns),
    language,
    quarantine,
    ...(quarantine === null && dueChannels(dueAt)),
  }
  return isCreated(database.lead.create({ data, select: { id: true } }))
}

function dueChannels(at: Date) {
  const columns = configuredSalesChannels().flatMap((channel) => [
    [`${channel}NextAt`, at],
    [`${channel}Attempts`, 0],
    [`${channel}AbandonedAt`, null],
  ])
  return { requeuedAt: at, ...Object.fromEntries(columns) }
}

const maxTries = 10

// Each update is one UPDATE where the row is as it was read: simultaneous ones all count. `dueAt` is called only when
// no delivery is waiting; a delivery that has begun is followed by another.
/** Adds turns and contact details to a conversation's lead, due again unless quarantined. False without a lead. */
export async function updateChatLead(
  sessionId: string,
  { turns, details, dueAt }: { turns: Turn[]; details: Details; dueAt: () => Promise<Date> },
): Promise<boolean> {
  const database = await getDatabase()
  const where = { idempotencyKey: keyOf(sessionId) }
  const select = {
    id: true,
    updatedAt: true,
    message: true,
    ...detailColumns,
    quarantine: true,
    ...selectColumns(['NextAt', 'Attempts']),
  }
  let due: Date | undefined
  for (let tries = 0; tries < maxTries; tries++) {
    const lead = await database.lead.findUnique({ where, select })
    if (!lead) return false
    if (!(lead.quarantine || isWaiting(lead))) due ??= await dueAt()
    const given = mergeDetails(lead, details)
    const data = {
      updatedAt: laterThan(lead.updatedAt),
      message: appendTurns(lead.message, turns),
      ...given,
      searchText: searchTextOf({ ...emptyFields, ...given }, lead.id),
      ...(due && dueChannels(due)),
    }
    const { name: _, email: __, company: ___, phone: ____, quarantine: _____, ...unchanged } = lead
    const { count } = await database.lead.updateMany({ where: unchanged, data })
    if (count === 1) return true
  }
  throw new Error('The lead of a conversation changed too often to be updated.')
}

type Waiting = Record<`${SalesChannel}NextAt`, Date | null> & Record<`${SalesChannel}Attempts`, number>

// A first attempt that is still to come on every channel will carry what is added now.
function isWaiting(lead: Waiting): boolean {
  return configuredSalesChannels().every(
    (channel) => lead[`${channel}NextAt`] !== null && lead[`${channel}Attempts`] === 0,
  )
}

function laterThan(moment: Date | null): Date {
  return new Date(Math.max(Date.now(), (moment?.getTime() ?? 0) + 1))
}

/** Makes the waiting lead of a conversation due now, if it would have been before `before`: nothing more will be added. */
export async function deliverChatLeadNow(sessionId: string, before: Date) {
  const database = await getDatabase()
  const now = new Date()
  const idempotencyKey = keyOf(sessionId)
  for (const channel of configuredSalesChannels()) {
    const waits = { [`${channel}Attempts`]: 0, [`${channel}NextAt`]: { gt: now, lte: before } }
    await database.lead.updateMany({ where: { idempotencyKey, ...waits }, data: { [`${channel}NextAt`]: now } })
  }
}

/** The conversations behind the leads of an e-mail address, in any spelling of its letters' case. */
export async function findChatSessions(email: string): Promise<string[]> {
  const database = await getDatabase()
  const rows = await database.$queryRaw<{ idempotencyKey: string }[]>`
    SELECT "idempotencyKey" FROM "Lead" WHERE "source" = 'chat' AND lower("email") = ${lowerAscii(email)}`
  return rows.map(({ idempotencyKey }) => idempotencyKey.slice(keyOf('').length))
}

/** The conversation behind a lead; undefined for one of the form. */
export async function sessionOf(id: string): Promise<string | undefined> {
  const database = await getDatabase()
  const lead = await database.lead.findUnique({ where: { id }, select: { source: true, idempotencyKey: true } })
  return lead?.source === 'chat' ? lead.idempotencyKey.slice(keyOf('').length) : undefined
}
