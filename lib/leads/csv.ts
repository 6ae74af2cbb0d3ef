import { byteOrderMark, toCsv } from '@/lib/http/csv'
import { contextFields } from './context'
import { salesChannels } from './delivery/store'
import { contactFields, definitionOf } from './fields'
import { type LeadJson, leadJson } from './json'
import type { StoredLead } from './list-store'
import { internationalNumber } from './normalize'

export const csvHeaders = {
  'Content-Type': 'text/csv; charset=utf-8; header=present',
  'Content-Disposition': 'attachment; filename="leads.csv"',
}

// Adds a column with the E.164 number, because CRMs expect that format. It is
// empty if the country is unknown.
const phoneFields = contactFields.filter(
  (field) => definitionOf(field).kind === 'phone',
)

const columns: string[] = [
  ...['id', 'reference', 'source', 'received_at', 'updated_at'],
  ...contactFields.flatMap((field) =>
    phoneFields.includes(field) ? [field, `${field}_e164`] : [field],
  ),
  ...['language', 'quarantine', 'spam_score'],
  ...salesChannels.map((channel) => `${channel}_delivered_at`),
  ...['status', 'owner', 'note', 'reminder'],
  ...contextFields,
]

function csvRow({ context, ...lead }: LeadJson): string[] {
  const values: Record<string, unknown> = {
    ...lead,
    ...context,
    ...Object.fromEntries(
      salesChannels.map((channel) => [
        `${channel}_delivered_at`,
        lead[channel].delivered_at,
      ]),
    ),
    ...Object.fromEntries(
      phoneFields.map((field) => [
        `${field}_e164`,
        internationalNumber(lead[field])?.number,
      ]),
    ),
  }
  return columns.map((column) => String(values[column] ?? ''))
}

export function leadsCsv(leads: LeadJson[]): string {
  return byteOrderMark + toCsv([columns, ...leads.map(csvRow)])
}

export async function* leadsCsvParts(
  pages: AsyncIterable<StoredLead[]>,
): AsyncGenerator<string> {
  yield leadsCsv([])
  for await (const leads of pages) yield toCsv(leads.map(leadJson).map(csvRow))
}
