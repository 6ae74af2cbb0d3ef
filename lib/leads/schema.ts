import '@/lib/security/without-eval'
import * as z from 'zod/mini'
import { routing } from '@/lib/i18n/routing'
import { type ContactField, contactLimits } from './fields'

const required = { error: 'required', abort: true }

function tooLong(field: ContactField) {
  return z.maxLength(contactLimits[field], { error: 'too_long', abort: true })
}

function line(field: ContactField) {
  const tidy = z.overwrite<string>((value) => value.replace(/\p{Cc}+/gu, ' ').trim())
  return z.string({ error: 'required' }).check(tidy, z.minLength(1, required), tooLong(field))
}

/**
 * A contact submission, for the browser's form and `POST /api/contact`. Messages are codes the page translates.
 * zod's small build: this schema travels to the browser.
 */
export const contactSchema = z.object({
  name: line('name'),
  email: line('email').check(z.email({ error: 'invalid_email' })),
  company: line('company'),
  // Written as people write it, with an extension: only the digits are counted.
  phone: line('phone').check(z.refine((value) => value.replace(/\D/g, '').length >= 6, { error: 'invalid_phone' })),
  message: z.string({ error: 'required' }).check(
    z.overwrite((value) =>
      value
        .replace(/\r\n?/g, '\n')
        .replace(/[^\P{Cc}\n\t]/gu, '')
        .trim(),
    ),
    z.minLength(1, required),
    tooLong('message'),
  ),
  language: z.enum(routing.locales, { error: 'unknown_language' }),
  /** Hidden from people: machines fill it in, and at times a password manager. */
  honeypot: z._default(z.string({ error: 'invalid' }).check(z.maxLength(1000, { error: 'too_long' })), ''),
})

export type Contact = z.output<typeof contactSchema>

/** The same before validation: what the form holds. */
export type ContactInput = z.input<typeof contactSchema>
