import type { FieldProblems, Problem } from '@/lib/http/handler'
import { retryAfterOf } from '@/lib/http/retry-after'
import { isRecord, parseJson } from '@/lib/text'
import { withTimeLimit } from '@/lib/time-limit'

export type JsonResponse = {
  status: number
  ok: boolean
  headers: Headers
  body: Record<string, unknown>
}

type Options = Omit<RequestInit, 'signal'> & { maxMs?: number }

// Longer than the server needs to store a lead while its database is busy, but
// shorter than a visitor's patience.
const defaultMaxMs = 30_000

/**
 * Fetches JSON with a time limit. Never rejects: `offline` means no connection,
 * `late` means no response before the limit.
 */
export async function requestJson(
  path: string,
  { maxMs = defaultMaxMs, ...options }: Options = {},
): Promise<JsonResponse | 'offline' | 'late'> {
  let limit: AbortSignal | undefined
  try {
    return await withTimeLimit(maxMs, undefined, async (signal) => {
      limit = signal
      const response = await fetch(path, { ...options, signal })
      const { status, ok, headers } = response
      const body = parseJson(await response.text())
      // Replaces anything but an object, such as a hotel network's page, by an
      // empty body, because the status is still valid.
      return { status, ok, headers, body: isRecord(body) ? body : {} }
    })
  } catch {
    return limit?.aborted ? 'late' : 'offline'
  }
}

/** Posts JSON. Like requestJson(), has a time limit and never rejects. */
export function sendJson(
  path: string,
  body: object,
  { headers, ...options }: Options = {},
): ReturnType<typeof requestJson> {
  return requestJson(path, {
    method: 'POST',
    ...options,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

/**
 * Why a request failed: the error code in the response, `offline`, or
 * `unexpected`.
 */
export type Failure = {
  kind: 'failed'
  code: string
  retryAfterSeconds: number
  replaces?: string
}

export function failureOf(
  response: JsonResponse | 'offline' | 'late',
): { kind: 'fields'; fields: FieldProblems } | Failure {
  if (typeof response === 'string') {
    // The outcome of a late request is unknown, because the server may have
    // received it.
    const code = response === 'late' ? 'unexpected' : response
    return { kind: 'failed', code, retryAfterSeconds: 0 }
  }
  const { error }: Partial<Problem> = response.body
  if (error?.fields) return { kind: 'fields', fields: error.fields }
  const retryAfterSeconds = Math.ceil(
    (retryAfterOf(response.headers) ?? 0) / 1000,
  )
  const { code = 'unexpected', replaces } = error ?? {}
  return { kind: 'failed', code, retryAfterSeconds, replaces }
}

/** Rounds a wait up to minutes, so that nobody comes back too early. */
export function minutesOf(seconds: number): number {
  return Math.max(1, Math.ceil(seconds / 60))
}
