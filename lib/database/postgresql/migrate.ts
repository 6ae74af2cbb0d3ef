import { Client } from 'pg'
import { nameOf } from '../address'
import {
  type AppliedMigration,
  checksumOf,
  compareHistory,
  DatabaseRefused,
  type Migration,
  postgresqlMigrationsFolder,
  readMigrations,
} from '../migrations'
import { connectionTo } from './connection'
import { explainRefusal } from './explain-refusal'

// The number by which Prisma's own tools keep each other from migrating a database at once.
const migrationLock = 72707369

// By the driver, as the adapter would cut a migration at each semicolon and commit every piece of it on its own
// (executeScript). In one transaction nothing is left half done, and processes that start at once wait for the first.
/** Brings a database up to date; returns the migrations applied, all of them or none. May throw DatabaseRefused. */
export async function migratePostgresql(url: string, folder = postgresqlMigrationsFolder): Promise<string[]> {
  const migrations = readMigrations(folder)
  const client = new Client(connectionTo(url))
  // The statement under way rejects as well.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
    const applied = await applyMissing(client, nameOf(url), migrations)
    await client.query('COMMIT')
    return applied
  } catch (error) {
    throw explainRefusal(error as Error, nameOf(url))
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function applyMissing(client: Client, name: string, migrations: Migration[]): Promise<string[]> {
  const history = await readHistory(client, name)
  compareHistory(name, history, migrations)
  const missing = migrations.filter((migration) => !history.some((applied) => applied.name === migration.name))
  if (missing.length > 0) await client.query(historyTable)
  for (const migration of missing) {
    await client.query(migration.sql)
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES (gen_random_uuid(), $1, $2, clock_timestamp(), clock_timestamp(), 1)`,
      [checksumOf(migration), migration.name],
    )
  }
  return missing.map((migration) => migration.name)
}

// As Prisma's engine makes it.
const historyTable = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`

/** The migrations of a database, after a look at whether it is one to be used. */
async function readHistory(client: Client, name: string): Promise<AppliedMigration[]> {
  const { rows } = await client.query<{ encoding: string; tables: string[] }>(
    `SELECT current_setting('server_encoding') AS encoding,
            ARRAY(SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()) AS tables`,
  )
  const { encoding = '', tables = [] } = rows[0] ?? {}
  if (encoding !== 'UTF8') {
    throw new DatabaseRefused(`The database ${name} has the encoding ${encoding}: make one with ENCODING 'UTF8'.`)
  }
  if (tables.length === 0) return []
  if (!tables.includes('_prisma_migrations')) {
    throw new DatabaseRefused(`The database ${name} belongs to another program: set DATABASE_URL to another one.`)
  }
  const history = await client.query<AppliedMigration>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  )
  return history.rows
}
