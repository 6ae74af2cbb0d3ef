import { randomInt } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import Sqlite from 'better-sqlite3'
import { fileOf } from '../address'
import type { MigrationConnection } from '../engine'
import { busyTimeoutMs, readPragma, refuseDamagedFile } from './file-check'

const maxId = 2 ** 31 - 1

export async function openForMigrations(
  url: string,
): Promise<MigrationConnection> {
  const file = fileOf(url)
  refuseDamagedFile(file)
  const isNew = !existsSync(file)
  if (isNew) createFile(file)

  const database = new Sqlite(file, { timeout: busyTimeoutMs })
  try {
    // Gives the file an id, so that the write-ahead log of another file can be
    // told apart and refused.
    if (readPragma(database, 'application_id') === 0)
      database.pragma(`application_id = ${randomInt(1, maxId)}`)
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
  } catch (error) {
    database.close()
    // Deletes the empty file, because the next start would take it for a
    // damaged one.
    if (isNew) rmSync(file)
    throw error
  }

  return {
    async run(sql, values) {
      if (/^\s*SELECT/.test(sql))
        return database.prepare(sql).all() as Record<string, unknown>[]
      // Passes values by name, because SQLite treats `$1` as a parameter named
      // "1".
      if (values) database.prepare(sql).run({ ...['', ...values] })
      else database.exec(sql)
      return []
    },
    begin: 'BEGIN IMMEDIATE',
    selectTables: "SELECT name FROM sqlite_master WHERE type = 'table'",
    close: async () => void database.close(),
  }
}

/**
 * Creates only the default folder, because a folder given by the user may be a
 * disk that is not mounted.
 */
function createFile(file: string) {
  if (resolve(dirname(file)) === resolve('data'))
    mkdirSync('data', { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'wx', 0o600))
}
