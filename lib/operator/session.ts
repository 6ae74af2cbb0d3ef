import { randomBytes } from 'node:crypto'
import { userAgent } from 'next/server.js'
import { describeError } from '@/lib/database/errors'
import { env } from '@/lib/env'
import { problemResponse } from '@/lib/http/handler'
import { clientOf } from '@/lib/http/request'
import { log } from '@/lib/log'
import { recordAction } from './audit-store'
import { type Authorized, hashSecret, hasOperatorKey } from './keys'
import { type SignInMethod, sessionLives } from './session-lives'
import {
  createSession,
  findSession,
  listSessions,
  revokeSessions,
} from './session-store'

const secure = env.SITE_URL.startsWith('https:')

/**
 * `__Host-` prevents subdomains and plain http from setting the cookie.
 * Browsers accept it only over https.
 */
const sessionCookie = secure ? '__Host-operator' : 'operator'

type SignedIn =
  | { operator: string; cookie: string; problem?: undefined }
  | { operator?: undefined; cookie?: undefined; problem: Response }

/**
 * Starts a session for the operator that `verify` finds, ends the browser's
 * previous one, and returns the `Set-Cookie` header.
 */
export async function signIn(
  request: Request,
  method: SignInMethod,
  verify: (client: string) => Promise<Authorized>,
): Promise<SignedIn> {
  try {
    const { operator, problem } = await verify(clientOf(request))
    return problem ? { problem } : await startSession(request, method, operator)
  } catch (error) {
    const failure = describeError(error)
    if (!failure.reason) throw error
    log.error(failure, 'database unavailable')
    return { problem: problemResponse('unavailable') }
  }
}

/** Answers a program that signs in, with a cookie or the problem. */
export async function answerSignIn(
  ...asked: Parameters<typeof signIn>
): Promise<Response> {
  const { operator, cookie, problem } = await signIn(...asked)
  if (problem) return problem
  return Response.json({ operator }, { headers: { 'Set-Cookie': cookie } })
}

async function startSession(
  request: Request,
  method: SignInMethod,
  operator: string,
) {
  await endSession(request.headers)
  const token = randomBytes(32).toString('base64url')
  const browser = browserName(request.headers.get('user-agent'))
  const tokenHash = hashSecret(token)
  await createSession({ tokenHash, operator, browser, method })
  log.info({ operator, method }, 'operator signed in')
  await recordAction(operator, 'signed_in', { subject: method })
  const maxAgeSeconds = sessionLives[method].absoluteMs / 1000
  return { operator, cookie: cookieHeader(token, maxAgeSeconds) }
}

/**
 * Ends the browser's session, and records that an operator signed out. Returns
 * the header that removes the cookie.
 */
export async function endSession(
  headers: Headers,
  operator?: string,
): Promise<string> {
  const tokenHash = tokenHashOf(headers)
  if (tokenHash) await revokeSessions({ tokenHash })
  if (operator) {
    log.info({ operator }, 'operator signed out')
    await recordAction(operator, 'signed_out')
  }
  return cookieHeader('', 0)
}

/**
 * Ends one of the operator's sessions by id, or all except the current one
 * (`others`). Returns how many sessions ended.
 */
export function endSessions(
  operator: string,
  which: string,
  headers: Headers,
): Promise<number> {
  return revokeSessions({
    operator,
    tokenHash: which === 'others' ? { not: tokenHashOf(headers) ?? '' } : which,
  })
}

export type ListedSession = Awaited<ReturnType<typeof sessionsOf>>[number]

export async function sessionsOf(operator: string, headers: Headers) {
  const hashOfThisSession = tokenHashOf(headers)
  return (await listSessions(operator)).map(({ tokenHash, ...session }) => {
    return {
      ...session,
      id: tokenHash,
      current: tokenHash === hashOfThisSession,
    }
  })
}

export async function operatorOfSession(
  headers: Headers,
  { touch }: { touch: boolean },
): Promise<string | undefined> {
  const tokenHash = tokenHashOf(headers)
  if (!tokenHash) return undefined
  const operator = await findSession(tokenHash, { touch })
  // Refuses the sessions of operators who were removed from the environment.
  return hasOperatorKey(operator) ? operator : undefined
}

export function tokenHashOf(headers: Headers): string | undefined {
  const pairs = (headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim().split('='))
  const token = pairs.find(([name]) => name === sessionCookie)?.[1]
  return token && hashSecret(token)
}

function cookieHeader(token: string, maxAgeSeconds: number): string {
  const attributes = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}${secure ? '; Secure' : ''}`
  return `${sessionCookie}=${token}; ${attributes}`
}

const maxUserAgent = 1000

/**
 * Returns a name such as `Firefox 145, Linux`, or null if the browser does not
 * identify itself.
 */
export function browserName(name: string | null): string | null {
  const headers = new Headers({
    'user-agent': name?.slice(0, maxUserAgent) ?? '',
  })
  const { browser, os } = userAgent({ headers })
  const version =
    browser.name && `${browser.name} ${browser.version?.split('.')[0] ?? ''}`
  return [version, os.name].filter(Boolean).join(', ') || null
}
