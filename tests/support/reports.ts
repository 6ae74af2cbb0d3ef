import { hash, randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import type { ReportJson } from '@/lib/attestations/json'
import { addMonths, currentMonth } from '@/lib/attestations/month'
import type { StoredReport } from '@/lib/attestations/report'
import { validReportWith } from './attestations'
import { operatorKey } from './server'

/** Returns a report row as the database returns it, with figures for gold. */
export function storedReport(
  id: string,
  reportDate: string,
  fields: Partial<StoredReport> = {},
): StoredReport {
  return {
    id,
    reportDate,
    title: `Report ${id}`,
    description: null,
    fileUrl: 'https://files.example/x.pdf',
    sha256: null,
    goldOunces: '110',
    goldTokens: '100',
    silverOunces: null,
    silverTokens: null,
    asOf: `${reportDate}-28`,
    firm: 'Thornquist & Vale LLP',
    reportLanguage: 'en',
    replacesId: null,
    createdAt: new Date(`${reportDate}-28T00:00:00Z`),
    moved: null,
    events: [],
    ...fields,
  }
}

/**
 * Returns one of the last 22 months that has no report on the list, if possible
 * from the share of this worker, so that workers do not collide.
 */
export async function freeMonth(request: APIRequestContext): Promise<string> {
  const reports: ReportJson[] = await (
    await request.get('/api/attestations')
  ).json()
  const taken = reports.map(({ report_date }) => report_date)
  const months = Array.from({ length: 22 }, (_, index) =>
    addMonths(currentMonth(), -index - 1),
  )
  const free = months.filter((month) => !taken.includes(month))
  const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0) % 3
  const own = free.filter((month) => Number(month.slice(5)) % 3 === worker)
  return own[0] ?? free[0] ?? ''
}

/**
 * Publishes a valid report for a free month as an operator, with these fields.
 */
export async function publishReport(
  request: APIRequestContext,
  fields: object = {},
): Promise<ReportJson> {
  const headers = { Authorization: `Bearer ${operatorKey}` }
  const data = validReportWith({
    report_date: await freeMonth(request),
    ...fields,
  })
  const answer = await request.post('/api/attestations', { headers, data })
  if (answer.status() !== 201)
    throw new Error(
      `Publishing was answered ${answer.status()} ${await answer.text()}`,
    )
  return answer.json()
}

/**
 * Writes monthly reports, from last month backward, to the database of a
 * server.
 */
export function seedReports(databaseUrl: string, count: number) {
  const database = new Sqlite(databaseUrl.replace('file:', ''), {
    timeout: 5000,
  })
  const insert = database.prepare(`
    INSERT INTO Attestation (id, idempotencyKey, title, description, fileUrl, reportDate, sha256,
      goldOunces, goldTokens, silverOunces, silverTokens, asOf, firm, createdAt, createdBy)
    VALUES (@id, @id, @title, 'Count and weight of the bars.', @fileUrl, @month, @sha256,
      @ounces, '41250', '999.99', '999', @asOf, 'Thornquist & Vale LLP', @createdAt, 'tester')`)
  const insertAll = database.transaction(() => {
    for (let index = 1; index <= count; index++) {
      const month = addMonths(currentMonth(), -index)
      insert.run({
        id: randomUUID(),
        title: `Reserve attestation ${index}`,
        fileUrl: `https://reports.thornquist-vale.example/${month}-${index}.pdf`,
        month,
        // Makes all hashes different, as in production, because the page would
        // otherwise compress too well.
        sha256: hash('sha256', `${index}`),
        ounces: (41_250 + index * 1.013).toFixed(3),
        asOf: `${month}-28`,
        createdAt: `${addMonths(month, 1)}-05T12:00:00.000+00:00`,
      })
    }
  })
  insertAll()
  database.close()
}
