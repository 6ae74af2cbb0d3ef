import { fetchText } from '@/lib/fetch-text'
import type { FieldProblems, Problem } from '@/lib/http/handler'
import { isRecord, parseJson } from '@/lib/text'

export type Answer = {
  status: number
  ok: boolean
  headers: Headers
  body: Record<string, unknown>
}

/** Fetches JSON with a time limit. Never rejects: `offline` means no connection, `late` no answer before limit or abort. */
export async function fetchAnswer(
  path: string,
  maxMs: number,
  options?: RequestInit,
): Promise<Answer | 'offline' | 'late'> {
  try {
    const { text, brokenBy, ...answer } = await fetchText(path, { ...options, maxMs })
    if (brokenBy) throw brokenBy
    const body = parseJson(text)
    // Not an object: the page of a proxy or of a hotel's network. The status is still valid.
    return { ...answer, body: isRecord(body) ? body : {} }
  } catch (error) {
    return /^(Abort|Timeout)Error$/.test((error as Error).name) ? 'late' : 'offline'
  }
}

/** Why a request failed: the code of the server's answer, `offline`, or `unexpected`. */
export type Failure = { kind: 'failed'; code: string; retryAfterSeconds: number; replaces?: string }

export function failureOf(answer: Answer | 'offline' | 'late'): { kind: 'fields'; fields: FieldProblems } | Failure {
  if (answer === 'offline') return { kind: 'failed', code: 'offline', retryAfterSeconds: 0 }
  // The server may have received the request: its result is unknown.
  if (answer === 'late') return { kind: 'failed', code: 'unexpected', retryAfterSeconds: 0 }
  const { error }: Partial<Problem> = answer.body
  if (error?.fields) return { kind: 'fields', fields: error.fields }
  const retryAfterSeconds = Number(answer.headers.get('retry-after') ?? 0)
  const { code = 'unexpected', replaces } = error ?? {}
  return { kind: 'failed', code, retryAfterSeconds, ...(replaces && { replaces }) }
}
