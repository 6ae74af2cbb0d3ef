import { Agent } from 'undici'
import { z } from 'zod'
import { cacheResult } from '@/lib/cache-result'
import { allowedAddress, isSitePath } from '@/lib/chatbot/redirect'
import {
  type ChatAnswer,
  type ChatRequest,
  type ChatStatus,
  statusSchema,
  upstreamAnswerSchema,
} from '@/lib/chatbot/schema'
import { env } from '@/lib/env'
import { fetchText } from '@/lib/fetch-text'
import { log } from '@/lib/log'
import { createFailure, errorCode } from '@/lib/outbox/failure'
import { site } from '@/lib/site'

/**
 * The longest time for an entire call. Browsers wait slightly longer
 * (browser/api.ts).
 */
const callMs = 15_000
const statusMs = 5000

/**
 * The longest time to connect: in practice 2 s, because undici checks its
 * timers every half second.
 */
export const connectMs = 1500

const maxResponseBytes = 64 * 1024

const statusFreshMs = 5000

export type UpstreamOutcome<Result> =
  | (Result & { refusal?: undefined })
  | {
      refusal: {
        code: 'bad_gateway' | 'unavailable'
        retryAfterSeconds?: number
      }
    }

// A circuit breaker: after this many failures in a row, only one call per
// `pauseMs` is made until one succeeds.
const maxFailures = 5
const pauseMs = 10_000
let failures = 0
let pausedUntil = 0

export async function askUpstream(
  base: string,
  body: ChatRequest,
  signal: AbortSignal,
): Promise<UpstreamOutcome<{ answer: ChatAnswer }>> {
  const waitMs = pausedUntil - performance.now()
  if (failures >= maxFailures && waitMs > 0) {
    const retryAfterSeconds = Math.ceil(waitMs / 1000)
    return { refusal: { code: 'unavailable', retryAfterSeconds } }
  }
  pausedUntil = performance.now() + pauseMs
  const call = { url: `${base}/api/chatbot/chat`, body, signal }
  const outcome = await outcomeOf(async () => ({
    answer: onlyAllowed(await callUpstream(call, upstreamAnswerSchema)),
  }))
  if (!outcome.refusal) failures = 0
  else if (!signal.aborted) failures++
  // Lets the next call through, because a call that the visitor ended says
  // nothing about the upstream.
  else pausedUntil = 0
  return outcome
}

export async function endUpstream(
  base: string,
  body: Omit<ChatRequest, 'message'>,
  signal: AbortSignal,
) {
  const call = { url: `${base}/api/chatbot/end-session`, body, signal }
  return outcomeOf(async () => ({
    ended: await callUpstream(call, z.unknown()),
  }))
}

/**
 * Shares the upstream's status, because every visitor's browser asks for it.
 */
export const upstreamStatus = cacheResult(statusFreshMs, fetchStatus)

async function fetchStatus(): Promise<ChatStatus> {
  const url = `${env.CHATBOT_URL}/api/chatbot/status`
  const outcome = await outcomeOf(() =>
    callUpstream({ url, maxMs: statusMs }, statusSchema),
  )
  return outcome.refusal
    ? { enabled: false, disabled_reason: 'unavailable' }
    : outcome
}

async function outcomeOf<Result extends object>(
  work: () => Promise<Result>,
): Promise<UpstreamOutcome<Result>> {
  const start = Date.now()
  try {
    return await work()
  } catch (error) {
    // Logs no message, because a JSON error quotes the response, which may
    // quote the visitor.
    const at =
      error instanceof z.ZodError ? error.issues[0]?.path.join('.') : undefined
    log.warn(
      { error: errorCode(error), at, ms: Date.now() - start },
      'the assistant’s upstream failed',
    )
    return { refusal: { code: 'bad_gateway' } }
  }
}

function onlyAllowed(answer: ChatAnswer): ChatAnswer {
  const target = answer.redirect_to
    ? allowedAddress(answer.redirect_to, site.hosts)
    : undefined
  const sources = answer.sources?.filter(({ path }) => isSitePath(path)) ?? []
  return {
    ...answer,
    redirect_to: target?.replace('https://', '') ?? null,
    sources,
  }
}

const agent = new Agent({ connect: { timeout: connectMs } })

type Call = { url: string; body?: object; signal?: AbortSignal; maxMs?: number }

/**
 * Returns an upstream's validated JSON. Throws for any other answer, or if it
 * takes too long.
 */
export async function callUpstream<T>(
  { url, body, signal, maxMs = callMs }: Call,
  schema: z.ZodType<T>,
): Promise<T> {
  const json = { 'Content-Type': 'application/json' }
  const { status, headers, text, brokenBy } = await fetchText(url, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { Accept: 'application/json', ...(body && json) },
    redirect: 'manual',
    dispatcher: agent,
    signal,
    maxMs,
    maxBytes: maxResponseBytes,
  })
  if (status !== 200) throw createFailure(`HTTP ${status}`)
  if (!/^application\/json\b/i.test(headers.get('content-type') ?? ''))
    throw createFailure('NOT_JSON')
  if (brokenBy) throw brokenBy
  return schema.parse(JSON.parse(text))
}
