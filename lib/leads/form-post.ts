import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { getDatabase } from '@/lib/database/client'
import { isDatabaseError } from '@/lib/database/errors'
import { env } from '@/lib/env'
import { fieldProblems, readText } from '@/lib/http/body'
import type { FieldProblems } from '@/lib/http/error-response'
import { isIdempotencyKey } from '@/lib/http/request'
import { localizedPath } from '@/lib/i18n/navigation'
import { isLocale, type Locale, routing } from '@/lib/i18n/routing'
import { log } from '@/lib/log'
import { unsavedDrafts } from '@/lib/process-state'
import { paths } from '@/lib/routes'
import { type ContactField, contactFields, errorCodesOf, mapFields, referenceOf } from './fields'
import { takeCorrection } from './limits'
import { contactSchema } from './schema'
import { contextOfForm, type Sender, submitLead } from './submit'

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

  const parsed = contactSchema.safeParse({ ...values, language: locale, honeypot: form.get('honeypot') ?? '' })
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

// What an address may say to the form. Other problems have sentences that promise what was typed is still there.
const codes = ['rate_limited', 'too_large']

/** Where a visitor without JavaScript corrects a message. The problems are in it too, for when the draft is gone. */
async function correctionAddress(locale: Locale, draft: Draft, client: string): Promise<string> {
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

/** A submission that a visitor without JavaScript has to correct or send again. */
export type Draft = {
  values: Partial<Record<ContactField, string>>
  idempotencyKey: string
  fields?: FieldProblems
  code?: string
  retryAfterSeconds?: number
}

const keptMs = 15 * 60 * 1000
const maxPerClient = 5
const maxDrafts = 1000
const maxUnsaved = 100

// While the database cannot be used, this process keeps the newest drafts.
const unsaved = unsavedDrafts as Map<string, Draft>

/** Keeps a client's last five drafts for 15 minutes, 1,000 in all. Resolves to a random name that opens the draft. */
export async function keepDraft(draft: Draft, client: string): Promise<string> {
  const id = randomBytes(16).toString('hex')
  try {
    await insertDraft(id, draft, createHmac('sha256', env.APP_SECRET).update(`draft of:${client}`).digest('base64url'))
  } catch (error) {
    if (!isDatabaseError(error)) throw error
    unsaved.set(id, draft)
    const [oldest] = unsaved.keys()
    if (unsaved.size > maxUnsaved && oldest) unsaved.delete(oldest)
  }
  return id
}

async function insertDraft(id: string, draft: Draft, client: string): Promise<void> {
  const database = await getDatabase()
  const expiresAt = new Date(Date.now() + keptMs)
  await database.formDraft.create({ data: { id, client, content: JSON.stringify(draft), expiresAt } })
  const own = await database.formDraft.findMany({
    where: { client },
    orderBy: { expiresAt: 'desc' },
    skip: maxPerClient,
    select: { id: true },
  })
  // Beyond the total the oldest go: a visitor needs a draft within seconds.
  const oldest = await database.formDraft.findMany({
    orderBy: { expiresAt: 'desc' },
    skip: maxDrafts,
    select: { id: true },
  })
  const surplus = [...own, ...oldest].map((each) => each.id)
  if (surplus.length > 0) await database.formDraft.deleteMany({ where: { id: { in: surplus } } })
}

export async function findDraft(id: unknown): Promise<Draft | undefined> {
  if (typeof id !== 'string') return undefined
  const kept = unsaved.get(id)
  if (kept) return kept
  const database = await getDatabase()
  const where = { id, expiresAt: { gte: new Date() } }
  const stored = await database.formDraft.findFirst({ where, select: { content: true } })
  return stored ? JSON.parse(stored.content) : undefined
}
