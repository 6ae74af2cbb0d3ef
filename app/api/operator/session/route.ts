import { env } from '@/lib/env'
import { mediaTypes } from '@/lib/http/api-table'
import {
  mediaType,
  problemResponse,
  readJsonBody,
  routeHandler,
} from '@/lib/http/handler'
import {
  isFormOfBrowser,
  languageOf,
  readForm,
  readProblemCode,
  seeOther,
} from '@/lib/http/posted-form'
import { isCrossSite } from '@/lib/http/request'
import {
  consoleAddress,
  consolePaths,
  ownAddress,
  type Query,
  signInAddress,
} from '@/lib/operator/console-paths'
import { verifyKey } from '@/lib/operator/keys'
import { keySchema } from '@/lib/operator/schema'
import {
  answerSignIn,
  endSession,
  operatorOfSession,
  signIn,
} from '@/lib/operator/session'

/**
 * Exchanges an operator's key for a session cookie. Answers programs with JSON,
 * and the console's form with 303. Ends the previous session.
 */
export const POST = routeHandler(
  async (request) => {
    if (mediaType(request) === mediaTypes.form) return answerForm(request)
    if (isCrossSite(request)) return problemResponse('cross_site')
    if (env.OPERATOR_KEYS.length === 0) return problemResponse('not_configured')
    const body = await readJsonBody(request, keySchema)
    if (body.problem) return body.problem
    return answerSignIn(request, 'key', (client) =>
      verifyKey(body.value.key, client, 'sign-in'),
    )
  },
  { checksOriginItself: true },
)

/** Redirects to the requested page, or back to the sign-in page. */
async function answerForm(request: Request): Promise<Response> {
  const { form, problem: unread } = await readForm(request)
  const unaccepted = isCrossSite(request)
    ? problemResponse('cross_site')
    : unread
  if (unaccepted && !isFormOfBrowser(request)) return unaccepted
  const locale = languageOf(form, request)
  const wanted =
    ownAddress(form.get('to')) ?? consoleAddress(locale, consolePaths.overview)
  const toSignIn = (query: Query) =>
    seeOther(signInAddress(locale, wanted, query))
  if (unaccepted)
    return toSignIn({ refused: await readProblemCode(unaccepted) })
  if (env.OPERATOR_KEYS.length === 0)
    return toSignIn({ problem: 'not_configured' })
  const typed = keySchema.safeParse({ key: form.get('key') ?? '' })
  if (!typed.success) return toSignIn({ problem: 'unauthorized' })
  const { cookie, problem } = await signIn(request, 'key', (client) =>
    verifyKey(typed.data.key, client, 'sign-in'),
  )
  return problem
    ? toSignIn(await describeRefusal(problem))
    : seeOther(wanted, cookie)
}

async function describeRefusal(refusal: Response): Promise<Query> {
  const code = await readProblemCode(refusal)
  const minutes = Math.ceil(Number(refusal.headers.get('Retry-After')) / 60)
  return {
    problem: code,
    minutes: code === 'rate_limited' ? String(minutes) : undefined,
  }
}

export const GET = routeHandler(async (request) => {
  const operator =
    (await operatorOfSession(request.headers, { touch: false })) ?? null
  return Response.json({ operator, open: env.ATTESTATIONS_OPEN })
})

export const DELETE = routeHandler(async (request) => {
  if (mediaType(request) !== mediaTypes.json)
    return problemResponse('wrong_type')
  const operator = await operatorOfSession(request.headers, { touch: false })
  const cookie = await endSession(request.headers, operator)
  return Response.json(
    { operator: null },
    { headers: { 'Set-Cookie': cookie } },
  )
})
