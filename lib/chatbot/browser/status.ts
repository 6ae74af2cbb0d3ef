import { fetchAnswer } from '@/lib/browser/fetch-answer'

// Before the next time it is asked.
const maxWaitMs = 25_000

/** Whether the assistant is there to talk to. No connection, no answer within 25 s or no proper one counts as no. */
export async function fetchStatus(): Promise<boolean> {
  const answer = await fetchAnswer('/api/chatbot/status', maxWaitMs)
  return typeof answer !== 'string' && answer.ok && answer.body.enabled === true
}
