import { z } from 'zod'
import { allowedAddress, isSitePath } from '@/lib/chatbot/redirect'
import { redirectHosts } from '@/lib/chatbot/redirect-hosts'
import {
  type ChatAnswer,
  type ChatRequest,
  type Status,
  statusSchema,
  upstreamAnswerSchema,
} from '@/lib/chatbot/schema'
import { log } from '@/lib/log'
import { CircuitOpen, circuitBreakerLimits, createCircuitBreaker } from './circuit-breaker'
import { callUpstream, UpstreamError } from './http-client'
import { callMs, statusFreshMs, statusMs } from './limits'

const guard = createCircuitBreaker(circuitBreakerLimits)

export type UpstreamProblem = { problem: 'bad_gateway' | 'unavailable'; retryAfterSeconds?: number }

export async function askUpstream(
  base: string,
  body: ChatRequest,
  signal: AbortSignal,
): Promise<{ answer: ChatAnswer } | UpstreamProblem> {
  const call = { url: `${base}/api/chatbot/chat`, body, signal, totalMs: callMs }
  return outcomeOf(async () => {
    const answer = await guard(() => callUpstream(call, upstreamAnswerSchema), isUpstreamError)
    return { answer: onlyAllowed(answer) }
  })
}

/** Tells the upstream that a session has ended. Its answer is ignored. */
export async function endUpstream(base: string, body: Omit<ChatRequest, 'message'>, signal: AbortSignal) {
  const call = { url: `${base}/api/chatbot/end-session`, body, signal, totalMs: callMs }
  return outcomeOf(async () => ({ ended: await callUpstream(call, z.unknown()) }))
}

async function outcomeOf<T>(work: () => Promise<T>): Promise<T | UpstreamProblem> {
  const start = Date.now()
  try {
    return await work()
  } catch (error) {
    const { name, message } = error as Error
    log.warn({ error: name, reason: message, ms: Date.now() - start }, 'assistant upstream')
    if (!(error instanceof CircuitOpen)) return { problem: 'bad_gateway' }
    return { problem: 'unavailable', retryAfterSeconds: Math.ceil(error.retryAfterMs / 1000) }
  }
}

function isUpstreamError(error: unknown): boolean {
  return error instanceof UpstreamError
}

function onlyAllowed(answer: ChatAnswer): ChatAnswer {
  const target = answer.redirect_to ? allowedAddress(answer.redirect_to, redirectHosts()) : undefined
  const sources = answer.sources?.filter(({ path }) => isSitePath(path)) ?? []
  return { ...answer, redirect_to: target?.replace('https://', '') ?? null, sources }
}

let asked: { at: number; status: Promise<Status> } | undefined

/** The upstream's status, cached for 5 seconds, as every visitor's browser asks. */
export function upstreamStatus(base: string): Promise<Status> {
  // Either way: the clock may be put back.
  if (!asked || Math.abs(Date.now() - asked.at) > statusFreshMs) asked = { at: Date.now(), status: fetchStatus(base) }
  return asked.status
}

async function fetchStatus(base: string): Promise<Status> {
  const call = { url: `${base}/api/chatbot/status`, signal: new AbortController().signal, totalMs: statusMs }
  const outcome = await outcomeOf(() => callUpstream(call, statusSchema))
  return 'problem' in outcome ? { enabled: false, disabled_reason: 'unavailable' } : outcome
}
