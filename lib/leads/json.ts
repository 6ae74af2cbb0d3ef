import { z } from 'zod'
import { mapSalesChannels, type SalesChannel } from '@/lib/leads/delivery/channels'
import type { Lead } from '@/lib/leads/delivery/store'
import { contextAnswerSchema, contextOf } from './context'
import { mapFields, referenceOf } from './fields'
import { deliveryOn, type StoredLead } from './list-store'
import { leadStatuses } from './query'

export function leadJson(lead: StoredLead) {
  return {
    ...sentLeadJson(lead),
    quarantine: lead.quarantine?.split(',') ?? null,
    spam_score: lead.spamScore,
    ...mapSalesChannels((channel) => deliveryJson(lead, channel)),
  }
}

export function sentLeadJson(lead: Lead) {
  return {
    id: lead.id,
    reference: referenceOf(lead.id),
    source: lead.source,
    received_at: lead.receivedAt.toISOString(),
    updated_at: lead.updatedAt?.toISOString() ?? null,
    ...mapFields((field) => lead[field]),
    language: lead.language,
    context: contextOf(lead),
    status: lead.status,
    owner: lead.owner,
    note: lead.note,
    reminder: lead.remindOn,
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
  quarantine: z.array(z.string()).nullable(),
  spam_score: z.int(),
  status: z.enum(leadStatuses),
  owner: z.string().nullable(),
  note: z.string(),
  reminder: z.iso.date().nullable(),
  ...mapSalesChannels(() => deliveryStateSchema),
})

export const channelsSchema = z.strictObject(mapSalesChannels(() => z.boolean()))

export const receiptSchema = z.strictObject({ id: z.string(), received_at: time })

export const leadListSchema = z.strictObject({
  leads: z.array(leadSchema),
  next_cursor: z.string().nullable(),
  quarantined: z.int(),
  delivery: channelsSchema,
})

export const liveSchema = z.strictObject({ status: z.literal('ok') })

export const sentLeadSchema = leadSchema.omit({
  ...{ quarantine: true, spam_score: true },
  ...mapSalesChannels(() => true as const),
})

const namedLead = {
  id: z.string(),
  reference: z.string(),
  received_at: time,
  company: z.string(),
  name: z.string(),
}

export const undeliveredLeadSchema = z.strictObject(namedLead)
export const quarantinedLeadSchema = z.strictObject({
  ...namedLead,
  quarantine: z.array(z.string()),
  spam_score: z.int(),
})
export const unansweredQuestionSchema = z.strictObject({ text: z.string(), language: z.string(), count: z.int() })

export const receivedLeadSchema = z.strictObject({ ...namedLead, owner: z.string().nullable() })

/** Names at most 20 leads of each kind and 10 questions; the counts are of all. */
export const digestSchema = z.strictObject({
  id: z.string(),
  since: time,
  until: time,
  received: z.int(),
  received_leads: z.array(receivedLeadSchema),
  quarantined: z.strictObject({
    count: z.int(),
    by_reason: z.record(z.string(), z.int()),
    total: z.int(),
    leads: z.array(quarantinedLeadSchema),
  }),
  undelivered: z.strictObject({ count: z.int(), leads: z.array(undeliveredLeadSchema) }),
  unanswered: z.strictObject({ count: z.int(), questions: z.array(unansweredQuestionSchema) }),
})

export const leadReceivedSchema = eventOf('lead.received', sentLeadSchema)
export const leadUpdatedSchema = eventOf('lead.updated', sentLeadSchema)
export const testEventSchema = eventOf('test', z.strictObject({}))
export const digestEventSchema = eventOf('digest', digestSchema)

function eventOf<Type extends string, Data extends z.ZodType>(type: Type, data: Data) {
  return z.strictObject({ type: z.literal(type), version: z.literal(1), timestamp: time, data })
}
