import { z } from 'zod'
import { contextAnswerSchema, contextOf } from './context'
import { mapSalesChannels, type SalesChannel } from './delivery/channels'
import { mapFields } from './fields'
import { deliveryOn, type StoredLead } from './list-store'
import { leadStatuses } from './query'
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
    reminder: lead.remindOn,
    ...mapSalesChannels((channel) => deliveryJson(lead, channel)),
  }
}

function deliveryJson(lead: StoredLead, channel: SalesChannel) {
  const delivery = deliveryOn(lead, channel)
  return {
    attempts: delivery?.attempts ?? 0,
    next_at: delivery?.dueAt ?? null,
    delivered_at: delivery?.deliveredAt ?? null,
    abandoned_at: delivery?.abandonedAt ?? null,
    last_error: delivery?.lastError ?? null,
  }
}

const time = z.iso.datetime({ offset: true })

export const deliveryStateSchema = z.strictObject({
  attempts: z.int(),
  next_at: time.nullable(),
  delivered_at: time.nullable(),
  abandoned_at: time.nullable(),
  last_error: z.string().nullable(),
})

export const leadSchema = z.strictObject({
  id: z.string(),
  reference: z.string(),
  source: z.enum(['form', 'chat']),
  received_at: time,
  updated_at: time.nullable(),
  ...mapFields(() => z.string()),
  language: z.string(),
  context: contextAnswerSchema,
  /** Why the lead is not delivered, or null. */
  quarantine: z.array(z.string()).nullable(),
  spam_score: z.int(),
  /** Whether sales have dealt with it. */
  status: z.enum(leadStatuses),
  owner: z.string().nullable(),
  note: z.string(),
  /** The day on which sales want to be reminded, or null. */
  reminder: z.iso.date().nullable(),
  ...mapSalesChannels(() => deliveryStateSchema),
})

export const channelsSchema = z.strictObject(mapSalesChannels(() => z.boolean()))

export const receiptSchema = z.strictObject({ id: z.string(), received_at: time })

export const leadListSchema = z.strictObject({
  leads: z.array(leadSchema),
  next_cursor: z.string().nullable(),
  /** How many leads are quarantined, whatever the query. */
  quarantined: z.int(),
  delivery: channelsSchema,
})

export const liveSchema = z.strictObject({ status: z.literal('ok') })
