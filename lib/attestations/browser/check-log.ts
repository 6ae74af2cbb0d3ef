import {
  fingerprintInPath,
  normalizeFileAddress,
} from '@/lib/attestations/file-address'
import type { ReportJson } from '@/lib/attestations/json'
import {
  type Compared,
  compareLogs,
  parseLog,
} from '@/lib/attestations/log/compare-copies'
import { readPayload } from '@/lib/attestations/log/hash-chain'
import type { LogEntry, LogJson } from '@/lib/attestations/response-schema'
import { fetchJson, fetchReports } from './api'

export type LogOutcome = {
  state: `log.${Compared['state'] | 'listDiffers' | 'unavailable'}`
  count?: number
  entry?: number
  note?: {
    key: `log.${'signed' | 'unsigned' | 'unverified' | 'unvouched'}`
    count?: number
    entry?: number
  }
}

/**
 * Compares today's log with a copy of it and with the report list. Resolves to
 * undefined if the file is not a copy of the log.
 */
export async function checkLog(file: Blob): Promise<LogOutcome | undefined> {
  const copy = parseLog(await file.text())
  if (!copy) return undefined
  const today = await fetchJson<LogJson>('/api/attestations/log')
  const reports = today && (await fetchReports())
  if (!reports) return { state: 'log.unavailable' }
  const { state, count, entry, ...signatures } = await compareLogs(copy, today)
  if (state !== 'unchanged' && state !== 'extended')
    return { state: `log.${state}`, count, entry }
  const unlisted = today.entries.find((entry) => !isListed(entry, reports))
  if (unlisted) return { state: 'log.listDiffers', entry: unlisted.sequence }
  return { state: `log.${state}`, count, note: noteOf(today, signatures) }
}

function noteOf(
  { head, keys }: LogJson,
  { signed, unvouched }: Partial<Compared>,
): LogOutcome['note'] {
  if (keys.length === 0 && head.signature === null)
    return { key: 'log.unsigned' }
  if (signed === undefined) return { key: 'log.unverified' }
  return unvouched
    ? { key: 'log.unvouched', entry: unvouched }
    : { key: 'log.signed', count: signed }
}

function isListed(entry: LogEntry, reports: ReportJson[]): boolean {
  const { kind, report } = readPayload(entry)
  if (!report) return true
  const listed = reports.find(({ id }) => id === report.id) as Record<
    string,
    unknown
  > &
    ReportJson
  if (listed && kind === 'moved')
    return isSame('file_url', listed.file_url, report.file_url)
  if (!listed?.history.some(({ log_hash }) => log_hash === entry.hash))
    return false
  if (kind === 'withdrawn' || kind === 'restored') return true
  return Object.keys(report).every((name) =>
    isSame(name, listed[name], report[name]),
  )
}

/**
 * Whether a listed value equals the logged one. For a file, the log may contain
 * a stored file's path, an address with a former SITE_URL, or an address as it
 * was entered.
 */
function isSame(name: string, listed: unknown, logged: unknown): boolean {
  if (listed === logged) return true
  if (name !== 'file_url') return false
  const listedFile = ownFile(listed)
  return listedFile === undefined
    ? listed === normalizeFileAddress(String(logged))
    : listedFile === ownFile(logged)
}

function ownFile(address: unknown): string | undefined {
  return fingerprintInPath(String(address).replace(/^https?:\/\/[^/]+/, ''))
}
