import { fetchAnswer } from '@/lib/browser/fetch-answer'

const maxWaitMs = 25_000

/** Whether the assistant is available; false without a proper answer within 25 s. */
export async function fetchStatus(): Promise<boolean> {
  const answer = await fetchAnswer('/api/chatbot/status', maxWaitMs)
  return typeof answer !== 'string' && answer.ok && answer.body.enabled === true
}
