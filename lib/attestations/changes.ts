import type { FieldProblems, Problem } from '@/lib/http/problem'
import type { NewReport } from './schema'

export type Failure = { kind: 'failed'; code: string; retryAfterSeconds: number }
export type ChangeOutcome = { kind: 'done' } | { kind: 'fields'; fields: FieldProblems } | Failure

/** Changes from the browser. None of them throws: no connection and unreadable answers are outcomes too. */

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

/** A key that marks one submission, however often it is sent. Works without https too, as randomUUID does not. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function send(method: string, path: string, body: object, headers?: HeadersInit): Promise<ChangeOutcome> {
  const response = await request(path, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!response) return { kind: 'failed', code: 'offline', retryAfterSeconds: 0 }
  if (response.ok) return { kind: 'done' }
  const answer: Partial<Problem> = await response.json().catch(() => ({}))
  if (answer.error?.fields) return { kind: 'fields', fields: answer.error.fields }
  const retryAfterSeconds = Number(response.headers.get('retry-after') ?? 0)
  return { kind: 'failed', code: answer.error?.code ?? 'unexpected', retryAfterSeconds }
}

async function request(path: string, options: RequestInit): Promise<Response | undefined> {
  try {
    return await fetch(path, options)
  } catch {
    return undefined // fetch rejects only when no answer came
  }
}
