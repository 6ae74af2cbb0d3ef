import { isDatabaseError } from '@/lib/database/errors'
import { env } from '@/lib/env'
import type { Problem } from '@/lib/http/error-response'
import { clientOf } from '@/lib/http/request'
import { log } from '@/lib/log'
import { languageOf, readForm, seeOther } from './console'
import { consoleAddress, consolePaths, ownAddress, type Query, signInAddress } from './console-paths'
import { codeProblem, verifyKey } from './keys'
import { endSession, startSession } from './session'

/** Answers the console's sign-in form: 303 to the page that was wanted, or to the form again. 413 if it is too large. */
export async function answerSignInForm(request: Request): Promise<Response> {
  const form = await readForm(request)
  if (form instanceof Response) return form
  const locale = languageOf(form)
  const overview = consoleAddress(locale, consolePaths.overview)
  const wanted = ownAddress(form.get('to')) ?? overview
  const again = (query: Query) => seeOther(signInAddress(locale, wanted, query))
  if (env.OPERATOR_KEYS.length === 0) return again({ problem: 'not_configured' })
  try {
    const key = (form.get('key') ?? '').trim()
    const { cookie, problem: refusal } = await signIn(request, { key, code: form.get('code') ?? '' })
    return refusal ? again(await problemOf(refusal)) : seeOther(wanted, cookie)
  } catch (error) {
    if (!isDatabaseError(error)) throw error
    log.error({ error: (error as Error).name }, 'database away')
    return again({ problem: 'unavailable' })
  }
}

async function problemOf(refusal: Response): Promise<Query> {
  const { error }: Problem = await refusal.json()
  if (error.code !== 'rate_limited') return { problem: error.code }
  const seconds = Number(refusal.headers.get('Retry-After'))
  return { problem: error.code, minutes: String(Math.max(1, Math.ceil(seconds / 60))) }
}

/**
 * Exchanges a key, with a code where its operator has a second factor, for a session: the `Set-Cookie` header that gives
 * it to the browser, whose previous session ends.
 */
export async function signIn(request: Request, { key, code = '' }: { key: string; code?: string }) {
  const client = clientOf(request)
  const { operator, problem: wrongKey } = await verifyKey(key, client, 'sign-in')
  if (wrongKey) return { problem: wrongKey }
  const wrongCode = await codeProblem(operator, code, client)
  if (wrongCode) return { problem: wrongCode }
  await endSession(request.headers)
  const cookie = await startSession(operator, request.headers)
  log.info({ operator }, 'operator signed in')
  return { operator, cookie }
}
