import { createHash } from 'node:crypto'
import * as z from 'zod/v4/core'
import { isDatabaseError } from '@/lib/database/errors'
import { fieldProblems, readText } from '@/lib/http/body'
import { isIdempotencyKey } from '@/lib/http/request'
import { localizedPath } from '@/lib/i18n/navigation'
import { isLocale, type Locale, routing } from '@/lib/i18n/routing'
import { log } from '@/lib/log'
import { paths } from '@/lib/routes'
import { mapFields } from './fields'
import { correctionAddress } from './form-again'
import type { Draft } from './form-drafts'
import { referenceOf } from './reference'
import { contactSchema } from './schema'
import { contextOfForm } from './submission'
import { type Sender, submitLead } from './submit'

const hourMs = 3_600_000

type FormSender = Pick<Sender, 'client' | 'operator'>

/** Answers a form posted without JavaScript: 303 to the receipt or to the form again (RFC 9110 section 15.4.4). */
export async function answerFormPost(request: Request, from: FormSender, maxBytes: number): Promise<Response> {
  const { client, operator } = from
  const body = await readText(request, maxBytes)
  const form = new URLSearchParams(body ?? '')
  const locale = localeOf(form)
  const values = mapFields((field) => form.get(field) ?? '')
  const idempotencyKey = keyOf(form, client)
  const again = async (problems: Partial<Draft>) =>
    seeOther(await correctionAddress(locale, { values, idempotencyKey, ...problems }, client))
  if (body === undefined) return again({ code: 'too_large' })

  const parsed = z.safeParse(contactSchema, { ...values, language: locale, honeypot: form.get('honeypot') ?? '' })
  if (!parsed.success) return again({ fields: fieldProblems(parsed.error) })
  const context = contextOfForm(request)
  try {
    const answer = await submitLead(parsed.data, { client, idempotencyKey, token: null, operator, context })
    if ('code' in answer) return again(answer)
    return seeOther(`${localizedPath(locale, paths.received)}?reference=${referenceOf(answer.id)}`)
  } catch (error) {
    if (!isDatabaseError(error)) throw error
    log.error({ error: (error as Error).name }, 'database away')
    return again({ code: 'unavailable' })
  }
}

function localeOf(form: URLSearchParams): Locale {
  const language = form.get('language')
  return isLocale(language) ? language : routing.defaultLocale
}

// A prerendered form has no key of its own: the same fields from one client within one hour are one message.
function keyOf(form: URLSearchParams, client: string): string {
  const given = form.get('idempotency_key')
  if (given && isIdempotencyKey(given)) return given
  const hour = Math.floor(Date.now() / hourMs)
  return createHash('sha256')
    .update(JSON.stringify([client, hour, form.toString()]))
    .digest('hex')
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { Location: location } })
}
