import { getDatabase } from '@/lib/database/client'
import type { Prisma } from '@/lib/database/generated/client'
import { officeDay } from '@/lib/i18n/offices'
import { recordOf } from '@/lib/text'
import { tidyEmail } from '@/lib/typed-text'
import { refreshSearchText } from './change-store'
import { chatPrefix, findChatLeads } from './chat-store'
import { whereToSales } from './delivery/delivery-store'
import { addressSpellingsOf } from './email-address'
import { scanLeads } from './list-store'
import { erasureNotices } from './notices-store'
import { foldForSearch } from './search-text'

/**
 * The ids of all records of an e-mail address: leads that have it or had it
 * before a correction, conversations that mention it anywhere, and notes on
 * other leads that mention it.
 */
export type Traces = Record<(typeof traceKinds)[number], string[]>

const traceKinds = ['leads', 'sessions', 'notes'] as const

export const noTraces: Traces = recordOf(traceKinds, () => [])

export async function findTraces(email: string): Promise<Traces> {
  // Searches for the typed spelling too, because addresses were once stored
  // without being tidied.
  const spellings = new Set(
    [email.trim(), tidyEmail(email)].flatMap(addressSpellingsOf),
  )
  const found = await Promise.all([...spellings].map(findTracesOf))
  return recordOf(traceKinds, (kind) => [
    ...new Set(found.flatMap((traces) => traces[kind])),
  ])
}

async function findTracesOf(address: string): Promise<Traces> {
  if (address === '') return noTraces
  const pages = await Array.fromAsync(
    scanLeads(
      { searchText: { contains: foldForSearch(address) } },
      { order: 'desc' },
    ),
  )
  const mentioning = pages.flat()
  const leadsOfPerson = mentioning.filter(({ source, email, message }) => {
    return (
      addressSpellingsOf(email).includes(address) ||
      (source === 'chat' && namesAddress(message, address))
    )
  })

  const named = await sessionsNaming(address)
  const keys = leadsOfPerson
    .map(({ idempotencyKey }) => idempotencyKey)
    .filter((key) => key.startsWith(chatPrefix))
  const sessions = [
    ...new Set([...named, ...keys.map((key) => key.slice(chatPrefix.length))]),
  ]
  const ofSessions = await findChatLeads(sessions)

  const leads = new Set([
    ...leadsOfPerson.map(({ id }) => id),
    ...[...ofSessions.values()].map(({ id }) => id),
    ...(await leadsWithFormer(address)),
  ])
  const notes = mentioning
    .filter(({ id }) => !leads.has(id))
    .flatMap((lead) => lead.notes)
    .filter(({ text }) => namesAddress(text, address))
  return { leads: [...leads], sessions, notes: notes.map(({ id }) => id) }
}

/** Finds leads that had this address until it was corrected. */
async function leadsWithFormer(address: string): Promise<string[]> {
  const database = await getDatabase()
  const leads: string[] = []
  const corrections = readByPages((page) =>
    database.leadEvent.findMany({
      ...page,
      where: { ...page.where, former: { not: null } },
      select: { id: true, leadId: true, former: true, detail: true },
    }),
  )
  for await (const { leadId, former, detail } of corrections) {
    const addresses = [former, detail].flatMap((value) =>
      addressSpellingsOf(value ?? ''),
    )
    if (addresses.includes(address)) leads.push(leadId)
  }
  return leads
}

async function sessionsNaming(address: string): Promise<string[]> {
  const database = await getDatabase()
  const sessions: string[] = []
  const messages = readByPages((page) =>
    database.chatMessage.findMany({
      ...page,
      select: { id: true, sessionId: true, content: true },
    }),
  )
  for await (const { sessionId, content } of messages) {
    if (namesAddress(content, address)) sessions.push(sessionId)
  }
  return sessions
}

const rowsPerPage = 500

function pageAfter(id: string) {
  return {
    where: { id: { gt: id } },
    orderBy: { id: 'asc' },
    take: rowsPerPage,
  } as const
}

/**
 * Reads many rows page by page, because SQLite blocks the process during a
 * query.
 */
async function* readByPages<Row extends { id: string }>(
  read: (page: ReturnType<typeof pageAfter>) => Promise<Row[]>,
) {
  for (let after = ''; ; ) {
    const rows = await read(pageAfter(after))
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

/**
 * Whether a text contains exactly this address: `ann@example.com` is not in
 * `joann@example.com` or `ann@example.com.au`.
 */
function namesAddress(text: string, address: string): boolean {
  const escaped = address.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  return new RegExp(`(?<![\\w.+-])${escaped}(?![\\w-]|\\.\\w)`, 'i').test(text)
}

const leadsErased = 300

/**
 * Deletes leads with everything about them, and notifies the webhook if it has
 * received them, in one transaction. Returns how many leads it deleted.
 * `operator` is null for expired leads.
 */
export async function eraseLeads(
  ids: string[],
  operator: string | null,
): Promise<number> {
  const database = await getDatabase()
  let erased = 0
  for (let first = 0; first < ids.length; first += leadsErased) {
    const some = { in: ids.slice(first, first + leadsErased) }
    erased += await database.$transaction(async (transaction) => {
      const sent = await transaction.delivery.findMany({
        where: {
          leadId: some,
          channel: 'webhook',
          deliveredAt: { not: null },
        },
        select: { leadId: true },
      })
      await transaction.leadNotice.createMany({
        data: erasureNotices(sent, operator),
      })
      await transaction.leadEvent.deleteMany({ where: { leadId: some } })
      const { count } = await transaction.lead.deleteMany({
        where: { id: some },
      })
      return count
    })
  }
  return erased
}

/**
 * Deletes notes, and removes their words from the search texts of their leads.
 */
export async function eraseNotes(ids: string[]) {
  const database = await getDatabase()
  const found = await database.leadNote.findMany({
    where: { id: { in: ids } },
    select: { id: true, leadId: true, text: true },
  })
  for (const { id, leadId, text } of found) {
    await database.leadNote.deleteMany({ where: { id } })
    await refreshSearchText(leadId, text)
  }
}

/**
 * Deletes leads received before `until` that are contacted, won, lost or in
 * quarantine. Spares leads that are new or qualified, wait for a delivery, or
 * have a reminder on or after the day of `now`.
 */
export async function deleteOlderThan(until: Date, now: Date): Promise<number> {
  const today = officeDay(now)
  const isDone = {
    OR: [
      { status: 'handled', stage: { not: 'qualified' } },
      { quarantine: { not: null } },
    ],
  }
  const hasNoReminder = {
    OR: [{ remindOn: null }, { remindOn: { lt: today } }],
  }
  const where = {
    receivedAt: { lt: until },
    AND: [isDone, hasNoReminder],
    deliveries: { none: whereToSales('dueAt') },
  } satisfies Prisma.LeadWhereInput
  let deleted = 0
  for await (const leads of scanLeads(where)) {
    deleted += await eraseLeads(
      leads.map(({ id }) => id),
      null,
    )
  }
  return deleted
}
