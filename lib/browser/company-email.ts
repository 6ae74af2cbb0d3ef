const maxWaitMs = 5000

export async function fetchEmail(): Promise<string | undefined> {
  try {
    // Does not use lib/browser/request-json.ts, because every page loads this
    // file, so it has to be small.
    const response = await fetch('/api/email', {
      signal: AbortSignal.timeout(maxWaitMs),
    })
    const body: { email?: string } = await response.json()
    return body.email
  } catch {
    return undefined // the page works without the address
  }
}
