import { byteOrderMark, toCsv } from '@/lib/http/csv'
import { contextFields, contextOf } from './context'
import { mapSalesChannels, type SalesChannel, salesChannels } from './delivery/channels'
import { type ContactField, contactFields, definitionOf, mapFields } from './fields'
import type { StoredLead } from './list-store'
import { internationalNumber } from './phone-number'
import { referenceOf } from './reference'

/** A lead as the API shows it to operators: names and values as in the specification, times in ISO 8601 UTC. */
export function leadJson(lead: StoredLead) {
  return {
    id: lead.id,
    reference: referenceOf(lead.id),
    source: lead.source,
    received_at: lead.receivedAt.toISOString(),
    updated_at: lead.updatedAt?.toISOString() ?? null,
    ...mapFields((field) => lead[field]),
    language: lead.language,
    context: contextOf(lead),
    quarantine: lead.quarantine?.split(',') ?? null,
    spam_score: lead.spamScore,
    status: lead.status,
    owner: lead.owner,
    note: lead.note,
    ...mapSalesChannels((channel) => deliveryJson(lead, channel)),
  }
}

function deliveryJson(lead: StoredLead, channel: SalesChannel) {
  return {
    attempts: lead[`${channel}Attempts`],
    next_at: lead[`${channel}NextAt`],
    delivered_at: lead[`${channel}DeliveredAt`],
    abandoned_at: lead[`${channel}AbandonedAt`],
    last_error: lead[`${channel}LastError`],
  }
}

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
    return [`${channel}_delivered_at`, (lead) => lead[`${channel}DeliveredAt`]?.toISOString() ?? '']
  }),
  ['status', ({ status }) => status],
  ['owner', ({ owner }) => owner ?? ''],
  ['note', ({ note }) => note],
  ...contextFields.map((field): Column => [field, (lead) => contextOf(lead)[field] ?? '']),
]

// A number as CRMs take it, beside the one that was typed; empty where its country is not known.
function fieldColumns(field: ContactField): Column[] {
  const column: Column = [field, (lead) => lead[field]]
  if (definitionOf(field).kind !== 'phone') return [column]
  return [column, [`${field}_e164`, (lead) => internationalNumber(lead[field])?.number ?? '']]
}

export const leadColumnNames = columns.map(([name]) => name)

export function leadsCsv(leads: StoredLead[]): string {
  return byteOrderMark + toCsv([leadColumnNames, ...leads.map(csvRow)])
}

/** The same table in parts, for more leads than should be in memory: its header, and the lines of each page. */
export async function* leadsCsvParts(pages: AsyncIterable<StoredLead[]>): AsyncGenerator<string> {
  yield byteOrderMark + toCsv([leadColumnNames])
  for await (const leads of pages) yield toCsv(leads.map(csvRow))
}

function csvRow(lead: StoredLead): string[] {
  return columns.map(([, write]) => write(lead))
}
