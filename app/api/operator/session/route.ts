import { z } from 'zod'
import { env } from '@/lib/env'
import { mediaTypes } from '@/lib/http/api-table'
import { handler, mediaType, type Problem, problem, readJson } from '@/lib/http/handler'
import { log } from '@/lib/log'
import { bodyOf, languageOf, readForm, seeOther } from '@/lib/operator/console'
import { consoleAddress, consolePaths, ownAddress, type Query, signInAddress } from '@/lib/operator/console-paths'
import { endSession, operatorOfSession, signIn } from '@/lib/operator/session'

const keySchema = z.object({
  key: z.string({ error: 'required' }).trim().min(1, { error: 'required' }),
  code: z.string({ error: 'invalid' }).max(32, { error: 'invalid' }).optional(),
})

/** Exchanges an operator's key for a session cookie: as JSON, or 303 for the console's form. The previous session ends. */
export const POST = handler(async (request) => {
  if (mediaType(request) === mediaTypes.form) return answerForm(request)
  if (env.OPERATOR_KEYS.length === 0) return problem('not_configured')
  const body = await readJson(request, keySchema, bodyOf(request).maxBytes)
  if (body.problem) return body.problem
  const { operator, cookie, problem: refusal } = await signIn(request, body.value)
  if (refusal) return refusal
  return Response.json({ operator }, { headers: { 'Set-Cookie': cookie } })
})

/** Leads to the page that was wanted, or to the form again. */
async function answerForm(request: Request): Promise<Response> {
  const form = await readForm(request)
  if (form instanceof Response) return form
  const locale = languageOf(form)
  const wanted = ownAddress(form.get('to')) ?? consoleAddress(locale, consolePaths.overview)
  const again = (query: Query) => seeOther(signInAddress(locale, wanted, query))
  if (env.OPERATOR_KEYS.length === 0) return again({ problem: 'not_configured' })
  const key = (form.get('key') ?? '').trim()
  const { cookie, problem: refusal } = await signIn(request, { key, code: form.get('code') ?? '' })
  return refusal ? again(await problemOf(refusal)) : seeOther(wanted, cookie)
}

async function problemOf(refusal: Response): Promise<Query> {
  const { error }: Problem = await refusal.json()
  const minutes = Math.ceil(Number(refusal.headers.get('Retry-After')) / 60)
  return { problem: error.code, ...(error.code === 'rate_limited' && { minutes: String(minutes) }) }
}

export const GET = handler(async (request) => {
  const operator = (await operatorOfSession(request.headers, { touch: false })) ?? null
  return Response.json({ operator, open: env.ATTESTATIONS_OPEN })
})

export const DELETE = handler(async (request) => {
  if (mediaType(request) !== mediaTypes.json) return problem('wrong_type')
  const operator = await operatorOfSession(request.headers, { touch: false })
  const cookie = await endSession(request.headers)
  if (operator) log.info({ operator }, 'operator signed out')
  return Response.json({ operator: null }, { headers: { 'Set-Cookie': cookie } })
})
