import { z } from 'zod'

const time = z.iso.datetime({ offset: true })
const ounces = z.string().nullable()

const event = z.strictObject({ kind: z.enum(['withdrawn', 'restored']), at: time, reason: z.string().nullable() })

/** A report as the API tells it; figures are exact decimal strings, in fine troy ounces and tokens. */
export const reportAnswerSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  file_url: z.string(),
  report_date: z.string(),
  status: z.enum(['current', 'replaced', 'withdrawn']),
  sha256: z.string().nullable(),
  gold_ounces: ounces,
  gold_tokens: ounces,
  gold_coverage: z.string().nullable(),
  silver_ounces: ounces,
  silver_tokens: ounces,
  silver_coverage: z.string().nullable(),
  as_of: z.string().nullable(),
  firm: z.string().nullable(),
  published_at: time,
  replaces: z.string().nullable(),
  replaced_by: z.string().nullable(),
  withdrawn_at: time.nullable(),
  withdrawn_reason: z.string().nullable(),
  history: z.array(event).describe('Every withdrawal and restoration, oldest first.'),
})

export const withdrawalAnswerSchema = z.strictObject({ id: z.string(), withdrawn_at: time })

export const restorationAnswerSchema = z.strictObject({ id: z.string() })

export const sessionAnswerSchema = z.strictObject({ operator: z.string().nullable(), open: z.boolean().optional() })
