import { randomUUID } from 'node:crypto'
import Sqlite from 'better-sqlite3'
import { migrateDatabase } from '@/lib/database/migrate'
import { searchTextOf } from '@/lib/leads/search-text'
import { validContact } from '../../tests/support/contact'
import { seedReports } from '../../tests/support/reports'

const hourMs = 60 * 60 * 1000
const reportsPerMonth = 10

/** A new database with so many leads, one every hour back from now; every twentieth is quarantined. */
export async function fillLeads(databaseUrl: string, count: number): Promise<void> {
  await migrateDatabase(databaseUrl)
  const database = new Sqlite(databaseUrl.replace('file:', ''))
  const insert = database.prepare(
    `INSERT INTO Lead (id, idempotencyKey, bodyHash, receivedAt, name, email, emailKey, company, phone, message, language,
       quarantine, searchText)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const { name, company, phone, message, language } = validContact
  database.transaction(() => {
    for (let index = 0; index < count; index++) {
      const id = randomUUID()
      const at = new Date(Date.now() - index * hourMs).toISOString().replace('Z', '+00:00')
      const email = `${id}@banque.example`
      const quarantine = index % 20 === 0 ? 'honeypot' : null
      const searchText = searchTextOf({ ...validContact, email }, id)
      insert.run(id, id, id, at, name, email, email, company, phone, message, language, quarantine, searchText)
    }
  })()
  database.close()
}

/** A new database with so many reports, ten a month. */
export async function fillReports(databaseUrl: string, count: number): Promise<void> {
  await migrateDatabase(databaseUrl)
  seedReports(databaseUrl, count, reportsPerMonth)
}
