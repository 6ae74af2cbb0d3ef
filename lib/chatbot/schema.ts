import '@/lib/security/without-eval'
import { z } from 'zod'
import { routing } from '@/lib/i18n/routing'
import { maxCharacters } from '@/lib/max-characters'
import { requiredCode } from '@/lib/required-code'
import { tidyText } from '@/lib/typed-text'
import { sessionIdPattern } from './session-id'

export const maxMessageCharacters = 2000

const sessionId = z
  .string({ error: requiredCode })
  .regex(sessionIdPattern, 'invalid_session_id')
const language = z.enum(routing.locales, 'unknown_language')

export const chatRequestSchema = z.object({
  session_id: sessionId,
  message: z
    .string({ error: requiredCode })
    .overwrite(tidyText)
    .min(1, 'required')
    .check(...maxCharacters(maxMessageCharacters)),
  language,
})

export const maxCommentCharacters = 300

/**
 * Feedback on an answer that missed the question: the question and the
 * visitor's comment.
 */
export const feedbackSchema = z.object({
  ...chatRequestSchema.shape,
  comment: z.string().trim().max(maxCommentCharacters, 'too_long').optional(),
})

export const endRequestSchema = z.object({ session_id: sessionId, language })

export const sourceSchema = z.strictObject({
  id: z.string().max(200),
  title: z.string().max(500),
  path: z.string().max(2000),
})

/**
 * An upstream's answer. The schema is strict, so that an upstream cannot add
 * other fields.
 */
export const upstreamAnswerSchema = z.strictObject({
  response: z.string().min(1).max(32_000),
  redirect_to: z.string().max(2000).nullish(),
  lead_type: z.string().max(50).nullish(),
  should_show_contact_form: z.boolean().nullish(),
  sources: z.array(sourceSchema).max(10).nullish(),
})

export const chatAnswerSchema = upstreamAnswerSchema.extend({
  language: language.optional(),
  suggestions: z.array(z.string().min(1).max(300)).max(3).optional(),
  /** Whether the site has no answer to the message. */
  unanswered: z.boolean().optional(),
  /**
   * Whether to offer the contact card, because the message is about fees, a
   * quote or a meeting, or has contact details.
   */
  offers_contact: z.boolean().optional(),
  /** Whether the message completes the contact details given before it. */
  adds_to_card: z.boolean().optional(),
})

export const statusSchema = z.strictObject({
  enabled: z.boolean(),
  disabled_reason: z.string().max(200).nullish(),
})

export type ChatRequest = z.output<typeof chatRequestSchema>
export type ChatAnswer = z.output<typeof chatAnswerSchema>
export type Source = z.output<typeof sourceSchema>
export type ChatStatus = z.output<typeof statusSchema>
