import { createRateLimit } from '@/lib/http/rate-limit'
import { hasContactDetails } from './contact-details'
import {
  recordUnanswered,
  saveExchange,
  saveMemory,
} from './conversation-store'
import type { ChatAnswer, ChatRequest } from './schema'

// The exchanges recorded per day, so that nobody can fill the disk. Beyond these
// limits, the assistant answers without recording.
const recordedOfClient = createRateLimit('LIMIT_CHAT_RECORDED_PER_CLIENT')
const recordedInAll = createRateLimit('LIMIT_CHAT_RECORDED_GLOBAL')

export type Answered = { answer: ChatAnswer; factIds?: string[] }

export async function recordExchange(
  { session_id, language, message }: ChatRequest,
  client: string,
  { answer, factIds = [] }: Answered,
) {
  const waitSeconds =
    (await recordedOfClient.take(client)) || (await recordedInAll.take('all'))
  if (waitSeconds > 0) return
  await saveMemory(session_id, {
    language,
    lastFacts: factIds,
    suggested: answer.suggestions ?? [],
    hasContactDetails: hasContactDetails(message),
  })
  await saveExchange(session_id, { question: message, answer: answer.response })
  if (answer.unanswered)
    await recordUnanswered(message, answer.language ?? language)
}
