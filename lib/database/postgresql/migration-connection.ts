import { Client } from 'pg'
import { nameOf } from '../address'
import { DatabaseRefused } from '../errors'
import type { MigrationConnection } from '../migrate'
import { connectionTo } from './connection'

// The number by which Prisma's own tools keep each other from migrating a database at once.
const migrationLock = 72707369

// A migration that waits for a lock makes every later statement on that table wait as well.
const lockMs = 2_000

export async function openForMigrations(url: string): Promise<MigrationConnection> {
  const client = new Client(connectionTo(url))
  // The current statement rejects as well.
  client.on('error', () => {})
  const close = () => client.end().catch(() => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ server_encoding: string }>('SHOW server_encoding')
    const encoding = rows[0]?.server_encoding
    if (encoding !== 'UTF8') {
      throw new DatabaseRefused(
        `The database ${nameOf(url)} is encoded as ${encoding}: create one with ENCODING 'UTF8'.`,
      )
    }
  } catch (error) {
    await close()
    throw error
  }
  return {
    run: async (sql, values) => (values ? await client.query(sql, values) : await client.query(sql)).rows,
    begin: `BEGIN; SET LOCAL lock_timeout = ${lockMs}; SELECT pg_advisory_xact_lock(${migrationLock})`,
    selectTables: 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
    close,
  }
}
