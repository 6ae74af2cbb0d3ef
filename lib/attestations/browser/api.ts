import type { NewReport } from '@/lib/attestations/fields'
import { maxFileBytes } from '@/lib/attestations/file-limits'
import type { ReportJson } from '@/lib/attestations/json'
import {
  type Failure,
  failureOf,
  type JsonResponse,
  requestJson,
  sendJson,
} from '@/lib/browser/request-json'
import { minuteMs } from '@/lib/durations'
import { fetchText } from '@/lib/fetch-text'
import { toHex } from '@/lib/text'

export type RequestOutcome =
  | { kind: 'done'; body: JsonResponse['body'] }
  | ReturnType<typeof failureOf>

const maxWaitMs = 30_000
const maxUploadMs = 15 * minuteMs

// Only `fingerprintOf` rejects. The other functions resolve to an outcome, even
// without a connection, after a timeout or for an unreadable response.

export function fetchReports(): Promise<ReportJson[] | undefined> {
  return fetchJson('/api/attestations?include=history')
}

export async function fetchJson<Json>(path: string): Promise<Json | undefined> {
  try {
    const { ok, text } = await fetchText(path, { maxMs: maxWaitMs })
    return ok ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

export function addReport(
  report: NewReport,
  idempotencyKey: string,
): Promise<RequestOutcome> {
  const headers = { 'Idempotency-Key': idempotencyKey }
  return outcomeOf(sendJson('/api/attestations', report, { headers }))
}

export function deleteReport(
  id: string,
  reason: string,
): Promise<RequestOutcome> {
  const method = 'DELETE'
  return outcomeOf(sendJson(`/api/attestations/${id}`, { reason }, { method }))
}

export function signInWithKey(key: string): Promise<RequestOutcome> {
  return outcomeOf(sendJson('/api/operator/session', { key }))
}

/** Stores a file. On success, the body contains its `file_url` and `sha256`. */
export async function uploadFile(file: Blob): Promise<RequestOutcome> {
  if (file.size > maxFileBytes) return failedWith('too_large')
  const headers = { 'Content-Type': 'application/pdf' }
  return outcomeOf(
    requestJson('/api/attestations/files', {
      method: 'POST',
      headers,
      body: file,
      maxMs: maxUploadMs,
    }),
  )
}

async function outcomeOf(
  sent: ReturnType<typeof requestJson>,
): Promise<RequestOutcome> {
  const response = await sent
  return typeof response === 'object' && response.ok
    ? { kind: 'done', body: response.body }
    : failureOf(response)
}

export function failedWith(code: string): Failure {
  return { kind: 'failed', code, retryAfterSeconds: 0 }
}

const pieceBytes = 128 * 1024

/**
 * Returns a file's SHA-256 in hexadecimal. Rejects if the file cannot be read
 * or the hash function cannot be loaded. Reads the file in chunks, so that the
 * page stays responsive. crypto.subtle would need https and the whole file at
 * once.
 */
export async function fingerprintOf(file: Blob): Promise<string> {
  const { sha256 } = await import('@noble/hashes/sha2.js')
  const hash = sha256.create()
  for (let start = 0; start < file.size; start += pieceBytes) {
    hash.update(
      new Uint8Array(await file.slice(start, start + pieceBytes).arrayBuffer()),
    )
  }
  return toHex(hash.digest())
}
