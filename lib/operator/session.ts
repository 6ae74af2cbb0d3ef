import { createHash, randomBytes } from 'node:crypto'
import { env } from '@/lib/env'
import { hashSecret } from './keys'
import { createSession, findSession, listSessions, revokeSessions, sessionLife } from './store'

const secure = env.SITE_URL.startsWith('https:')

/** `__Host-` keeps other subdomains and plain http from setting the cookie; browsers take it only over https. */
const sessionCookie = secure ? '__Host-operator' : 'operator'

export async function startSession(operator: string, headers: Headers): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await createSession(hashSecret(token), operator, browserName(headers.get('user-agent')))
  return cookieHeader(token, sessionLife.absoluteMs / 1000)
}

export async function endSession(headers: Headers): Promise<string> {
  const tokenHash = tokenHashOf(headers)
  if (tokenHash) await revokeSessions({ tokenHash })
  return cookieHeader('', 0)
}

export async function endSessions(operator: string, which: string, headers: Headers): Promise<number> {
  if (which === 'others') return revokeSessions({ operator, tokenHash: { not: tokenHashOf(headers) ?? '' } })
  const found = (await listSessions(operator)).find(({ tokenHash }) => idOf(tokenHash) === which)
  return found ? revokeSessions({ tokenHash: found.tokenHash }) : 0
}

export type ListedSession = Awaited<ReturnType<typeof sessionsOf>>[number]

export async function sessionsOf(operator: string, headers: Headers) {
  const own = tokenHashOf(headers)
  return (await listSessions(operator)).map(({ tokenHash, ...session }) => {
    return { ...session, id: idOf(tokenHash), current: tokenHash === own }
  })
}

function idOf(tokenHash: string): string {
  return createHash('sha256').update(tokenHash).digest('hex').slice(0, 32)
}

export async function operatorOfSession(headers: Headers, { touch }: { touch: boolean }): Promise<string | undefined> {
  const tokenHash = tokenHashOf(headers)
  if (!tokenHash) return undefined
  const operator = await findSession(tokenHash, { touch })
  // An operator taken out of the environment has no sessions either.
  return env.OPERATOR_KEYS.some(({ name }) => name === operator) ? operator : undefined
}

export function tokenHashOf(headers: Headers): string | undefined {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('='))
  const token = pairs.find(([name]) => name === sessionCookie)?.[1]
  return token && hashSecret(token)
}

function cookieHeader(token: string, maxAgeSeconds: number): string {
  const attributes = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}${secure ? '; Secure' : ''}`
  return `${sessionCookie}=${token}; ${attributes}`
}

// In this order: Edge and Opera also name Chrome, which also names Safari.
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

export function browserName(userAgent: string | null): string | null {
  const text = userAgent?.slice(0, 1000) ?? ''
  const browser = browsers.find(([, pattern]) => pattern.test(text))
  const [name, pattern] = browser ?? []
  const version = name && pattern && `${name} ${pattern.exec(text)?.[1]}`
  const [system] = systems.find(([, known]) => known.test(text)) ?? []
  return [version, system].filter(Boolean).join(', ') || null
}
