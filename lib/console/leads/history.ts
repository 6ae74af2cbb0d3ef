import type { StoredLead } from '@/lib/leads/list-store'
import { historyOf, type RecordedEvent } from '@/lib/leads/manage-store'

export type Entry = Omit<RecordedEvent, 'id'> & { id?: string }

const blank = { operator: null, channel: null, detail: null }

export async function entriesOf(lead: StoredLead): Promise<Entry[]> {
  const events = await historyOf(lead.id)
  const released = events.find(({ kind }) => kind === 'released')
  const reasons = released ? released.detail : lead.quarantine
  return [
    { ...blank, at: lead.receivedAt, kind: 'received' },
    ...(reasons === null ? [] : [{ ...blank, at: lead.receivedAt, kind: 'quarantined', detail: reasons }]),
    ...events,
  ]
}

const kinds = [
  [/SITE_STOPPED/, 'stopped'],
  [/EAUTH|SMTP 535|HTTP 40[13]/, 'password'],
  [/ENOTFOUND|EAI_AGAIN|EDNS/, 'unknownHost'],
  [/CERT|SELF_SIGNED|ERR_TLS/, 'certificate'],
  [/WRONG_TLS|ETLS/, 'tls'],
  [/SMTP 4\d\d|HTTP (429|5\d\d)/, 'later'],
  [/SMTP 5\d\d|HTTP [34]\d\d/, 'refused'],
  [/TIMEOUT|ETIMEDOUT|TimeoutError/, 'timeout'],
  [/ECONNREFUSED/, 'port'],
  [/ECONNRESET|EHOSTUNREACH|ENETUNREACH|ECONNECTION|ESOCKET|EPIPE|UND_ERR/, 'unreachable'],
] as const

export function errorKindOf(code: string) {
  return kinds.find(([codes]) => codes.test(code))?.[1] ?? 'other'
}
