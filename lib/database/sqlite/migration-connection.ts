import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import Sqlite from 'better-sqlite3'
import { fileOf } from '../address'
import { DatabaseRefused } from '../errors'
import type { MigrationConnection } from '../migrate'

const busyTimeoutMs = 1_000

export async function openForMigrations(url: string): Promise<MigrationConnection> {
  const file = fileOf(url)
  createFile(file)
  const database = new Sqlite(file, { timeout: busyTimeoutMs })
  try {
    const found = database.pragma('quick_check(1)', { simple: true })
    if (found !== 'ok') throw new DatabaseRefused(`${file} is damaged or not a database: restore it from a backup.`)
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
  } catch (error) {
    database.close()
    throw error
  }
  return {
    async run(sql, values) {
      if (/^\s*SELECT/.test(sql)) return database.prepare(sql).all() as Record<string, unknown>[]
      // SQLite takes `$1` for a parameter of that name.
      if (values) database.prepare(sql).run({ ...['', ...values] })
      else database.exec(sql)
      return []
    },
    begin: 'BEGIN IMMEDIATE',
    selectTables: "SELECT name FROM sqlite_master WHERE type = 'table'",
    close: async () => void database.close(),
  }
}

// A folder that somebody named may be a disk that is not mounted: only the default one is created.
function createFile(file: string) {
  if (resolve(dirname(file)) === resolve('data')) mkdirSync('data', { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'a', 0o600))
}
