import { fetchText } from '@/lib/fetch-text'

const maxMs = 5000

export async function fetchEmail(): Promise<string | undefined> {
  try {
    // Not lib/browser/fetch-answer.ts: every page loads this file.
    const { text } = await fetchText('/api/email', { maxMs })
    const answer: { email?: string } = JSON.parse(text)
    return answer.email
  } catch {
    return undefined // the caller does without
  }
}
