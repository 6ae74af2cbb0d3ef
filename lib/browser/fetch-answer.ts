import { isRecord } from './guards'

export type Answer = {
  status: number
  ok: boolean
  headers: Headers
  /** The JSON object of the answer; empty where it holds none. */
  body: Record<string, unknown>
}

/**
 * Fetches a JSON answer within so many milliseconds, its body included. Never rejects: `offline` stands for no
 * connection, `late` for no answer in time.
 */
export async function fetchAnswer(
  path: string,
  maxMs: number,
  options?: RequestInit,
): Promise<Answer | 'offline' | 'late'> {
  const stopper = new AbortController()
  const timer = setTimeout(() => stopper.abort(), maxMs)
  try {
    const response = await fetch(path, { ...options, signal: stopper.signal })
    const { status, ok, headers } = response
    return { status, ok, headers, body: parseBody(await response.text()) }
  } catch {
    return stopper.signal.aborted ? 'late' : 'offline'
  } finally {
    clearTimeout(timer)
  }
}

function parseBody(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text)
    return isRecord(body) ? body : {}
  } catch {
    return {} // a page of a proxy or of a hotel's network: the status says what became of the request
  }
}
