const maxWaitMs = 5000

/** The company's e-mail address, which no page's HTML has; undefined when it cannot be had within 5 s. */
export async function fetchEmail(): Promise<string | undefined> {
  try {
    // Not lib/browser/fetch-answer.ts: this is part of every page.
    const response = await fetch('/api/email', { signal: AbortSignal.timeout(maxWaitMs) })
    const answer: { email?: string } = await response.json()
    return answer.email
  } catch {
    return undefined // the caller does without
  }
}
