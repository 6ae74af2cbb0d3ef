import { z } from 'zod'
import { locales } from '@/lib/setting-types'

/** A question that the assistant had no answer to, as `npm run chatbot -- unanswered --json` prints it. */
const questionSchema = z.object({
  locale: z.enum(locales),
  text: z.string().min(1).max(2000),
  count: z.int().positive(),
  /** The day on which it was asked last, YYYY-MM-DD. */
  last: z.iso.date(),
})

export const questionsSchema = z.array(questionSchema).max(10_000)

export type AskedQuestion = z.infer<typeof questionSchema>
