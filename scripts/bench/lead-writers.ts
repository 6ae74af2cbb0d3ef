import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { migrateDatabase } from '@/lib/database/migrate'
import { contactRequest, validContact } from '../../tests/support/contact'
import { newContact, withoutLimits } from './api-client'

/** Functions that store one lead each, as durably as the site: by SQLite alone, by `saveLead()`, and by the handler. */
export async function openLeadWriters(folder: string) {
  const databaseUrl = `file:${join(folder, 'own.db')}`
  Object.assign(process.env, withoutLimits, {
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'silent',
    APP_SECRET: 'only-for-this-benchmark-0123456789',
  })
  await migrateDatabase(databaseUrl)
  const { POST } = await import('@/app/api/contact/route')
  const { saveLead } = await import('@/lib/leads/store')
  return {
    insert: await bareInsert(join(folder, 'bare.db')),
    async save() {
      await saveLead(newContact(), randomUUID())
    },
    async post() {
      const response = await POST(contactRequest(newContact(), { 'Idempotency-Key': randomUUID() }))
      if (response.status !== 201) throw new Error(`The handler answered ${response.status}.`)
    },
  }
}

async function bareInsert(file: string) {
  await migrateDatabase(`file:${file}`)
  const database = new Sqlite(file)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  const insert = database.prepare(
    `INSERT INTO Lead (id, idempotencyKey, bodyHash, receivedAt, name, email, company, phone, message, language)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const { name, company, phone, message, language } = validContact
  return async () => {
    const id = randomUUID()
    insert.run(id, id, id, new Date().toISOString(), name, `${id}@banque.example`, company, phone, message, language)
  }
}
