import { maxFileBytes, type NewReport } from '@/lib/attestations/fields'
import type { ReportJson } from '@/lib/attestations/json'
import { failureOf, fetchAnswer } from '@/lib/browser/fetch-answer'
import { isRecord } from '@/lib/browser/session'
import { parseJson } from '@/lib/text'
import { within } from '@/lib/time-limit'

export type { Failure } from '@/lib/browser/fetch-answer'

export type ChangeOutcome = { kind: 'done' } | ReturnType<typeof failureOf>

const maxWaitMs = 30_000

// No function here rejects: no connection, no answer within 30 s and unreadable answers are outcomes too.

export function fetchReports(): Promise<ReportJson[] | undefined> {
  return fetchJson('/api/attestations?include=history')
}

export async function fetchJson<Json>(path: string): Promise<Json | undefined> {
  try {
    const answer = await fetch(path, { signal: AbortSignal.timeout(maxWaitMs) })
    return answer.ok ? await answer.json() : undefined
  } catch {
    return undefined
  }
}

export function addReport(report: NewReport, idempotencyKey: string): Promise<ChangeOutcome> {
  return send('POST', '/api/attestations', report, { 'Idempotency-Key': idempotencyKey })
}

export function deleteReport(id: string, reason: string): Promise<ChangeOutcome> {
  return send('DELETE', `/api/attestations/${id}`, { reason })
}

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

export type Upload =
  | { kind: 'kept'; fileUrl: string; sha256: string }
  | { kind: 'failed'; code: string }
  | { kind: 'cancelled' }

// fetch does not report how much was sent.
export function uploadFile(file: Blob, onProgress: (share: number) => void, signal: AbortSignal): Promise<Upload> {
  if (file.size > maxFileBytes) return Promise.resolve({ kind: 'failed', code: 'too_large' })
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/attestations/files')
    request.setRequestHeader('Content-Type', 'application/pdf')
    request.upload.onprogress = ({ loaded }) => onProgress(file.size > 0 ? loaded / file.size : 1)
    request.onload = () => resolve(outcomeOf(request))
    request.onerror = () => resolve({ kind: 'failed', code: 'offline' })
    request.onabort = () => resolve({ kind: 'cancelled' })
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

function outcomeOf({ status, responseText }: XMLHttpRequest): Upload {
  const body = parseJson(responseText)
  const { file_url: fileUrl, sha256, error } = isRecord(body) ? body : {}
  if (status === 201 && fileUrl) return { kind: 'kept', fileUrl: String(fileUrl), sha256: String(sha256) }
  return { kind: 'failed', code: String(isRecord(error) ? error.code : 'unexpected') }
}

const pieceBytes = 128 * 1024
const maxLoadMs = 15_000

// Read in pieces, so that the page stays responsive: crypto.subtle wants the whole file at once, and https.
/** SHA-256 of a file in hexadecimal. Rejects if it cannot be read, or the hash function does not load in 15 s. */
export async function fingerprintOf(file: Blob): Promise<string> {
  const loaded = await within(maxLoadMs, import('@noble/hashes/sha2.js'))
  if (!loaded) throw new Error('the hash function did not load in time')
  const hash = loaded.sha256.create()
  for (let start = 0; start < file.size; start += pieceBytes) {
    hash.update(new Uint8Array(await file.slice(start, start + pieceBytes).arrayBuffer()))
  }
  return Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
