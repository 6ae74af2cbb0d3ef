import { createHash } from 'node:crypto'
import { residentMiB } from '../../tests/support/misbehaving-clients'
import { type Site, withTemporarySite } from '../temporary-site'
import { createApiClient, withoutLimits } from './api-client'
import type { Row } from './document'
import { fillLeads, fillReports } from './fill'
import { asFastAsPossible } from './pace'
import { median } from './results'
import { load } from './wrk'

const operatorKey = createHash('sha256').update('only for benchmarks').digest('hex')
const environment = { ...withoutLimits, PORT: '3193', LOG_LEVEL: 'warn', OPERATOR_KEYS: `bench:${operatorKey}` }
const loadSeconds = 3
const writers = 8
const times = 7

/** One row a number of leads: start-up, memory, pages and leads a second, and the calls that list leads. */
export function growthOfLeads(): Promise<Row[]> {
  return measureEach([10, 1000, 20_000, 200_000], fillLeads, async (leads, { address, pid, startMs }) => {
    const api = createApiClient(address)
    const memory = residentMiB(pid)
    const list = await timeOf(`${address}/api/contact?limit=100`)
    const quarantined = await timeOf(`${address}/api/contact?state=quarantined&limit=100`)
    const table = await timeOf(`${address}/api/contact?format=csv&limit=100`)
    const stored = await asFastAsPossible(writers, loadSeconds, api.sendLead)
    const pages = await load(`${address}/`, loadSeconds)
    await api.close()
    return {
      leads,
      'start (ms)': startMs,
      'memory (MiB)': Math.round(memory),
      'pages/s': pages['requests/s'],
      'leads/s': stored['per second'],
      'list (ms)': list.ms,
      'quarantined (ms)': quarantined.ms,
      'CSV (ms)': table.ms,
    }
  })
}

/** One row a number of reports: start-up, memory, the first and later answers, and their sizes. */
export function growthOfReports(): Promise<Row[]> {
  return measureEach([10, 100, 1000, 10_000], fillReports, async (reports, { address, pid, startMs }) => {
    const first = await ask(`${address}/attestations`)
    const api = await ask(`${address}/api/attestations`)
    const table = await ask(`${address}/attestations.csv`)
    await ask(`${address}/fr/attestations`)
    const year = new Date().getUTCFullYear() - 1
    const yearPage = reports > 100 ? await ask(`${address}/attestations/${year}`) : undefined
    const pages = await load(`${address}/attestations`, loadSeconds)
    return {
      reports,
      'start (ms)': startMs,
      'memory (MiB)': Math.round(residentMiB(pid)),
      'page, first (ms)': first.ms,
      'page (kB, brotli)': kilobytes(first.bytes),
      'year, first (ms)': yearPage?.ms ?? null,
      'year (kB, brotli)': yearPage ? kilobytes(yearPage.bytes) : null,
      'pages/s': pages['requests/s'],
      'API, first (ms)': api.ms,
      'API (kB)': kilobytes(api.bytes),
      'CSV, first (ms)': table.ms,
    }
  })
}

async function measureEach(
  counts: number[],
  fill: (databaseUrl: string, count: number) => Promise<void>,
  measure: (count: number, site: Site) => Promise<Row>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const count of counts) {
    const task = async (site: Site) => void rows.push(await measure(count, site))
    await withTemporarySite('scripts/start.mjs', environment, task, { prepare: (url) => fill(url, count) })
  }
  return rows
}

async function timeOf(url: string) {
  const taken: number[] = []
  for (let time = 0; time < times; time++) taken.push((await ask(url)).ms)
  return { ms: median(taken) }
}

/** Milliseconds until the whole answer is there, and its size as it is sent. */
export async function ask(url: string): Promise<{ ms: number; bytes: number }> {
  const start = performance.now()
  const headers = { Authorization: `Bearer ${operatorKey}`, 'Accept-Encoding': 'br' }
  const answer = await fetch(url, { headers })
  const body = await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${url} was answered ${answer.status}.`)
  const bytes = Number(answer.headers.get('content-length') ?? body.byteLength)
  return { ms: Number((performance.now() - start).toFixed(1)), bytes }
}

export function kilobytes(bytes: number): number {
  return Number((bytes / 1000).toFixed(1))
}
