import { z } from 'zod'
import { env } from '@/lib/env'
import { contextSchema, type LeadContext } from './context'
import { contactSchema } from './schema'

/** What the API takes: a contact submission and, where it is known, where the visitor came from. */
export const submissionSchema = z.object({ ...contactSchema.shape, context: contextSchema.optional() })

/** Whether the visitor sends Global Privacy Control (w3.org/TR/gpc): then nothing is kept but what was typed. */
export function sendsPrivacyControl(request: Request): boolean {
  return request.headers.get('sec-gpc') === '1'
}

/** What is known of a form that is posted without JavaScript: its page, where the browser names it. */
export function contextOfForm(request: Request): LeadContext | undefined {
  const address = request.headers.get('referer') ?? ''
  if (sendsPrivacyControl(request) || !URL.canParse(address)) return undefined
  const { origin, pathname } = new URL(address)
  return origin === new URL(env.SITE_URL).origin ? { form_page: pathname } : undefined
}
