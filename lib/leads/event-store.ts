import { randomUUID } from 'node:crypto'
import { getDatabase } from '@/lib/database/client'
import type { Channel } from './delivery/channels'

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
