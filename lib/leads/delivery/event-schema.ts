import { z } from 'zod'
import { leadSchema } from '@/lib/leads/json'

const time = z.iso.datetime()

// The webhook gets a lead as the API answers it, without the state of its delivery.
const {
  quarantine,
  spam_score,
  mail: _,
  webhook: __,
  hubspot: ___,
  salesforce: ____,
  slack: _____,
  ...told
} = leadSchema.shape

export const sentLeadSchema = z.strictObject(told)

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
  quarantine: quarantine.unwrap(),
  spam_score,
})
export const unansweredQuestionSchema = z.strictObject({ text: z.string(), language: z.string(), count: z.int() })

export const receivedLeadSchema = z.strictObject({ ...namedLead, owner: z.string().nullable() })

/** Names at most 20 leads of each kind and 10 questions; the counts are of all. */
export const digestSchema = z.strictObject({
  id: z.string(),
  since: time,
  until: time,
  received: z.int(),
  /** The new leads, with who answers them. */
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
