import { historyOf, type RecordedEvent } from '@/lib/leads/history-store'
import type { StoredLead } from '@/lib/leads/list-store'

export type Entry = Omit<RecordedEvent, 'id'> & { id?: string }

const blank = { operator: null, channel: null, detail: null }

export async function entriesOf(lead: StoredLead): Promise<Entry[]> {
  const events = await historyOf(lead.id)
  const released = events.find(({ kind }) => kind === 'released')
  const reasons = released ? released.detail : lead.quarantine
  return [
    { ...blank, at: lead.receivedAt, kind: 'received' },
    ...(reasons === null
      ? []
      : [
          {
            ...blank,
            at: lead.receivedAt,
            kind: 'quarantined',
            detail: reasons,
          },
        ]),
    ...events,
  ]
}
