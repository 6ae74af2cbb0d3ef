import { z } from 'zod'
import { routing } from '@/lib/i18n/routing'

/** The most characters each field may have. */
export const contactLimits = { name: 200, email: 254, company: 200, phone: 50, message: 5000 } as const

export type ContactField = keyof typeof contactLimits

function line(field: ContactField) {
  return z
    .string({ error: 'required' })
    .overwrite((value) => value.replace(/\p{Cc}+/gu, ' ').trim())
    .min(1, { error: 'required', abort: true })
    .max(contactLimits[field], { error: 'too_long', abort: true })
}

/** A contact submission, for the browser's form and `POST /api/contact`. Messages are codes the page translates. */
export const contactSchema = z.object({
  name: line('name'),
  email: line('email').check(z.email({ error: 'invalid_email' })),
  company: line('company'),
  // Written as people write it, with an extension: only the digits are counted (E.164 allows 15; extensions more).
  phone: line('phone').refine((value) => value.replace(/\D/g, '').length >= 6, { error: 'invalid_phone' }),
  message: z
    .string({ error: 'required' })
    .overwrite((value) => value.replace(/[^\P{Cc}\n\r\t]/gu, '').trim())
    .min(1, { error: 'required', abort: true })
    .max(contactLimits.message, { error: 'too_long' }),
  language: z.enum(routing.locales, { error: 'unknown_language' }),
  /** Hidden from people; whoever fills it in is a machine. */
  honeypot: z.string({ error: 'invalid' }).max(1000, { error: 'too_long' }).default(''),
})

export type Contact = z.output<typeof contactSchema>
