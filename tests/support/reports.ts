import { randomUUID } from 'node:crypto'
import Sqlite from 'better-sqlite3'
import { addMonths, currentMonth } from '@/lib/attestations/month'

/** Writes so many reports, one a month back from the last one, into the database of a server. */
export function seedReports(databaseUrl: string, count: number) {
  const database = new Sqlite(databaseUrl.replace('file:', ''))
  const insert = database.prepare(`
    INSERT INTO Attestation (id, idempotencyKey, title, description, fileUrl, reportDate, sha256,
      goldOunces, goldTokens, silverOunces, silverTokens, asOf, firm, createdAt, createdBy)
    VALUES (@id, @id, @title, 'Count and weight of the bars.', @fileUrl, @month, @sha256,
      '41250.125', '41250', '999.99', '999', @asOf, 'Thornquist & Vale LLP', @createdAt, 'tester')`)
  for (let index = 1; index <= count; index++) {
    const month = addMonths(currentMonth(), -index)
    insert.run({
      id: randomUUID(),
      title: `Reserve attestation ${index}`,
      fileUrl: `https://reports.thornquist-vale.example/${month}.pdf`,
      month,
      sha256: index.toString(16).padStart(64, '0'),
      asOf: `${month}-28`,
      createdAt: `${addMonths(month, 1)}-05T12:00:00.000+00:00`,
    })
  }
  database.close()
}
