import { dayMs } from '@/lib/durations'
import { env } from '@/lib/env'
import {
  errorResponse,
  fieldProblems,
  type ProblemCode,
} from '@/lib/http/handler'
import {
  correctionLimit,
  languageOf,
  readForm,
  readProblemCode,
  referrerOf,
  seeOther,
  senderKeyOf,
} from '@/lib/http/posted-form'
import {
  findRefusedInput,
  type RefusedInput,
  storeRefusedInput,
} from '@/lib/http/refused-input-store'
import { sendsPrivacyControl } from '@/lib/http/request'
import { localizedPath } from '@/lib/i18n/navigation'
import { paths } from '@/lib/routes'
import { recordOf } from '@/lib/text'
import { contactFields, referenceOf } from './contact-fields'
import type { LeadContext } from './context'
import { findReceipt, hashFields } from './lead-store'
import { type Contact, contactSchema } from './schema'
import { type Submission, submitLead } from './submit'

type Options = {
  client: string
  operator?: string
  refusal?: ProblemCode
}

/**
 * Answers a form posted without JavaScript. Redirects (303) to the receipt or,
 * if the input is refused, back to the form with that input.
 */
export async function answerFormPost(
  request: Request,
  { client, operator, refusal }: Options,
) {
  const { form, problem } = await readForm(request)
  const locale = languageOf(form, request)
  const values = recordOf(contactFields, (field) => form.get(field) ?? '')
  async function showFormAgain(problems: Omit<RefusedInput, 'values'>) {
    const sender = senderKeyOf(request)
    const waitSeconds = await correctionLimit.take(sender)
    const query =
      waitSeconds > 0
        ? `input=none&retry=${waitSeconds}`
        : `input=${await storeRefusedInput({ values, ...problems }, sender)}`
    return seeOther(`${localizedPath(locale, paths.again)}?${query}`)
  }

  if (refusal) return showFormAgain({ code: refusal })
  const parsed = contactSchema.safeParse({
    ...values,
    language: locale,
    honeypot: form.get('honeypot') ?? '',
  })
  if (!parsed.success)
    return showFormAgain({ fields: fieldProblems(parsed.error) })

  if (problem) return showFormAgain({ code: await readProblemCode(problem) })
  const sender = {
    client,
    token: null,
    operator,
    context: contextOfForm(request),
  }

  const outcome = await submitForm(parsed.data, sender).catch(async (error) => {
    const code = await readProblemCode(errorResponse(error, request))
    return { refusal: { code } }
  })
  if (outcome.refusal) return showFormAgain(outcome.refusal)
  return seeOther(
    `${localizedPath(locale, paths.received)}?reference=${referenceOf(outcome.id)}`,
  )
}

async function submitForm(
  contact: Contact,
  sender: Omit<Submission, 'idempotencyKey'>,
) {
  const idempotencyKey = await keyOf(contact)
  return submitLead(contact, { ...sender, idempotencyKey })
}

/**
 * Derives a key from the fields, because a prerendered form has none. The same
 * fields count as one message for a day, wherever they are sent from. After a
 * day, the key also depends on the earlier lead, so that two processes that
 * store the message at once agree on the key.
 */
async function keyOf(
  contact: Contact,
  key = `form:${hashFields(contact)}`,
): Promise<string> {
  const earlier = await findReceipt(contact, key)
  if (earlier === null || earlier === 'key_reused') return key
  const isRepeated = Date.now() - earlier.receivedAt.getTime() < dayMs
  if (isRepeated) return key
  return keyOf(contact, `form:${hashFields(contact)}:${earlier.id}`)
}

function contextOfForm(request: Request): LeadContext | undefined {
  const page = referrerOf(request)
  if (sendsPrivacyControl(request) || !page) return undefined
  return page.origin === new URL(env.SITE_URL).origin
    ? { form_page: page.pathname }
    : undefined
}

type Parameters = Record<string, string | string[] | undefined>

export async function readRefusedInput({
  input,
  retry,
}: Parameters): Promise<{ input: RefusedInput; isLost: boolean } | undefined> {
  if (input === undefined) return undefined
  const kept = await findRefusedInput(input)
  if (kept) return { input: kept, isLost: false }
  const retryAfterSeconds =
    typeof retry === 'string' && /^\d{1,5}$/.test(retry)
      ? Number(retry)
      : undefined
  const limited = retryAfterSeconds && {
    code: 'rate_limited',
    retryAfterSeconds,
  }
  return { input: { values: {}, ...limited }, isLost: true }
}
