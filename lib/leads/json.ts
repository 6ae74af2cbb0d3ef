import { toCsv } from '@/lib/http/csv'
import { contactFields, definitionOf, mapFields } from './fields'
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
    quarantine: lead.quarantine?.split(',') ?? null,
    spam_score: lead.spamScore,
    mail: {
      attempts: lead.mailAttempts,
      next_at: lead.mailNextAt,
      delivered_at: lead.mailDeliveredAt,
      abandoned_at: lead.mailAbandonedAt,
      last_error: lead.mailLastError,
    },
    webhook: {
      attempts: lead.webhookAttempts,
      next_at: lead.webhookNextAt,
      delivered_at: lead.webhookDeliveredAt,
      abandoned_at: lead.webhookAbandonedAt,
      last_error: lead.webhookLastError,
    },
  }
}

const csvFields = contactFields.filter((field) => definitionOf(field).csv)

/** The leads as CSV, a line each, with a header line. */
export function leadsCsv(leads: StoredLead[]): string {
  const header = [
    'id',
    'reference',
    'source',
    'received_at',
    'updated_at',
    ...csvFields,
    'language',
    'quarantine',
    'spam_score',
    'mail_delivered_at',
    'webhook_delivered_at',
  ]
  const rows = leads.map((lead) => [
    lead.id,
    referenceOf(lead.id),
    lead.source,
    lead.receivedAt.toISOString(),
    lead.updatedAt?.toISOString() ?? '',
    ...csvFields.map((field) => lead[field]),
    lead.language,
    lead.quarantine ?? '',
    String(lead.spamScore),
    lead.mailDeliveredAt?.toISOString() ?? '',
    lead.webhookDeliveredAt?.toISOString() ?? '',
  ])
  return toCsv([header, ...rows])
}
