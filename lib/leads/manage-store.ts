import { randomUUID } from 'node:crypto'
import { getDatabase } from '@/lib/database/client'
import type { Prisma } from '@/lib/database/generated/client'
import type { Channel } from '@/lib/leads/delivery/channels'
import type { LeadStatus } from './query'
import { searchTextOf } from './search-text'

/** Marks a lead as handled, or as new again. False if it is so already, or gone. */
export async function setStatus(id: string, status: LeadStatus, operator: string): Promise<boolean> {
  const database = await getDatabase()
  const { count } = await database.lead.updateMany({ where: { id, status: { not: status } }, data: { status } })
  if (count > 0) await recordEvent(id, { kind: status === 'handled' ? 'handled' : 'reopened', operator })
  return count > 0
}

/** What sales write on a lead. An owner or a reminder that is null is none. */
export type Worksheet = { owner: string | null; note: string; remindOn: string | null }

const worksheet = { owner: true, note: true, remindOn: true } satisfies Prisma.LeadSelect

const searched = { id: true, name: true, company: true, email: true, phone: true, message: true } as const

const maxTries = 5

/**
 * Changes what differs from `previous`, the values that the operator read. Returns the names of the changed fields, or
 * 'conflict' without changing any, if somebody else has changed one of them to something else since.
 */
export async function saveWorksheet(
  id: string,
  typed: Partial<Worksheet>,
  previous: Partial<Worksheet>,
  operator: string,
): Promise<(keyof Worksheet)[] | 'conflict'> {
  const database = await getDatabase()
  for (let tries = 0; tries < maxTries; tries++) {
    const lead = await database.lead.findUnique({ where: { id }, select: { ...worksheet, ...searched } })
    if (!lead) return []
    const { note, owner, remindOn, ...others } = lead
    const stored = { note, owner, remindOn }
    const names = Object.keys(stored) as (keyof Worksheet)[]
    const changed = names.filter((name) => typed[name] !== undefined && typed[name] !== stored[name])
    const mine = changed.filter((name) => !(name in previous) || typed[name] !== previous[name])
    if (mine.some((name) => name in previous && previous[name] !== stored[name])) return 'conflict'
    if (mine.length === 0) return []
    const values = Object.fromEntries(mine.map((name) => [name, typed[name]])) as Partial<Worksheet>
    const data = { ...values, searchText: searchTextOf({ ...others, note: values.note ?? note }) }
    const { count } = await database.lead.updateMany({ where: { id, ...stored }, data })
    if (count === 0) continue
    if ('owner' in values) await recordEvent(id, { kind: 'assigned', operator, detail: values.owner ?? null })
    if ('remindOn' in values) await recordEvent(id, { kind: 'reminded', operator, detail: values.remindOn ?? null })
    if ('note' in values) await recordEvent(id, { kind: 'noted', operator })
    return mine
  }
  return 'conflict'
}

/** What happened to a lead after it was received. */
type LeadEvent =
  /** One attempt to deliver it; `detail` is the code of its error, null if it was delivered. */
  | { kind: 'attempted'; channel: Channel; detail: string | null }
  /** It is no longer quarantined; `detail` names the former reasons. */
  | { kind: 'released'; operator: string; detail: string | null }
  /** `detail` is the new owner's name, null for nobody. */
  | { kind: 'assigned'; operator: string; detail: string | null }
  /** `detail` is the day of the reminder, null if it was removed. */
  | { kind: 'reminded'; operator: string; detail: string | null }
  | { kind: 'retried' | 'handled' | 'reopened' | 'noted'; operator: string }

/** Adds to a lead's history, which is only ever added to, and deleted with the lead. */
export function recordEvent(leadId: string, event: LeadEvent): Promise<void> {
  return insertEvent(randomUUID(), leadId, { operator: null, channel: null, detail: null, ...event })
}

const hourCharacters = '2026-11-22T09'.length

// The row's id contains the hour, so that simultaneous reads are one row.
/** Records that an operator read a lead, once an hour. */
export function recordRead(leadId: string, operator: string): Promise<void> {
  const hour = new Date().toISOString().slice(0, hourCharacters)
  return insertEvent(`${leadId} ${hour} ${operator}`, leadId, { kind: 'read', operator, channel: null, detail: null })
}

type Row = { kind: string; operator: string | null; channel: string | null; detail: string | null }

async function insertEvent(id: string, leadId: string, { kind, operator, channel, detail }: Row) {
  const database = await getDatabase()
  await database.$executeRaw`
    INSERT INTO "LeadEvent" ("id", "leadId", "at", "kind", "operator", "channel", "detail")
    VALUES (${id}, ${leadId}, ${new Date()}, ${kind}, ${operator}, ${channel}, ${detail})
    ON CONFLICT ("id") DO NOTHING`
}

const maxEvents = 500

export type RecordedEvent = Row & { id: string; at: Date }

/** The last 500 events of a lead, oldest first. */
export async function historyOf(leadId: string): Promise<RecordedEvent[]> {
  const database = await getDatabase()
  const events = await database.leadEvent.findMany({
    where: { leadId },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: maxEvents,
    select: { id: true, at: true, kind: true, operator: true, channel: true, detail: true },
  })
  return events.reverse()
}
