import { markedAsSpam } from '@/lib/leads/delivery/requeue-store'
import { historyOf, type RecordedEvent } from '@/lib/leads/history-store'
import type { StoredLead } from '@/lib/leads/list-store'
import { notesOf } from '@/lib/leads/note-store'

export type HistoryEntry = Omit<RecordedEvent, 'id'> & {
  id?: string
  note?: string
}

const blank = {
  operator: null,
  channel: null,
  detail: null,
  field: null,
  former: null,
}

/**
 * Returns the notes and changes of a lead, the newest first, and separately who
 * read it and every attempt to deliver it.
 */
export async function timelineOf(
  lead: StoredLead,
): Promise<{ changes: HistoryEntry[]; accesses: HistoryEntry[] }> {
  const events = await historyOf(lead.id)
  const notes = notesOf(lead).map(
    ({ id, at, operator, text }): HistoryEntry => {
      return { ...blank, id, at, operator, kind: 'note', note: text }
    },
  )
  const isAccess = ({ kind }: HistoryEntry) =>
    ['read', 'attempted', 'uncertain'].includes(kind)
  // Leaves out the events that an earlier version recorded for notes, because
  // the notes are listed themselves.
  const changed = events.filter((event) => {
    return !isAccess(event) && (event.kind !== 'noted' || notes.length === 0)
  })
  const changes = [...beginningOf(lead, events), ...changed, ...notes]
  return {
    changes: changes.sort((a, b) => b.at.getTime() - a.at.getTime()),
    accesses: events.filter(isAccess).reverse(),
  }
}

function beginningOf(
  lead: StoredLead,
  events: RecordedEvent[],
): HistoryEntry[] {
  const at = lead.receivedAt
  const released = events.find(({ kind }) => kind === 'released')
  const reasons = released ? released.detail : lead.quarantine
  const received = { ...blank, at, kind: 'received' }
  return reasons === null || reasons === markedAsSpam
    ? [received]
    : [{ ...blank, at, kind: 'quarantined', detail: reasons }, received]
}
