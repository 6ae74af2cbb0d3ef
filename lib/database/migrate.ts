import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { fileOf, isPostgresql } from './address'
import {
  type AppliedMigration,
  compareHistory,
  DatabaseRefused,
  type Migration,
  migrationsFolder,
  readMigrations,
} from './migrations'
import { applyMigrations } from './schema-engine'

export { migrationsFolder, readMigrations }

/** Brings the database up to date or creates it; returns the migrations applied. May throw DatabaseRefused. */
export async function migrateDatabase(url: string, folder?: string): Promise<string[]> {
  if (!isPostgresql(url)) return migrateFile(url, folder)
  const { migratePostgresql } = await import('./postgresql/migrate')
  return migratePostgresql(url, folder)
}

async function migrateFile(url: string, folder = migrationsFolder): Promise<string[]> {
  const file = fileOf(url)
  const migrations = readMigrations(folder)
  prepareFolder(dirname(file))
  const applied = existsSync(file) && statSync(file).size > 0 ? inspectDatabase(file, migrations) : 0
  // The engine locks the file for itself, which a running server would not allow: it is called only when needed.
  return applied < migrations.length ? applyMigrations(url, migrations) : []
}

function prepareFolder(folder: string) {
  try {
    // Leads are nobody else's business on this machine.
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
  } catch (cause) {
    throw new DatabaseRefused(`The data folder ${folder} cannot be written to: give this user write access to it.`, {
      cause,
    })
  }
}

/** How many of the migrations a database has; throws DatabaseRefused, with its name, for one not to be touched. */
export function inspectDatabase(file: string, migrations: Migration[], name = file): number {
  const database = openReadOnly(file)
  try {
    const [check] = database.pragma('quick_check(1)') as [{ quick_check: string }]
    if (check.quick_check !== 'ok') throw damaged(name, check.quick_check)
    const history = readHistory(database, name)
    compareHistory(name, history, migrations)
    return history.length
  } catch (error) {
    throw error instanceof Sqlite.SqliteError ? damaged(name, error) : error
  } finally {
    database.close()
  }
}

function openReadOnly(file: string): Sqlite.Database {
  try {
    return new Sqlite(file, { readonly: true, timeout: 5000 })
  } catch (cause) {
    throw damaged(file, cause)
  }
}

function damaged(file: string, cause: unknown) {
  return new DatabaseRefused(`The database ${file} is damaged or not a database: restore it from a backup.`, { cause })
}

function readHistory(database: Sqlite.Database, file: string): AppliedMigration[] {
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all()
  if (tables.length === 0) return []
  if (!tables.includes('_prisma_migrations')) {
    throw new DatabaseRefused(`The database ${file} belongs to another program: set DATABASE_URL to another file.`)
  }
  const rows = database.prepare(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  )
  return rows.all() as AppliedMigration[]
}
