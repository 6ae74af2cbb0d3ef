import { randomUUID } from 'node:crypto'
import type { FieldProblems } from '@/lib/http/error-response'
import { localizedPath } from '@/lib/i18n/navigation'
import type { Locale } from '@/lib/i18n/routing'
import { paths } from '@/lib/routes'
import { contactFields, errorCodesOf } from './fields'
import { type Draft, findDraft, keepDraft } from './form-drafts'
import { takeCorrection } from './limits'

// What an address may say to the form. Other problems have sentences that promise what was typed is still there.
const codes = ['rate_limited', 'too_large']

/** Where a visitor without JavaScript corrects a message. The problems are in it too, for when the draft is gone. */
export async function correctionAddress(locale: Locale, draft: Draft, client: string): Promise<string> {
  const waitSeconds = await takeCorrection(client)
  const id = waitSeconds > 0 ? undefined : await keepDraft(draft, client)
  const limited = waitSeconds > 0 && { code: 'rate_limited', retryAfterSeconds: waitSeconds }
  const { fields = {}, code, retryAfterSeconds } = { ...draft, ...limited }
  const errors = Object.entries(fields).map(([field, [first]]) => `${field}.${first}`)
  const address = new URLSearchParams({ draft: id ?? 'none' })
  if (errors.length > 0) address.set('errors', errors.join(','))
  if (code && codes.includes(code)) address.set('problem', code)
  if (retryAfterSeconds) address.set('retry', String(retryAfterSeconds))
  return `${localizedPath(locale, paths.again)}?${address}`
}

type Parameters = Record<string, string | string[] | undefined>

/** What such an address holds: the draft, or only its problems once it is gone (`lost`). Undefined if nothing. */
export async function draftFrom(query: Parameters): Promise<{ draft: Draft; lost: boolean } | undefined> {
  const kept = await findDraft(query.draft)
  if (kept) return { draft: kept, lost: false }
  if (query.draft === undefined) return undefined
  const fields = fieldsOf(query.errors)
  const code = codes.find((each) => each === query.problem)
  const seconds = typeof query.retry === 'string' && /^\d{1,5}$/.test(query.retry) ? Number(query.retry) : undefined
  const problems = { ...(fields && { fields }), ...(code && { code }), ...(seconds && { retryAfterSeconds: seconds }) }
  return { draft: { values: {}, idempotencyKey: randomUUID(), ...problems }, lost: true }
}

function fieldsOf(errors: unknown): FieldProblems | undefined {
  if (typeof errors !== 'string') return undefined
  const pairs = errors.split(',').map((each) => each.split('.'))
  const known: FieldProblems = {}
  for (const field of contactFields) {
    const [, code = ''] = pairs.find(([name]) => name === field) ?? []
    if (errorCodesOf(field).includes(code)) known[field] = [code]
  }
  return Object.keys(known).length > 0 ? known : undefined
}
