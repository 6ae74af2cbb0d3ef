import { statSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { DatabaseAway } from './errors'

/**
 * What tells the files of a database from any others at the same paths: device and inode of the file and of its
 * write-ahead log, which is there as long as somebody has the database open. Undefined when there is no file.
 */
export function fileIdentity(file: string): string | undefined {
  const [main, log] = [file, `${file}-wal`].map((path) =>
    // Built for a server, whose files need not be traced.
    statSync(/* turbopackIgnore: true */ path, { bigint: true, throwIfNoEntry: false }),
  )
  return main && `${main.dev}:${main.ino} ${log?.ino}`
}

/**
 * The migrations a database file has had, as one text. With `check` the whole file is read through as well. Throws
 * when there is no file, or it is damaged or no migrated database. Nothing is written or created.
 */
export function readMigrationNames(file: string, { check }: { check: boolean }): string {
  const database = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    if (check && database.pragma('quick_check(1)', { simple: true }) !== 'ok') throw new DatabaseAway('It is damaged.')
    const select = 'SELECT migration_name, checksum, finished_at IS NOT NULL FROM _prisma_migrations'
    return JSON.stringify(
      database.prepare(`${select} WHERE rolled_back_at IS NULL ORDER BY migration_name`).raw().all(),
    )
  } finally {
    database.close()
  }
}
