import { byteOrderMark, type Separator, toCsv } from '@/lib/http/csv'
import { recordOf } from '@/lib/text'
import { contactDefinitionOf, contactFields } from './contact-fields'
import { contextFields } from './context'
import { salesChannels } from './delivery/channels'
import { type LeadJson, leadJson } from './json'
import type { StoredLead } from './list-store'
import { spacedNumber } from './phone-numbers'

// The fields followed by a column with the international number, for CRMs. It is
// empty if the country is unknown.
const phoneFields = contactFields.filter(
  (field) => contactDefinitionOf(field).kind === 'phone',
)

const columns: string[] = [
  'id',
  'reference',
  'source',
  'received_at',
  'updated_at',
  ...contactFields.flatMap((field) =>
    phoneFields.includes(field) ? [field, `${field}_international`] : [field],
  ),
  'language',
  'quarantine',
  'spam_score',
  ...salesChannels.map((channel) => `${channel}_delivered_at`),
  'stage',
  'owner',
  'notes',
  'reminder',
  ...contextFields,
]

function csvRow({ context, ...lead }: LeadJson): string[] {
  const values: Record<string, unknown> = {
    ...lead,
    ...context,
    notes: lead.notes.map(noteLine).join('\n'),
    ...Object.fromEntries(
      salesChannels.map((channel) => [
        `${channel}_delivered_at`,
        lead[channel].delivered_at,
      ]),
    ),
    ...Object.fromEntries(
      phoneFields.map((field) => [
        `${field}_international`,
        spacedNumber(lead[field]),
      ]),
    ),
    ...recordOf(phoneFields, (field) => readableNumber(lead[field])),
    // Prefixes the reference, because a spreadsheet would read 12345E67 as a
    // number.
    reference: `#${lead.reference}`,
  }
  return columns.map((column) => String(values[column] ?? ''))
}

function noteLine({ at, operator, text }: LeadJson['notes'][number]): string {
  return `${[at.slice(0, 'YYYY-MM-DD'.length), operator].filter(Boolean).join(' ')}: ${text}`
}

// Matches what a spreadsheet reads as a number in some language: digits alone,
// with a decimal sign, or in groups of thousands.
const numeric = /^\+?(\d+([.,]\d+)?|\d{1,3}([ .,'’]\d{3})+)$/

/**
 * Returns a typed number in a form that a spreadsheet reads as text, because
 * the spreadsheet would otherwise drop a leading zero or plus.
 */
function readableNumber(typed: string): string {
  if (!numeric.test(typed)) return typed
  const pairs = typed.replace(/[^+\d]/g, '').match(/\+?\d{1,2}/g) ?? []
  return spacedNumber(typed) ?? pairs.join(' ')
}

export function leadsCsv(leads: LeadJson[], separator?: Separator): string {
  return byteOrderMark + toCsv([columns, ...leads.map(csvRow)], separator)
}

export async function* leadsCsvParts(
  pages: AsyncIterable<StoredLead[]>,
  separator: Separator,
): AsyncGenerator<string> {
  yield leadsCsv([], separator)
  for await (const leads of pages)
    yield toCsv(leads.map(leadJson).map(csvRow), separator)
}
