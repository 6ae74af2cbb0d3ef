import { randomUUID } from 'node:crypto'
import { getDatabase } from '@/lib/database/client'
import { isCreated } from '@/lib/database/errors'
import type { Channel } from './delivery/channels'

export type LeadEvent =
  /**
   * An attempt to deliver the lead. `detail` is the code of its error or
   * remark, or null if it succeeded without a remark.
   */
  | { kind: 'attempted' | 'uncertain'; channel: Channel; detail: string | null }
  /**
   * `detail` contains the reasons for quarantine, the new stage, the new owner
   * or the reminder's day. Null if there is none.
   */
  | {
      kind: 'released' | 'staged' | 'assigned' | 'reminded'
      operator: string
      detail: string | null
    }
  | {
      kind: 'corrected'
      operator: string
      field: string
      former: string
      detail: string
    }
  | { kind: 'read' | 'retried' | 'spam'; operator: string }

export async function recordEvent(
  leadId: string,
  event: LeadEvent,
  id?: string,
) {
  const database = await getDatabase()
  const data = eventRow(leadId, event, id)
  await isCreated(database.leadEvent.create({ data, select: { id: true } }))
}

export function eventRow(
  leadId: string,
  event: LeadEvent,
  id: string = randomUUID(),
) {
  return { id, leadId, at: new Date(), ...event }
}

/**
 * Records that an operator read a lead, at most once per hour. The id contains
 * the hour, so that simultaneous reads create a single row.
 */
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
      field: true,
      former: true,
    },
  })
  return events.reverse()
}
