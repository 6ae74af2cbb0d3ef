import { toCsv } from '@/lib/http/csv'
import { contextFields, contextOf } from './context'
import { contactFields, mapFields } from './fields'
import type { StoredLead } from './list-store'
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
    mail: deliveryJson(lead, 'mail'),
    webhook: deliveryJson(lead, 'webhook'),
  }
}

function deliveryJson(lead: StoredLead, channel: 'mail' | 'webhook') {
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
  ...contactFields.map((field): Column => [field, (lead) => lead[field]]),
  ['language', ({ language }) => language],
  ['quarantine', ({ quarantine }) => quarantine ?? ''],
  ['spam_score', ({ spamScore }) => String(spamScore)],
  ['mail_delivered_at', ({ mailDeliveredAt }) => mailDeliveredAt?.toISOString() ?? ''],
  ['webhook_delivered_at', ({ webhookDeliveredAt }) => webhookDeliveredAt?.toISOString() ?? ''],
  ['status', ({ status }) => status],
  ['owner', ({ owner }) => owner ?? ''],
  ['note', ({ note }) => note],
  ...contextFields.map((field): Column => [field, (lead) => contextOf(lead)[field] ?? '']),
]

export const leadColumnNames = columns.map(([name]) => name)

export function leadsCsv(leads: StoredLead[]): string {
  return toCsv([leadColumnNames, ...leads.map(csvRow)])
}

/** The same table in parts, for more leads than should be in memory: its header, and the lines of each page. */
export async function* leadsCsvParts(pages: AsyncIterable<StoredLead[]>): AsyncGenerator<string> {
  yield toCsv([leadColumnNames])
  for await (const leads of pages) yield toCsv(leads.map(csvRow))
}

function csvRow(lead: StoredLead): string[] {
  return columns.map(([, write]) => write(lead))
}
