const maxWaitMs = 5000

export async function fetchEmail(): Promise<string | undefined> {
  try {
    // Does not use lib/browser/request-json.ts, because every page loads this
    // file.
    const response = await fetch('/api/email', {
      signal: AbortSignal.timeout(maxWaitMs),
    })
    const answer: { email?: string } = await response.json()
    return answer.email
  } catch {
    return undefined // the page works without the address
  }
}
