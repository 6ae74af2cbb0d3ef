import { z } from 'zod'
import { recordOf } from '@/lib/text'
import { contactFields, referenceOf } from './contact-fields'
import { contextResponseSchema, contextRows } from './context'
import { type SalesChannel, salesChannels } from './delivery/channels'
import type { Lead } from './delivery/delivery-store'
import type { StoredLead } from './list-store'
import { notesOf } from './note-store'
import { deliveryOn } from './progress'
import { cursorPattern } from './query'
import { leadStages, stageOf } from './stages'

export type LeadJson = ReturnType<typeof leadJson>

/** Returns a lead as operators get it. */
export function leadJson(lead: StoredLead) {
  return {
    ...webhookLeadJson(lead),
    quarantine: lead.quarantine?.split(',') ?? null,
    spam_score: lead.spamScore,
    ...recordOf(salesChannels, (channel) => deliveryJson(lead, channel)),
  }
}

/** Returns a lead as a webhook gets it. */
export function webhookLeadJson(lead: Lead) {
  return {
    id: lead.id,
    reference: referenceOf(lead.id),
    source: lead.source,
    received_at: lead.receivedAt.toISOString(),
    updated_at: lead.updatedAt?.toISOString() ?? null,
    ...recordOf(contactFields, (field) => lead[field]),
    language: lead.language,
    context: Object.fromEntries(contextRows(lead)),
    status: lead.status,
    stage: stageOf(lead),
    owner: lead.owner,
    note: lead.note,
    notes: notesOf(lead).map(({ at, operator, text }) => {
      return { at: at.toISOString(), operator, text }
    }),
    reminder: lead.remindOn,
  }
}

function deliveryJson(lead: StoredLead, channel: SalesChannel) {
  const delivery = deliveryOn(lead, channel)
  return {
    attempts: delivery?.attempts ?? 0,
    next_at: delivery?.dueAt?.toISOString() ?? null,
    delivered_at: delivery?.deliveredAt?.toISOString() ?? null,
    abandoned_at: delivery?.abandonedAt?.toISOString() ?? null,
    last_error: delivery?.lastError ?? null,
  }
}

const time = z.iso.datetime({ offset: true })

const deliveryState = z.strictObject({
  attempts: z.int(),
  next_at: time.nullable(),
  delivered_at: time.nullable(),
  abandoned_at: time.nullable(),
  last_error: z.string().nullable(),
})

const names = { id: z.uuid(), reference: z.string().regex(/^[0-9A-F]{8}$/) }

const note = z.strictObject({
  at: time,
  operator: z.string().nullable().describe('Null if it was not recorded.'),
  text: z.string(),
})

const sentLead = z.strictObject({
  ...names,
  source: z.enum(['form', 'chat']),
  received_at: time,
  updated_at: time.nullable(),
  ...recordOf(contactFields, () => z.string()),
  language: z.string(),
  context: contextResponseSchema,
  status: z
    .enum(['new', 'handled'])
    .describe('`handled` in every stage but `new`.'),
  stage: z.enum(leadStages),
  owner: z.string().nullable(),
  note: z.string().describe('The text of the last note.'),
  notes: z.array(note).describe('The notes, oldest first.'),
  reminder: z.iso.date().nullable(),
})

const lead = z.strictObject({
  ...sentLead.shape,
  quarantine: z.array(z.string()).nullable(),
  spam_score: z.int(),
  ...recordOf(salesChannels, () => deliveryState),
})

const channels = z.strictObject(recordOf(salesChannels, () => z.boolean()))

const namedLead = {
  ...names,
  received_at: time,
  company: z.string(),
  name: z.string(),
}
const receivedLead = z.strictObject({
  ...namedLead,
  owner: z.string().nullable(),
})
const undeliveredLead = z.strictObject(namedLead)
const quarantinedLead = z.strictObject({
  ...namedLead,
  quarantine: z.array(z.string()),
  spam_score: z.int(),
})
const unansweredQuestion = z.strictObject({
  text: z.string(),
  language: z.string(),
  count: z.int(),
})

const change = {
  ...names,
  operator: z
    .string()
    .nullable()
    .describe('Who changed it; null for a lead that expired.'),
}

const someLeads = z.strictObject({
  count: z.int(),
  leads: z.array(undeliveredLead),
})

/**
 * The digest, which lists at most 20 leads of each kind and 10 questions, but
 * counts all of them.
 */
const digest = z.strictObject({
  id: z.string(),
  since: time,
  until: time,
  received: z.int(),
  received_leads: z.array(receivedLead),
  quarantined: z.strictObject({
    count: z.int(),
    by_reason: z.record(z.string(), z.int()),
    total: z.int(),
    leads: z.array(quarantinedLead),
  }),
  unsent: z
    .strictObject({ count: z.int() })
    .describe(
      'Conversations in which visitors typed contact details but did not send the contact card.',
    ),
  undelivered: someLeads.describe(
    'Leads that have waited for delivery for over an hour.',
  ),
  abandoned: someLeads.describe(
    'New leads that a channel could not deliver, or that it refused for good.',
  ),
  reminders: someLeads.describe(
    'Leads in an open stage whose reminder is due.',
  ),
  waiting: someLeads.describe(
    'Leads of earlier digests that are still new, oldest first. Empty if every lead is new, because sales then do not use stages.',
  ),
  unanswered: z.strictObject({
    count: z.int(),
    questions: z.array(unansweredQuestion),
  }),
})

/**
 * Lead schemas of the API and the webhook, named as in the OpenAPI document.
 */
export const leadSchemas = {
  Receipt: z.strictObject({ id: names.id, received_at: time }),
  Lead: lead,
  LeadContext: contextResponseSchema,
  DeliveryState: deliveryState,
  DeliveryChannels: channels,
  LeadList: z.strictObject({
    leads: z.array(lead),
    next_cursor: z.string().regex(cursorPattern).nullable(),
    quarantined: z.int(),
    delivery: channels,
  }),
  SentLead: sentLead,
  LeadReceived: eventOf('lead.received', sentLead),
  LeadUpdated: eventOf('lead.updated', sentLead),
  LeadAssigned: eventOf(
    'lead.assigned',
    z.strictObject({
      ...change,
      owner: z.string().nullable(),
      previous: z.string().nullable(),
    }),
  ),
  LeadStageChanged: eventOf(
    'lead.stage_changed',
    z.strictObject({
      ...change,
      stage: z.enum(leadStages),
      previous: z.enum(leadStages),
    }),
  ),
  LeadErased: eventOf('lead.erased', z.strictObject(change)),
  ReceivedLead: receivedLead,
  QuarantinedLead: quarantinedLead,
  UndeliveredLead: undeliveredLead,
  UnansweredQuestion: unansweredQuestion,
  Digest: digest,
  DigestEvent: eventOf('digest', digest),
  TestEvent: eventOf('test', z.strictObject({})),
}

function eventOf<Type extends string, Data extends z.ZodType>(
  type: Type,
  data: Data,
) {
  return z.strictObject({
    type: z.literal(type),
    version: z.literal(1),
    timestamp: time,
    data,
  })
}
