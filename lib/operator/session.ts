import { randomBytes } from 'node:crypto'
import { userAgentFromString } from 'next/server.js'
import { describeError } from '@/lib/database/errors'
import { env } from '@/lib/env'
import { problem } from '@/lib/http/handler'
import { clientOf } from '@/lib/http/request'
import { log } from '@/lib/log'
import { recordAction } from './audit-store'
import { codeProblem, hashSecret, verifyKey } from './keys'
import {
  createSession,
  findSession,
  listSessions,
  revokeSessions,
  sessionLife,
} from './store'

const secure = env.SITE_URL.startsWith('https:')

/**
 * `__Host-` prevents subdomains and plain http from setting the cookie.
 * Browsers accept it only over https.
 */
const sessionCookie = secure ? '__Host-operator' : 'operator'

/**
 * Exchanges a key, plus a code if the operator has a second factor, for a
 * session. Ends the browser's previous session and returns the `Set-Cookie`
 * header.
 */
export async function signIn(
  request: Request,
  given: { key: string; code?: string },
) {
  try {
    return await exchangeKey(request, given)
  } catch (error) {
    const failure = describeError(error)
    if (!failure.reason) throw error
    log.error(failure, 'database unavailable')
    return { problem: problem('unavailable') }
  }
}

async function exchangeKey(
  request: Request,
  { key, code = '' }: { key: string; code?: string },
) {
  const client = clientOf(request)
  const { operator, problem: wrongKey } = await verifyKey(
    key,
    client,
    'sign-in',
  )
  if (wrongKey) return { problem: wrongKey }
  const wrongCode = await codeProblem(operator, code, client)
  if (wrongCode) return { problem: wrongCode }
  await endSession(request.headers)
  const token = randomBytes(32).toString('base64url')
  await createSession(
    hashSecret(token),
    operator,
    browserName(request.headers.get('user-agent')),
  )
  log.info({ operator }, 'operator signed in')
  await recordAction(operator, 'signed_in')
  return {
    operator,
    cookie: cookieHeader(token, sessionLife.absoluteMs / 1000),
  }
}

export async function endSession(headers: Headers): Promise<string> {
  const tokenHash = tokenHashOf(headers)
  if (tokenHash) await revokeSessions({ tokenHash })
  return cookieHeader('', 0)
}

/**
 * Ends one of the operator's sessions by id, or all except the current one
 * (`others`). Returns how many.
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
  const own = tokenHashOf(headers)
  return (await listSessions(operator)).map(({ tokenHash, ...session }) => {
    return { ...session, id: tokenHash, current: tokenHash === own }
  })
}

export async function operatorOfSession(
  headers: Headers,
  { touch }: { touch: boolean },
): Promise<string | undefined> {
  const tokenHash = tokenHashOf(headers)
  if (!tokenHash) return undefined
  const operator = await findSession(tokenHash, { touch })
  // Operators removed from the environment lose their sessions too.
  return env.OPERATOR_KEYS.some(({ name }) => name === operator)
    ? operator
    : undefined
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
export function browserName(userAgent: string | null): string | null {
  const { browser, os } = userAgentFromString(userAgent?.slice(0, maxUserAgent))
  const version =
    browser.name && `${browser.name} ${browser.version?.split('.')[0] ?? ''}`
  return [version, os.name].filter(Boolean).join(', ') || null
}
