import { z } from 'zod'
import { env } from '@/lib/env'
import { apiTable, mediaTypes } from '@/lib/http/api-table'
import { mediaType, readJson } from '@/lib/http/body'
import { clientOf } from '@/lib/http/client'
import { problem } from '@/lib/http/error-response'
import { handler } from '@/lib/http/handler'
import { isCrossSite } from '@/lib/http/origin'
import { log } from '@/lib/log'
import { endSession, operatorOfSession, startSession } from '@/lib/operator/session'
import { verifyKey } from '@/lib/operator/verify-key'

const { maxBytes } = apiTable['/api/operator/session'].POST.body

const keySchema = z.object({ key: z.string({ error: 'required' }).trim().min(1, { error: 'required' }) })

/** Exchanges an operator's key for a session cookie. The browser's previous session ends. */
export const POST = handler(async (request) => {
  if (isCrossSite(request)) return problem('cross_site')
  if (env.OPERATOR_KEYS.length === 0) return problem('not_configured')
  const body = await readJson(request, keySchema, maxBytes)
  if (body.problem) return body.problem
  const { operator, problem: refusal } = await verifyKey(body.value.key, clientOf(request))
  if (refusal) return refusal
  await endSession(request.headers)
  const cookie = await startSession(operator)
  log.info({ operator }, 'operator signed in')
  return Response.json({ operator }, { headers: { 'Set-Cookie': cookie } })
})

export const GET = handler(async (request) => {
  const operator = (await operatorOfSession(request.headers, { touch: false })) ?? null
  return Response.json({ operator, open: env.ATTESTATIONS_OPEN })
})

export const DELETE = handler(async (request) => {
  if (isCrossSite(request)) return problem('cross_site')
  if (mediaType(request) !== mediaTypes.json) return problem('wrong_type')
  const operator = await operatorOfSession(request.headers, { touch: false })
  const cookie = await endSession(request.headers)
  if (operator) log.info({ operator }, 'operator signed out')
  return Response.json({ operator: null }, { headers: { 'Set-Cookie': cookie } })
})
