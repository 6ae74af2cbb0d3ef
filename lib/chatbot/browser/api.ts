import { sendJson } from '@/lib/browser/request-json'
import {
  type ChatAnswer,
  type ChatRequest,
  chatAnswerSchema,
} from '@/lib/chatbot/schema'
import { minuteMs } from '@/lib/durations'
import { retryAfterOf } from '@/lib/http/retry-after'

// The server waits 15 s for an upstream, and visitors must get an answer or an
// error within 16 s.
const maxWaitMs = 15_300
const maxEndMs = 10_000

export type ChatOutcome =
  | { kind: 'answer'; answer: ChatAnswer }
  | { kind: 'limited'; retryAfterSeconds: number }
  | { kind: 'failed' }

/**
 * Sends a message. Never rejects, because connection errors and invalid
 * responses are outcomes too.
 */
export async function sendMessage(request: ChatRequest): Promise<ChatOutcome> {
  const response = await post('chat', request, maxWaitMs)
  if (typeof response === 'string') return { kind: 'failed' }
  if (response.status === 429) {
    const waitMs = retryAfterOf(response.headers) ?? minuteMs
    return { kind: 'limited', retryAfterSeconds: Math.ceil(waitMs / 1000) }
  }
  const result = chatAnswerSchema.safeParse(response.body)
  return response.ok && result.success
    ? { kind: 'answer', answer: result.data }
    : { kind: 'failed' }
}

/**
 * Reports to the server that a session has ended. Never shows a failure to the
 * visitor.
 */
export async function reportEnd(session: Omit<ChatRequest, 'message'>) {
  const response = await post('end-session', session, maxEndMs)
  if (typeof response !== 'string' && response.ok) return
  // biome-ignore lint/suspicious/noConsole: specified: logged, and the visitor is not troubled
  console.info(
    'end-session',
    typeof response === 'string' ? response : response.status,
  )
}

/**
 * Reports an answer that missed the question. Ignores failures, because the
 * report is only a hint to the operators.
 */
export async function reportAnswer(
  feedback: ChatRequest & { comment?: string },
) {
  await post('feedback', feedback, maxEndMs)
}

/** Completes a request even if the visitor leaves the page. */
function post(call: string, body: object, maxMs: number) {
  return sendJson(`/api/chatbot/${call}`, body, { maxMs, keepalive: true })
}
