import '@/lib/security/without-eval'
import * as z from 'zod/mini'
import { routing } from '@/lib/i18n/routing'
import { maxCharacters } from '@/lib/max-characters'
import { requiredCode } from '@/lib/required-code'
import { recordOf } from '@/lib/text'
import { tidyCode, tidyEmail, tidyLine, tidyText } from '@/lib/typed-text'
import {
  type ContactField,
  type ContactFieldDefinition,
  contactDefinitionOf,
  contactFields,
  type leadFields,
} from './contact-fields'

type Check = z.core.$ZodCheck<string>

const tidy = {
  line: tidyLine,
  text: tidyText,
  email: tidyEmail,
  phone: tidyCode,
}

type Checked = Pick<ContactFieldDefinition, 'kind' | 'required' | 'max'>

export function fieldSchema(definition: Checked) {
  const schema = fieldTextSchema(definition)
  return definition.required ? schema : z._default(schema, '')
}

export function fieldTextSchema({ kind, required, max }: Checked) {
  const checks: Check[] = [z.overwrite(tidy[kind])]
  if (required) checks.push(z.minLength(1, { error: 'required', abort: true }))
  checks.push(...maxCharacters(max))
  if (kind === 'email')
    checks.push(unlessEmpty((value) => address.test(value), 'invalid_email'))
  if (kind === 'phone')
    checks.push(unlessEmpty(hasPhoneNumber, 'invalid_phone'))
  return z
    .string({ error: required ? requiredCode : 'invalid' })
    .check(...checks)
}

// Allows letters of every script on both sides (RFC 6531), and the special
// characters that mail servers accept (RFC 5322, dot-atom).
const atom = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+"
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?'
const ending = '(?:xn--[a-z0-9-]+|[\\p{L}][\\p{L}\\p{M}]+)'
const address = new RegExp(
  `^(?=[^@]{1,64}@)${atom}(?:\\.${atom})*@(?:${label}\\.)+${ending}$`,
  'iu',
)

function unlessEmpty(
  isValid: (value: string) => boolean,
  error: string,
): Check {
  return z.refine((value) => value === '' || isValid(value), { error })
}

/**
 * Whether a text may be a phone number. Only counts digits, because the rules
 * of every country, which `phone-numbers.ts` applies later, are too large for
 * the browser.
 */
function hasPhoneNumber(text: string): boolean {
  return (text.match(/\p{Nd}/gu) ?? []).length >= 6
}

type FieldSchemas = {
  [Field in ContactField]: (typeof leadFields)[Field]['required'] extends true
    ? z.ZodMiniString<string>
    : z.ZodMiniDefault<z.ZodMiniString<string>>
}

/**
 * A contact submission. Error messages are codes that the page translates. Uses
 * zod's small build, because it is sent to the browser.
 */
export const contactSchema = z.object({
  ...(recordOf(contactFields, (field) =>
    fieldSchema(contactDefinitionOf(field)),
  ) as FieldSchemas),
  language: z.enum(routing.locales, { error: 'unknown_language' }),
  /**
   * A field hidden from people, so that only bots, and occasionally password
   * managers, fill it in.
   */
  honeypot: z._default(
    z.string({ error: 'invalid' }).check(...maxCharacters(1000)),
    '',
  ),
})

export type Contact = z.output<typeof contactSchema>

export type ContactInput = z.input<typeof contactSchema>
