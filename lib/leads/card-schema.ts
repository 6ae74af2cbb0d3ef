import * as z from 'zod/mini'
import { sessionIdPattern } from '@/lib/chatbot/session-id'
import { maxCharacters } from '@/lib/max-characters'
import { tidyEmail } from '@/lib/typed-text'
import { contactSchema, fieldSchema, hasPhoneNumber } from './schema'

export const cardFields = ['reach', 'name', 'company', 'note'] as const

export type CardField = (typeof cardFields)[number]

export const maxNoteCharacters = 5000

const line = { kind: 'line', required: false, max: 200 } as const

/**
 * A contact card, which visitors of the chat send to sales. Error messages are
 * codes that the page translates.
 */
export const cardSchema = z.object({
  session_id: z
    .string({ error: 'required' })
    .check(z.regex(sessionIdPattern, { error: 'invalid_session_id' })),
  /** An e-mail address, a phone number, or both. */
  reach: z.string({ error: 'required' }).check(
    z.overwrite(tidyEmail),
    z.minLength(1, { error: 'required', abort: true }),
    ...maxCharacters(300),
    z.refine((value) => emailIn(value) !== undefined || hasPhoneNumber(value), {
      error: 'invalid_reach',
    }),
  ),
  name: fieldSchema(line),
  company: fieldSchema(line),
  note: fieldSchema({ kind: 'text', required: false, max: maxNoteCharacters }),
  language: contactSchema.shape.language,
  honeypot: contactSchema.shape.honeypot,
})

export type Card = z.output<typeof cardSchema>

/**
 * Returns the e-mail address and the phone number in the input. Each is empty
 * if it is missing.
 */
export function readReach(reach: string): { email: string; phone: string } {
  const email = emailIn(reach) ?? ''
  const rest = reach.replace(email, ' ').trim()
  return {
    email,
    phone: hasPhoneNumber(rest) ? rest.slice(0, maxPhoneCharacters) : '',
  }
}

const maxPhoneCharacters = 50

const { email: emailSchema } = contactSchema.shape

function emailIn(text: string): string | undefined {
  const words = text
    .split(/[\s<>()[\],;]+/)
    .filter((word) => word.includes('@'))
  return words.find((word) => emailSchema.safeParse(word).success)
}
