import { z } from 'zod'
import { contextAnswerSchema } from './context'
import { mapSalesChannels } from './delivery/channels'
import { mapFields } from './fields'
import { leadStatuses } from './query'

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
  /** What sales have made of it. */
  status: z.enum(leadStatuses),
  owner: z.string().nullable(),
  note: z.string(),
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

/** The answer of `GET /api/health`; operators also see what waits. */
export const healthSchema = z.strictObject({
  status: z.literal('ok'),
  leads: z.strictObject({ undelivered: z.int(), abandoned: z.int(), quarantined: z.int() }).optional(),
  delivery: channelsSchema.optional(),
})
