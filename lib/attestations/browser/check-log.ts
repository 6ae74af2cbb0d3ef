import { fingerprintInPath } from '@/lib/attestations/fields'
import type { ReportJson } from '@/lib/attestations/json'
import { readPayload } from '@/lib/attestations/log/chain'
import { compareLogs, parseLog, type Verify } from '@/lib/attestations/log/compare'
import type { LogEntry, LogJson } from '@/lib/attestations/response-schema'
import { within } from '@/lib/time-limit'
import { fetchJson, fetchReports } from './api'

export type LogOutcome = {
  state: `log.${'unchanged' | 'extended' | 'shorter' | 'differs' | 'copyBroken' | 'logBroken' | 'signatureWrong' | 'listDiffers' | 'unavailable'}`
  count?: number
  entry?: number
  note?: { key: `log.${'signed' | 'unsigned' | 'unverified' | 'unvouched'}`; count?: number; entry?: number }
}

const maxWaitMs = 30_000

export async function checkLog(file: Blob): Promise<LogOutcome | undefined> {
  const copy = parseLog(await file.text())
  if (!copy) return undefined
  const today = await fetchJson<LogJson>('/api/attestations/log')
  const reports = today && (await fetchReports())
  if (!reports) return { state: 'log.unavailable' }
  const verify = await within(maxWaitMs, verifyInBrowser())
  const { state, signed, unvouched, ...numbers } = await compareLogs(copy, today, verify)
  if (state !== 'unchanged' && state !== 'extended') return { state: `log.${state}`, ...numbers }
  const unlisted = today.entries.find((entry) => !isListed(entry, reports))
  if (unlisted) return { state: 'log.listDiffers', entry: unlisted.sequence }
  return { state: `log.${state}`, ...numbers, note: noteOf(today, signed, unvouched) }
}

function noteOf({ head, keys }: LogJson, signed?: number, unvouched?: number): LogOutcome['note'] {
  if (keys.length === 0 && head.signature === null) return { key: 'log.unsigned' }
  if (signed === undefined) return { key: 'log.unverified' }
  return unvouched ? { key: 'log.unvouched', entry: unvouched } : { key: 'log.signed', count: signed }
}

function isListed(entry: LogEntry, reports: ReportJson[]): boolean {
  const { kind, report } = readPayload(entry)
  if (!report) return true
  const listed = reports.find(({ id }) => id === report.id) as Record<string, unknown> & ReportJson
  if (listed && kind === 'moved') return isSame('file_url', listed.file_url, report.file_url)
  if (!listed?.history.some(({ log_hash }) => log_hash === entry.hash)) return false
  if (kind === 'withdrawn' || kind === 'restored') return true
  return Object.keys(report).every((name) => isSame(name, listed[name], report[name]))
}

// The log has the path of a file that the site keeps, or an address that includes a former SITE_URL.
function isSame(name: string, listed: unknown, logged: unknown): boolean {
  if (listed === logged) return true
  return name === 'file_url' && ownFile(listed) !== undefined && ownFile(listed) === ownFile(logged)
}

function ownFile(address: unknown): string | undefined {
  return fingerprintInPath(String(address).replace(/^https?:\/\/[^/]+/, ''))
}

/** Verifies with WebCrypto; undefined if the browser lacks it, as without https, or lacks Ed25519. */
export async function verifyInBrowser(): Promise<Verify | undefined> {
  const { subtle } = crypto
  if (!subtle) return undefined
  try {
    // An older browser knows no such key.
    await subtle.generateKey('Ed25519', false, ['sign', 'verify'])
  } catch {
    return undefined
  }
  return async (publicKey, text, signature) => {
    try {
      const key = await subtle.importKey('spki', bytesOf(publicKey), 'Ed25519', false, ['verify'])
      return await subtle.verify('Ed25519', key, bytesOf(signature), new TextEncoder().encode(text))
    } catch {
      return false
    }
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
