import { wakeDelivery } from '@/lib/delivery/loop'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { reply } from './assistant'
import type { ChatAnswer, ChatRequest, Status } from './contract'
import { askUpstream, endUpstream, type UpstreamProblem, upstreamStatus } from './proxy'
import { countUnanswered, endSession, readLastEntry, saveMessage, saveProgress } from './store'

/** Whether there is an assistant to talk to, and if not, why: `disabled`, or `unavailable` for an upstream. */
export async function chatStatus(): Promise<Status> {
  if (!isChatEnabled()) return { enabled: false, disabled_reason: 'disabled' }
  if (env.CHATBOT_URL) return upstreamStatus(env.CHATBOT_URL)
  return { enabled: true, disabled_reason: null }
}

export function isChatEnabled(): boolean {
  return env.CHATBOT_ENABLED === 'true'
}

/** Answers a message: the upstream of CHATBOT_URL does, else the site's own assistant. */
export async function chat(
  request: ChatRequest,
  signal: AbortSignal,
): Promise<{ answer: ChatAnswer } | UpstreamProblem> {
  if (env.CHATBOT_URL) return askUpstream(env.CHATBOT_URL, request, signal)
  return { answer: await answerHere(request) }
}

/** Ends a session, here or upstream. */
export async function endChat(request: Omit<ChatRequest, 'message'>, signal: AbortSignal) {
  if (env.CHATBOT_URL) return endUpstream(env.CHATBOT_URL, request, signal)
  await endSession(request.session_id)
  wakeDelivery()
  return { ended: true }
}

async function answerHere({ session_id, message, language }: ChatRequest): Promise<ChatAnswer> {
  const previous = await attempt(() => readLastEntry(session_id))
  const { answer, entry, unanswered, contactAsked } = await reply(message, language, previous)
  await attempt(async () => {
    await saveProgress(session_id, { language, lastEntry: entry ?? previous ?? null, contactAsked })
    await saveMessage(session_id, { role: 'user', content: message })
    await saveMessage(session_id, { role: 'assistant', content: answer.response })
    if (unanswered) await countUnanswered(message, language)
  })
  return answer
}

// An answer needs no database: while that is away, visitors still get theirs and only the record of it is missing.
async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    const { name, code } = error as Error & { code?: string }
    log.error({ fault: name, code }, 'conversation not recorded')
    return undefined
  }
}
