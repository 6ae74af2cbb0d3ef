import '@/lib/security/without-eval'
import { z } from 'zod'
import { routing } from '@/lib/i18n/routing'
import { maxMessageCharacters } from './message-length'

// Made by the client. It grants no access, so its form is loose.
const sessionId = z.string({ error: 'required' }).regex(/^[\w.-]{8,128}$/, { error: 'invalid_session_id' })
const language = z.enum(routing.locales, { error: 'unknown_language' })

export const chatRequestSchema = z.object({
  session_id: sessionId,
  message: z
    .string({ error: 'required' })
    .overwrite((value) => value.replace(/[^\P{Cc}\n\t]/gu, ' ').trim())
    .min(1, { error: 'required' })
    .max(maxMessageCharacters, { error: 'too_long' }),
  language,
})

export const endRequestSchema = z.object({ session_id: sessionId, language })

export const sourceSchema = z.strictObject({
  id: z.string().max(200),
  title: z.string().max(500),
  path: z.string().max(2000),
})

/** A chat answer; strict, as an upstream may add nothing to it. */
export const chatAnswerSchema = z.strictObject({
  response: z.string().min(1).max(32_000),
  redirect_to: z.string().max(2000).nullish(),
  lead_type: z.string().max(50).nullish(),
  should_show_contact_form: z.boolean().nullish(),
  sources: z.array(sourceSchema).max(10).nullish(),
})

export const statusSchema = z.strictObject({
  enabled: z.boolean(),
  disabled_reason: z.string().max(200).nullish(),
})

export type ChatRequest = z.output<typeof chatRequestSchema>
export type ChatAnswer = z.output<typeof chatAnswerSchema>
export type Source = z.output<typeof sourceSchema>
export type Status = z.output<typeof statusSchema>
