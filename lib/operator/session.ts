import { randomBytes } from 'node:crypto'
import { env } from '@/lib/env'
import { hashSecret } from './keys'
import { sessionLife } from './session-life'
import { continueSession, createSession, findSession, revokeSession } from './store'

const secure = env.SITE_URL.startsWith('https:')

/** `__Host-` keeps other subdomains and plain http from setting the cookie; browsers take it only over https. */
const sessionCookie = secure ? '__Host-operator' : 'operator'

/** Starts a session and returns the `Set-Cookie` header that gives it to the browser. */
export async function startSession(operator: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await createSession(hashSecret(token), operator)
  return cookieHeader(token, sessionLife.absoluteMs / 1000)
}

/** Ends the request's session, if it has one, and returns the `Set-Cookie` header that takes it from the browser. */
export async function endSession(headers: Headers): Promise<string> {
  const token = sessionToken(headers)
  if (token) await revokeSession(hashSecret(token))
  return cookieHeader('', 0)
}

/** The operator whose session these request headers carry. With `touch` the request counts as activity. */
export async function operatorOfSession(headers: Headers, { touch }: { touch: boolean }): Promise<string | undefined> {
  const token = sessionToken(headers)
  if (!token) return undefined
  const operator = await (touch ? continueSession : findSession)(hashSecret(token))
  // An operator taken out of the environment has no sessions either.
  return env.OPERATOR_KEYS.some(({ name }) => name === operator) ? operator : undefined
}

export function sessionToken(headers: Headers): string | undefined {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([name]) => name === sessionCookie)?.[1] || undefined
}

function cookieHeader(token: string, maxAgeSeconds: number): string {
  const attributes = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}${secure ? '; Secure' : ''}`
  return `${sessionCookie}=${token}; ${attributes}`
}
