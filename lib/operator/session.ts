import { createHash, randomBytes } from 'node:crypto'
import { env } from '@/lib/env'
import { hashSecret } from './keys'
import {
  continueSession,
  createSession,
  findSession,
  listSessions,
  revokeSession,
  revokeSessionsOf,
  sessionLife,
} from './store'

const secure = env.SITE_URL.startsWith('https:')

/** `__Host-` keeps other subdomains and plain http from setting the cookie; browsers take it only over https. */
const sessionCookie = secure ? '__Host-operator' : 'operator'

/** A session as its operator sees it. `id` tells it from the operator's others, and opens nothing. */
export type ListedSession = {
  id: string
  startedAt: Date
  lastSeenAt: Date
  browser: string | null
  /** Whether it is the one of the request. */
  current: boolean
}

/** Starts a session and returns the `Set-Cookie` header that gives it to the browser. */
export async function startSession(operator: string, headers: Headers): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await createSession(hashSecret(token), operator, browserName(headers.get('user-agent')))
  return cookieHeader(token, sessionLife.absoluteMs / 1000)
}

/** Ends the request's session, if it has one, and returns the `Set-Cookie` header that takes it from the browser. */
export async function endSession(headers: Headers): Promise<string> {
  const token = sessionToken(headers)
  if (token) await revokeSession(hashSecret(token))
  return cookieHeader('', 0)
}

/** Ends one of an operator's sessions, by the id of its list; false where it is not there. */
export async function endSessionOf(operator: string, id: string): Promise<boolean> {
  const found = (await listSessions(operator)).find(({ tokenHash }) => idOf(tokenHash) === id)
  if (found) await revokeSession(found.tokenHash)
  return found !== undefined
}

/** Ends all of an operator's sessions but the request's own; returns how many. */
export async function endOtherSessions(operator: string, headers: Headers): Promise<number> {
  const token = sessionToken(headers)
  return revokeSessionsOf(operator, token && hashSecret(token))
}

export async function sessionsOf(operator: string, headers: Headers): Promise<ListedSession[]> {
  const token = sessionToken(headers)
  const own = token && hashSecret(token)
  return (await listSessions(operator)).map(({ tokenHash, createdAt, lastSeenAt, browser }) => ({
    id: idOf(tokenHash),
    startedAt: createdAt,
    lastSeenAt,
    browser,
    current: tokenHash === own,
  }))
}

function idOf(tokenHash: string): string {
  return createHash('sha256').update(tokenHash).digest('hex').slice(0, 32)
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

// Those that others are made of come last: Edge, Opera and Vivaldi say that they are Chrome, which says Safari.
const browsers: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdgA?(?:iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//],
]

const systems: [name: string, pattern: RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['macOS', /\bMac OS X\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

/** What a user agent says of itself, such as "Firefox 145, Linux"; null where it says nothing that is known. */
export function browserName(userAgent: string | null): string | null {
  const text = userAgent?.slice(0, 1000) ?? ''
  const browser = browsers.find(([, pattern]) => pattern.test(text))
  const [name, pattern] = browser ?? []
  const version = name && pattern && `${name} ${pattern.exec(text)?.[1]}`
  const [system] = systems.find(([, known]) => known.test(text)) ?? []
  return [version, system].filter(Boolean).join(', ') || null
}
