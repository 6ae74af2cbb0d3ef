import { byteOrderMark, toCsv } from '@/lib/http/csv'
import { contextFields, contextOf } from './context'
import { salesChannels } from './delivery/channels'
import { type ContactField, contactFields, definitionOf, referenceOf } from './fields'
import { deliveryOn, type StoredLead } from './list-store'
import { internationalNumber } from './phone-number'

type Column = [name: string, write: (lead: StoredLead) => string]

const columns: Column[] = [
  ['id', ({ id }) => id],
  ['reference', ({ id }) => referenceOf(id)],
  ['source', ({ source }) => source],
  ['received_at', ({ receivedAt }) => receivedAt.toISOString()],
  ['updated_at', ({ updatedAt }) => updatedAt?.toISOString() ?? ''],
  ...contactFields.flatMap(fieldColumns),
  ['language', ({ language }) => language],
  ['quarantine', ({ quarantine }) => quarantine ?? ''],
  ['spam_score', ({ spamScore }) => String(spamScore)],
  ...salesChannels.map((channel): Column => {
    return [`${channel}_delivered_at`, (lead) => deliveryOn(lead, channel)?.deliveredAt?.toISOString() ?? '']
  }),
  ['status', ({ status }) => status],
  ['owner', ({ owner }) => owner ?? ''],
  ['note', ({ note }) => note],
  ['reminder', ({ remindOn }) => remindOn ?? ''],
  ...contextFields.map((field): Column => [field, (lead) => contextOf(lead)[field] ?? '']),
]

// CRMs take a number in this form; empty if its country is unknown.
function fieldColumns(field: ContactField): Column[] {
  const column: Column = [field, (lead) => lead[field]]
  if (definitionOf(field).kind !== 'phone') return [column]
  return [column, [`${field}_e164`, (lead) => internationalNumber(lead[field])?.number ?? '']]
}

export const leadColumnNames = columns.map(([name]) => name)

export function leadsCsv(leads: StoredLead[]): string {
  return byteOrderMark + toCsv([leadColumnNames, ...leads.map(csvRow)])
}

export async function* leadsCsvParts(pages: AsyncIterable<StoredLead[]>): AsyncGenerator<string> {
  yield byteOrderMark + toCsv([leadColumnNames])
  for await (const leads of pages) yield toCsv(leads.map(csvRow))
}

function csvRow(lead: StoredLead): string[] {
  return columns.map(([, write]) => write(lead))
}
