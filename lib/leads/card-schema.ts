import * as z from 'zod/mini'
import { sessionIdPattern } from '@/lib/chatbot/session-id'
import { maxCharacters } from '@/lib/max-characters'
import { requiredCode } from '@/lib/required-code'
import { tidyEmail } from '@/lib/typed-text'
import { phoneNumbersInText } from './phone-numbers-in-text'
import { contactSchema, fieldSchema } from './schema'

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
    .string({ error: requiredCode })
    .check(z.regex(sessionIdPattern, { error: 'invalid_session_id' })),
  /** An e-mail address, a phone number, or both. */
  reach: z.string({ error: requiredCode }).check(
    z.overwrite(tidyEmail),
    z.minLength(1, { error: 'required', abort: true }),
    ...maxCharacters(300),
    z.refine(
      (value) =>
        emailIn(value) !== undefined || phoneNumbersInText(value).length > 0,
      { error: 'invalid_reach' },
    ),
  ),
  name: fieldSchema(line),
  company: fieldSchema(line),
  note: fieldSchema({ kind: 'text', required: false, max: maxNoteCharacters }),
  language: contactSchema.shape.language,
  honeypot: contactSchema.shape.honeypot,
})

export type Card = z.output<typeof cardSchema>

/**
 * Returns the e-mail address and the phone numbers in the input, each empty if
 * it is missing, and whether the input contains anything else.
 */
export function parseContactDetails(reach: string) {
  const email = emailIn(reach) ?? ''
  const rest = reach.replace(email, ' ')
  const phones = phoneNumbersInText(rest).map(({ typed }) => typed)
  const others = phones.reduce((text, phone) => text.replace(phone, ' '), rest)
  const phone = phones.join(', ')
  return {
    email,
    phone: phone.slice(0, maxPhoneCharacters),
    hasMore: phone.length > maxPhoneCharacters || /[\p{L}\p{N}]/u.test(others),
  }
}

const maxPhoneCharacters = 50

const { email: emailSchema } = contactSchema.shape

function emailIn(text: string): string | undefined {
  const candidates = text.match(
    /[^\s@<>()[\],;:"“”«»|]+@[^\s@<>()[\],;:"“”«»|/]+/gu,
  )
  return candidates
    ?.map((address) => address.replace(/[^\p{L}\p{M}\p{N}]+$/u, ''))
    .find((address) => emailSchema.safeParse(address).success)
}
