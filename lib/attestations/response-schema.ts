import { z } from 'zod'
import { definitionOf, mapFields } from './fields'

const time = z.iso.datetime({ offset: true })

const event = z.strictObject({ kind: z.enum(['withdrawn', 'restored']), at: time, reason: z.string().nullable() })

/** A report as the API tells it; figures are exact decimal strings, in fine troy ounces and tokens. */
export const reportAnswerSchema = z.strictObject({
  id: z.string(),
  ...mapFields((field) => (definitionOf(field).required ? z.string() : z.string().nullable())),
  status: z.enum(['current', 'replaced', 'withdrawn']),
  gold_coverage: z.string().nullable(),
  silver_coverage: z.string().nullable(),
  published_at: time,
  replaced_by: z.string().nullable(),
  withdrawn_at: time.nullable(),
  withdrawn_reason: z.string().nullable(),
  history: z.array(event).describe('Every withdrawal and restoration, oldest first.'),
})

export const fileAnswerSchema = z.strictObject({
  file_url: z.string(),
  sha256: z.string(),
  bytes: z.int().positive(),
})

/** Fields as they were typed, empty where nothing was, and by field the codes of what keeps it from being published. */
export const draftAnswerSchema = z.strictObject({
  id: z.string(),
  ...mapFields(() => z.string()),
  problems: z.record(z.string(), z.array(z.string())),
  created_at: time,
  updated_at: time,
  updated_by: z.string(),
})

export const draftDeletedSchema = z.strictObject({ id: z.string() })

export const withdrawalAnswerSchema = z.strictObject({ id: z.string(), withdrawn_at: time })

export const restorationAnswerSchema = z.strictObject({ id: z.string() })

export const sessionAnswerSchema = z.strictObject({ operator: z.string().nullable(), open: z.boolean().optional() })
