import '@/lib/security/without-eval'
import { z } from 'zod'
import { routing } from '@/lib/i18n/routing'
import { maxCharacters } from '@/lib/max-characters'
import { tidyText } from '@/lib/typed-text'

export const maxMessageCharacters = 2000

// Made by the client. It grants no access, so its form is loose.
const sessionId = z.string({ error: 'required' }).regex(/^[\w.-]{8,128}$/, { error: 'invalid_session_id' })
const language = z.enum(routing.locales, { error: 'unknown_language' })

export const chatRequestSchema = z.object({
  session_id: sessionId,
  message: z
    .string({ error: 'required' })
    .overwrite(tidyText)
    .min(1, { error: 'required' })
    .check(...maxCharacters(maxMessageCharacters)),
  language,
})

export const endRequestSchema = z.object({ session_id: sessionId, language })

export const sourceSchema = z.strictObject({
  id: z.string().max(200),
  title: z.string().max(500),
  path: z.string().max(2000),
})

/** An upstream's answer; strict, as an upstream may add nothing to it. */
export const upstreamAnswerSchema = z.strictObject({
  response: z.string().min(1).max(32_000),
  redirect_to: z.string().max(2000).nullish(),
  lead_type: z.string().max(50).nullish(),
  should_show_contact_form: z.boolean().nullish(),
  sources: z.array(sourceSchema).max(10).nullish(),
})

const detail = z.string().min(1).max(200)

/** What a message said of its sender; `size` is an amount as written, such as `10,000 oz` or `50 million USD`. */
export const senderDetailsSchema = z
  .strictObject({ name: detail, email: detail, company: detail, phone: detail, size: detail })
  .partial()

export const chatAnswerSchema = upstreamAnswerSchema.extend({
  language: language.optional(),
  suggestions: z.array(z.string().min(1).max(300)).max(3).optional(),
  sender: senderDetailsSchema.optional(),
})

export const statusSchema = z.strictObject({
  enabled: z.boolean(),
  disabled_reason: z.string().max(200).nullish(),
})

export type ChatRequest = z.output<typeof chatRequestSchema>
export type ChatAnswer = z.output<typeof chatAnswerSchema>
export type SenderDetails = z.output<typeof senderDetailsSchema>
export type Source = z.output<typeof sourceSchema>
export type Status = z.output<typeof statusSchema>
