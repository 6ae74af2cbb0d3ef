import { Agent, request } from 'undici'
import { z } from 'zod'
import { allowedAddress, isSitePath } from '@/lib/chatbot/redirect'
import {
  type ChatAnswer,
  type ChatRequest,
  type Status,
  statusSchema,
  upstreamAnswerSchema,
} from '@/lib/chatbot/schema'
import { log } from '@/lib/log'
import { site } from '@/lib/site'
import { withTimeLimit } from '@/lib/time-limit'

/** Milliseconds for a whole call to an upstream. Browsers wait a little longer (browser/api.ts). */
const callMs = 15_000
const statusMs = 5000

/** Milliseconds. 2 s at most: undici checks its timers every half second. */
export const connectMs = 1500

const maxAnswerBytes = 64 * 1024

/** Milliseconds for which one status serves everybody. */
const statusFreshMs = 5000

export type UpstreamProblem = { problem: 'bad_gateway' | 'unavailable'; retryAfterSeconds?: number }

// A circuit breaker: after so many failed calls in a row, others are made one in so many milliseconds, until one succeeds.
const maxFailures = 5
const pauseMs = 10_000
let failures = 0
let pausedUntil = 0

export async function askUpstream(
  base: string,
  body: ChatRequest,
  signal: AbortSignal,
): Promise<{ answer: ChatAnswer } | UpstreamProblem> {
  const waitMs = pausedUntil - performance.now()
  if (failures >= maxFailures && waitMs > 0) {
    return { problem: 'unavailable', retryAfterSeconds: Math.ceil(waitMs / 1000) }
  }
  pausedUntil = performance.now() + pauseMs
  const call = { url: `${base}/api/chatbot/chat`, body, signal, totalMs: callMs }
  const outcome = await outcomeOf(async () => ({ answer: onlyAllowed(await callUpstream(call, upstreamAnswerSchema)) }))
  if ('answer' in outcome) failures = 0
  else if (!signal.aborted) failures++
  // A visitor who left proves nothing: the next call may try.
  else pausedUntil = 0
  return outcome
}

export async function endUpstream(base: string, body: Omit<ChatRequest, 'message'>, signal: AbortSignal) {
  const call = { url: `${base}/api/chatbot/end-session`, body, signal, totalMs: callMs }
  return outcomeOf(async () => ({ ended: await callUpstream(call, z.unknown()) }))
}

let asked: { at: number; status: Promise<Status> } | undefined

/** The upstream's status, cached for 5 seconds, as every visitor's browser asks. */
export function upstreamStatus(base: string): Promise<Status> {
  const at = performance.now()
  if (!asked || at - asked.at > statusFreshMs) asked = { at, status: fetchStatus(base) }
  return asked.status
}

async function fetchStatus(base: string): Promise<Status> {
  const call = { url: `${base}/api/chatbot/status`, signal: new AbortController().signal, totalMs: statusMs }
  const outcome = await outcomeOf(() => callUpstream(call, statusSchema))
  return 'problem' in outcome ? { enabled: false, disabled_reason: 'unavailable' } : outcome
}

async function outcomeOf<T>(work: () => Promise<T>): Promise<T | UpstreamProblem> {
  const start = Date.now()
  try {
    return await work()
  } catch (error) {
    const { name, message } = error as Error
    log.warn({ error: name, reason: message, ms: Date.now() - start }, 'assistant upstream')
    return { problem: 'bad_gateway' }
  }
}

function onlyAllowed(answer: ChatAnswer): ChatAnswer {
  const target = answer.redirect_to ? allowedAddress(answer.redirect_to, site.redirectHosts) : undefined
  const sources = answer.sources?.filter(({ path }) => isSitePath(path)) ?? []
  return { ...answer, redirect_to: target?.replace('https://', '') ?? null, sources }
}

// Follows no redirect; an answer that switches protocols (101) is an error.
const agent = new Agent({ connect: { timeout: connectMs }, maxResponseSize: maxAnswerBytes })

type Call = { url: string; body?: object; signal: AbortSignal; totalMs: number }

/** Returns an upstream's validated JSON. Throws for any other answer, or none in time. */
export async function callUpstream<T>({ url, body, signal, totalMs }: Call, schema: z.ZodType<T>): Promise<T> {
  try {
    return schema.parse(JSON.parse(await withTimeLimit(totalMs, signal, (limited) => send(url, body, limited))))
  } catch (error) {
    const invalid = error instanceof z.ZodError && `unexpected answer at ${error.issues[0]?.path.join('.')}`
    throw invalid ? new Error(invalid) : error
  }
}

async function send(url: string, body: object | undefined, signal: AbortSignal): Promise<string> {
  const json = { 'Content-Type': 'application/json' }
  const answer = await request(url, {
    dispatcher: agent,
    signal,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { Accept: 'application/json', ...(body && json) },
  })
  const isJson = /^application\/json\b/i.test(String(answer.headers['content-type']))
  if (answer.statusCode === 200 && isJson) return answer.body.text()
  // An unread body would keep its connection busy.
  answer.body.on('error', () => undefined).destroy()
  throw new Error(answer.statusCode === 200 ? 'not JSON by its type' : `status ${answer.statusCode}`)
}
