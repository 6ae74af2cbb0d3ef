import type { NewReport, ReportField } from '@/lib/attestations/fields'
import type { ReportJson } from '@/lib/attestations/json'
import { failureOf, fetchAnswer } from '@/lib/browser/fetch-answer'

export type { Failure } from '@/lib/browser/fetch-answer'

export type ChangeOutcome = { kind: 'done' } | ReturnType<typeof failureOf>

const maxWaitMs = 30_000

// No function here rejects: no connection, no answer within 30 s and unreadable answers are outcomes too.

/** Every published report, withdrawn and replaced ones too; undefined when they could not be fetched. */
export async function fetchReports(): Promise<ReportJson[] | undefined> {
  try {
    const answer = await fetch('/api/attestations?include=history', { signal: AbortSignal.timeout(maxWaitMs) })
    return answer.ok ? await answer.json() : undefined
  } catch {
    return undefined
  }
}

export function addReport(report: NewReport, idempotencyKey: string): Promise<ChangeOutcome> {
  return send('POST', '/api/attestations', report, { 'Idempotency-Key': idempotencyKey })
}

/** Saves what was typed of a report, complete or not, where only operators see it. */
export function addDraft(fields: Partial<Record<ReportField, string | null>>): Promise<ChangeOutcome> {
  return send('POST', '/api/attestations/drafts', fields)
}

export function deleteReport(id: string, reason: string): Promise<ChangeOutcome> {
  return send('DELETE', `/api/attestations/${id}`, { reason })
}

export function restoreReport(id: string): Promise<ChangeOutcome> {
  return send('POST', `/api/attestations/${id}/restore`, {})
}

/** Exchanges an operator's key, with a one-time code where the operator has a second factor, for the session cookie. */
export function signIn(key: string, code?: string): Promise<ChangeOutcome> {
  return send('POST', '/api/operator/session', { key, ...(code && { code }) })
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
  return typeof answer !== 'string' && answer.ok ? { kind: 'done' } : failureOf(answer)
}
