import '@/lib/security/without-eval'
import { z } from 'zod'
import { routing } from '@/lib/i18n/routing'
import { maxMessageCharacters } from './message-length'

// The client's own: the time and a random string. It opens nothing, so any sensible string will do.
const sessionId = z.string({ error: 'required' }).regex(/^[\w.-]{8,128}$/, { error: 'invalid_session_id' })
const language = z.enum(routing.locales, { error: 'unknown_language' })

/** What `POST /api/chatbot/chat` takes. */
export const chatRequestSchema = z.object({
  session_id: sessionId,
  message: z
    .string({ error: 'required' })
    .overwrite((value) => value.replace(/[^\P{Cc}\n\t]/gu, ' ').trim())
    .min(1, { error: 'required' })
    .max(maxMessageCharacters, { error: 'too_long' }),
  language,
})

/** What `POST /api/chatbot/end-session` takes. */
export const endRequestSchema = z.object({ session_id: sessionId, language })

const source = z.strictObject({ id: z.string().max(200), title: z.string().max(500), path: z.string().max(2000) })

/** What a chat answers: ours, and an upstream's, which may not have more in it than this. */
export const chatAnswerSchema = z.strictObject({
  response: z.string().min(1).max(32_000),
  redirect_to: z.string().max(2000).nullish(),
  lead_type: z.string().max(50).nullish(),
  should_show_contact_form: z.boolean().nullish(),
  sources: z.array(source).max(10).nullish(),
})

/** What a status call answers. */
export const statusSchema = z.strictObject({
  enabled: z.boolean(),
  disabled_reason: z.string().max(200).nullish(),
})

export type ChatRequest = z.output<typeof chatRequestSchema>
export type ChatAnswer = z.output<typeof chatAnswerSchema>
export type Source = z.output<typeof source>
export type Status = z.output<typeof statusSchema>
