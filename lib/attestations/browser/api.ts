import type { NewReport } from '@/lib/attestations/fields'
import { fetchAnswer } from '@/lib/browser/fetch-answer'
import type { FieldProblems, Problem } from '@/lib/http/error-response'

export type Failure = { kind: 'failed'; code: string; retryAfterSeconds: number }
export type ChangeOutcome = { kind: 'done' } | { kind: 'fields'; fields: FieldProblems } | Failure

const maxWaitMs = 30_000

/**
 * Changes from the browser. None of them rejects: no connection, no answer within 30 s and unreadable answers are
 * outcomes too.
 */

export function addReport(report: NewReport, idempotencyKey: string): Promise<ChangeOutcome> {
  return send('POST', '/api/attestations', report, { 'Idempotency-Key': idempotencyKey })
}

export function deleteReport(id: string, reason: string): Promise<ChangeOutcome> {
  return send('DELETE', `/api/attestations/${id}`, { reason })
}

export function restoreReport(id: string): Promise<ChangeOutcome> {
  return send('POST', `/api/attestations/${id}/restore`, {})
}

/** Exchanges an operator's key for the session cookie. */
export function signIn(key: string): Promise<ChangeOutcome> {
  return send('POST', '/api/operator/session', { key })
}

export function signOut(): Promise<ChangeOutcome> {
  return send('DELETE', '/api/operator/session', {})
}

async function send(method: string, path: string, body: object, headers?: HeadersInit): Promise<ChangeOutcome> {
  const answer = await fetchAnswer(path, maxWaitMs, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (answer === 'offline') return { kind: 'failed', code: 'offline', retryAfterSeconds: 0 }
  if (answer === 'late') return { kind: 'failed', code: 'unexpected', retryAfterSeconds: 0 }
  if (answer.ok) return { kind: 'done' }
  const { error }: Partial<Problem> = answer.body
  if (error?.fields) return { kind: 'fields', fields: error.fields }
  const retryAfterSeconds = Number(answer.headers.get('retry-after') ?? 0)
  return { kind: 'failed', code: error?.code ?? 'unexpected', retryAfterSeconds }
}
