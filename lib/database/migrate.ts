import { hash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { databaseNameOf, isPostgresql } from './address'
import type { MigrationConnection } from './engine'
import { createUnavailable, explainDatabaseError } from './errors'
import {
  type Migration,
  migrationsFolderOf,
  readMigrations,
} from './migrations'

const maxAttempts = 10
const pauseMs = 500

export async function migrateDatabase(
  url: string,
  folder = migrationsFolderOf(url),
): Promise<string[]> {
  const migrations = readMigrations(folder)
  for (let attempt = 1; ; attempt++) {
    try {
      const connection = await connect(url)
      try {
        return await applyMissing(connection, migrations, url)
      } finally {
        await connection.close()
      }
    } catch (error) {
      if (attempt === maxAttempts || !isLocked(error))
        throw explainDatabaseError(error as Error, url)
      await pause(pauseMs)
    }
  }
}

async function connect(url: string): Promise<MigrationConnection> {
  if (isPostgresql(url))
    return (await import('./postgresql/connection')).openForMigrations(url)
  return (await import('./sqlite/migration-connection')).openForMigrations(url)
}

async function applyMissing(
  connection: MigrationConnection,
  migrations: Migration[],
  url: string,
) {
  if ((await findMissing(connection, migrations, url)).length === 0) return []
  await connection.run(connection.begin)
  const missing = await findMissing(connection, migrations, url)
  await connection.run(historyTable)
  for (const { name, sql } of missing) {
    await connection.run(sql)
    await connection.run(record, [randomUUID(), hash('sha256', sql), name])
  }
  await connection.run('COMMIT')
  return missing.map(({ name }) => name)
}

/**
 * Migrations only add, so this release can also use a database with newer
 * migrations.
 */
async function findMissing(
  { run, selectTables }: MigrationConnection,
  migrations: Migration[],
  url: string,
) {
  const tables = (await run(selectTables)).map(({ name }) => name)
  if (tables.length > 0 && !tables.includes('_prisma_migrations')) {
    const advice = 'set DATABASE_URL to another database'
    throw createUnavailable(databaseNameOf(url), {
      says: 'belongs to another program',
      advice,
    })
  }
  const rows =
    tables.length > 0
      ? await run('SELECT migration_name AS name FROM _prisma_migrations')
      : []
  return migrations.filter(
    (migration) => !rows.some(({ name }) => name === migration.name),
  )
}

const historyTable = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMP,
    migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMP,
    started_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, applied_steps_count INTEGER NOT NULL DEFAULT 0)`

const record = `
  INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
  VALUES ($1, $2, $3, CURRENT_TIMESTAMP, 1)`

function isLocked(error: unknown): boolean {
  return /^(SQLITE_BUSY|SQLITE_LOCKED|SQLITE_EMPTY|EEXIST|55P03|40P01)/.test(
    (error as { code?: string }).code ?? '',
  )
}
