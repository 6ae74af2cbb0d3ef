import { within } from '@/lib/within'
import type { ReportJson } from '../json'
import { type LogEntry, readPayload } from '../log/chain'
import { compareLogs, parseLog } from '../log/compare'
import type { LogJson } from '../log/json'
import { fetchReports } from './api'
import { verifyInBrowser } from './verify'

/** What there is to say of a copy of the log, as message keys and their numbers. */
export type LogOutcome = {
  state: `log.${'unchanged' | 'extended' | 'shorter' | 'differs' | 'copyBroken' | 'logBroken' | 'signatureWrong' | 'listDiffers' | 'unavailable'}`
  count?: number
  entry?: number
  /** Whether the log is signed, where that says more. */
  note?: { key: `log.${'signed' | 'unsigned' | 'unverified' | 'unvouched'}`; count?: number; entry?: number }
}

const maxWaitMs = 30_000

/** Compares a file with today's log and the list of reports; undefined where it is no copy of the log. */
export async function checkLog(file: Blob): Promise<LogOutcome | undefined> {
  const copy = parseLog(await file.text())
  if (!copy) return undefined
  const today = await fetchLog()
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

/** Whether the list of reports shows what an entry says. */
function isListed(entry: LogEntry, reports: ReportJson[]): boolean {
  const { kind, report } = readPayload(entry)
  if (!report) return true
  const listed = reports.find(({ id }) => id === report.id) as Record<string, unknown> & ReportJson
  if (!listed?.history.some(({ log_hash }) => log_hash === entry.hash)) return false
  return (
    kind === 'withdrawn' || kind === 'restored' || Object.keys(report).every((name) => listed[name] === report[name])
  )
}

async function fetchLog(): Promise<LogJson | undefined> {
  try {
    const answer = await fetch('/api/attestations/log', { signal: AbortSignal.timeout(maxWaitMs) })
    return answer.ok ? await answer.json() : undefined
  } catch {
    return undefined
  }
}
