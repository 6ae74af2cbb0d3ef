import { randomUUID } from 'node:crypto'
import { getDatabase } from '@/lib/database/client'
import { isCreated } from '@/lib/database/errors'
import type { Prisma } from '@/lib/database/generated/client'
import { officeDay } from '@/lib/i18n/offices'
import { tidyEmail } from '@/lib/typed-text'
import { chatPrefix, findChatLeads } from './chat-store'
import { type Channel, toSales } from './delivery/store'
import { scanLeads } from './list-store'
import { fold, lowerAscii, searchTextOf } from './normalize'
import type { LeadStatus } from './query'

export async function setStatus(
  id: string,
  status: LeadStatus,
  operator: string,
): Promise<boolean> {
  const database = await getDatabase()
  const { count } = await database.lead.updateMany({
    where: { id, status: { not: status } },
    data: { status },
  })
  if (count > 0)
    await recordEvent(id, {
      kind: status === 'handled' ? 'handled' : 'reopened',
      operator,
    })
  return count > 0
}

/** Values that sales record on a lead. Null means no owner or no reminder. */
export type Worksheet = {
  owner: string | null
  note: string
  remindOn: string | null
}

const worksheet = {
  owner: true,
  note: true,
  remindOn: true,
} satisfies Prisma.LeadSelect

const searched = {
  id: true,
  name: true,
  company: true,
  email: true,
  phone: true,
  message: true,
} as const

const maxTries = 5

/**
 * Saves the values that differ from `previous`, which the operator saw. Returns
 * whether anything changed. Returns 'conflict' and changes nothing if someone
 * else has since changed one of those values to something else.
 */
export async function saveWorksheet(
  id: string,
  typed: Partial<Worksheet>,
  previous: Partial<Worksheet>,
  operator: string,
): Promise<boolean | 'conflict'> {
  const database = await getDatabase()
  for (let tries = 0; tries < maxTries; tries++) {
    const lead = await database.lead.findUnique({
      where: { id },
      select: { ...worksheet, ...searched },
    })
    if (!lead) return false
    const { note, owner, remindOn, ...others } = lead
    const stored = { note, owner, remindOn }
    const changed = (Object.keys(stored) as (keyof Worksheet)[]).filter(
      (name) => {
        const isTyped =
          typed[name] !== undefined && typed[name] !== stored[name]
        return isTyped && !(name in previous && typed[name] === previous[name])
      },
    )
    if (
      changed.some(
        (name) => name in previous && previous[name] !== stored[name],
      )
    )
      return 'conflict'
    if (changed.length === 0) return false
    const values = Object.fromEntries(
      changed.map((name) => [name, typed[name]]),
    ) as Partial<Worksheet>
    const data = {
      ...values,
      searchText: searchTextOf({ ...others, note: values.note ?? note }),
    }
    const { count } = await database.lead.updateMany({
      where: { id, ...stored },
      data,
    })
    if (count === 0) continue
    if ('owner' in values)
      await recordEvent(id, {
        kind: 'assigned',
        operator,
        detail: values.owner ?? null,
      })
    if ('remindOn' in values)
      await recordEvent(id, {
        kind: 'reminded',
        operator,
        detail: values.remindOn ?? null,
      })
    if ('note' in values) await recordEvent(id, { kind: 'noted', operator })
    return true
  }
  return 'conflict'
}

type LeadEvent =
  /**
   * An attempt to deliver the lead. `detail` is the code of its error or
   * remark, or null if it succeeded without a remark.
   */
  | { kind: 'attempted' | 'uncertain'; channel: Channel; detail: string | null }
  /**
   * `detail` contains the reasons for quarantine, the new owner or the
   * reminder's day. Null if there is none.
   */
  | {
      kind: 'released' | 'assigned' | 'reminded'
      operator: string
      detail: string | null
    }
  | {
      kind: 'read' | 'retried' | 'handled' | 'reopened' | 'noted'
      operator: string
    }

export async function recordEvent(
  leadId: string,
  event: LeadEvent,
  id: string = randomUUID(),
): Promise<void> {
  const database = await getDatabase()
  const data = { id, leadId, at: new Date(), ...event }
  await isCreated(database.leadEvent.create({ data, select: { id: true } }))
}

// Includes the hour in the id, so that simultaneous reads create a single row.
/** Records that an operator read a lead, at most once per hour. */
export function recordRead(leadId: string, operator: string): Promise<void> {
  const hour = new Date().toISOString().slice(0, '2026-11-22T09'.length)
  return recordEvent(
    leadId,
    { kind: 'read', operator },
    `${leadId} ${hour} ${operator}`,
  )
}

const maxEvents = 500

export type RecordedEvent = Awaited<ReturnType<typeof historyOf>>[number]

export async function historyOf(leadId: string) {
  const database = await getDatabase()
  const events = await database.leadEvent.findMany({
    where: { leadId },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: maxEvents,
    select: {
      id: true,
      at: true,
      kind: true,
      operator: true,
      channel: true,
      detail: true,
    },
  })
  return events.reverse()
}

/**
 * The ids of all records of an e-mail address: leads, and conversations that
 * mention it anywhere.
 */
export type Traces = { leads: string[]; sessions: string[] }

export async function findTraces(email: string): Promise<Traces> {
  // Searches for the typed spelling too, because addresses were once stored
  // without being tidied.
  const spellings = new Set([email.trim(), tidyEmail(email)].map(lowerAscii))
  const found = await Promise.all([...spellings].map(findTracesOf))
  const all = (name: keyof Traces) => [
    ...new Set(found.flatMap((traces) => traces[name])),
  ]
  return { leads: all('leads'), sessions: all('sessions') }
}

async function findTracesOf(address: string): Promise<Traces> {
  if (address === '') return { leads: [], sessions: [] }
  const pages = await Array.fromAsync(
    scanLeads({ searchText: { contains: fold(address) } }, true),
  )
  const leads = pages.flat().filter(({ source, email, message }) => {
    return (
      lowerAscii(email) === address ||
      (source === 'chat' && namesAddress(message, address))
    )
  })
  const named = await sessionsNaming(address)
  const keys = leads
    .map(({ idempotencyKey }) => idempotencyKey)
    .filter((key) => key.startsWith(chatPrefix))
  const sessions = [
    ...new Set([...named, ...keys.map((key) => key.slice(chatPrefix.length))]),
  ]
  const ofSessions = await findChatLeads(sessions)
  return {
    leads: [...new Set([...leads.map(({ id }) => id), ...ofSessions.values()])],
    sessions,
  }
}

const messagesRead = 500

async function sessionsNaming(address: string): Promise<string[]> {
  const database = await getDatabase()
  const sessions: string[] = []
  for (let after = ''; ; ) {
    const messages = await database.chatMessage.findMany({
      where: { id: { gt: after } },
      orderBy: { id: 'asc' },
      take: messagesRead,
      select: { id: true, sessionId: true, content: true },
    })
    const named = messages.filter(({ content }) =>
      namesAddress(content, address),
    )
    sessions.push(...named.map(({ sessionId }) => sessionId))
    const last = messages.at(-1)
    if (!last) return sessions
    after = last.id
  }
}

// `ann@example.com` does not match `joann@example.com` or `ann@example.com.au`.
function namesAddress(text: string, address: string): boolean {
  const escaped = address.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  return new RegExp(`(?<![\\w.+-])${escaped}(?![\\w-]|\\.\\w)`, 'i').test(text)
}

const leadsErased = 300

export async function eraseLeads(ids: string[]): Promise<number> {
  const database = await getDatabase()
  let erased = 0
  for (let first = 0; first < ids.length; first += leadsErased) {
    const some = { in: ids.slice(first, first + leadsErased) }
    await database.leadEvent.deleteMany({ where: { leadId: some } })
    erased += (await database.lead.deleteMany({ where: { id: some } })).count
  }
  return erased
}

/**
 * Deletes leads received before `until` that are handled or in quarantine.
 * Spares leads that wait for a delivery or have a reminder on or after the day
 * of `now`.
 */
export async function deleteOlderThan(until: Date, now: Date): Promise<number> {
  const today = officeDay(now)
  const isDone = { OR: [{ status: 'handled' }, { quarantine: { not: null } }] }
  const hasNoReminder = {
    OR: [{ remindOn: null }, { remindOn: { lt: today } }],
  }
  const where = {
    receivedAt: { lt: until },
    AND: [isDone, hasNoReminder],
    deliveries: { none: toSales('dueAt') },
  } satisfies Prisma.LeadWhereInput
  let deleted = 0
  for await (const leads of scanLeads(where, false)) {
    deleted += await eraseLeads(leads.map(({ id }) => id))
  }
  return deleted
}
