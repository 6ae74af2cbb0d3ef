import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { getDatabase } from '@/lib/database/client'
import { isDatabaseError } from '@/lib/database/errors'
import { env } from '@/lib/env'
import { type FieldProblems, fieldProblems, readText } from '@/lib/http/handler'
import { isIdempotencyKey } from '@/lib/http/request'
import { localizedPath } from '@/lib/i18n/navigation'
import { isLocale, routing } from '@/lib/i18n/routing'
import { log } from '@/lib/log'
import { unsavedDrafts } from '@/lib/process-state'
import { paths } from '@/lib/routes'
import { type ContactField, mapFields, referenceOf } from './fields'
import { contactSchema } from './schema'
import { contextOfForm, corrections, submitLead } from './submit'

const hourMs = 3_600_000

/** Answers a form posted without JavaScript: 303 to the receipt or to the form again (RFC 9110 section 15.4.4). */
export async function answerFormPost(
  request: Request,
  { client, operator }: { client: string; operator?: string },
  maxBytes: number,
): Promise<Response> {
  const body = await readText(request, maxBytes)
  const form = new URLSearchParams(body ?? '')
  const language = form.get('language')
  const locale = isLocale(language) ? language : routing.defaultLocale
  const values = mapFields((field) => form.get(field) ?? '')
  const idempotencyKey = keyOf(form, client)
  async function again(problems: Partial<Draft>) {
    const waitSeconds = await corrections.take(client)
    const kept = waitSeconds > 0 ? 'none' : await keepDraft({ values, idempotencyKey, ...problems }, client)
    const query = waitSeconds > 0 ? `&retry=${waitSeconds}` : ''
    return seeOther(`${localizedPath(locale, paths.again)}?draft=${kept}${query}`)
  }
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

type Parameters = Record<string, string | string[] | undefined>

export async function draftFrom({ draft, retry }: Parameters): Promise<{ draft: Draft; lost: boolean } | undefined> {
  if (draft === undefined) return undefined
  const kept = await findDraft(draft)
  if (kept) return { draft: kept, lost: false }
  const retryAfterSeconds = typeof retry === 'string' && /^\d{1,5}$/.test(retry) ? Number(retry) : undefined
  const limited = retryAfterSeconds && { code: 'rate_limited', retryAfterSeconds }
  return { draft: { values: {}, idempotencyKey: randomUUID(), ...limited }, lost: true }
}

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
  // Beyond the limits the oldest go: a visitor needs a draft within seconds.
  const select = { id: true, client: true }
  const drafts = await database.formDraft.findMany({ orderBy: { expiresAt: 'desc' }, select })
  const own = drafts.filter((each) => each.client === client)
  const surplus = [...own.slice(maxPerClient), ...drafts.slice(maxDrafts)].map((each) => each.id)
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
