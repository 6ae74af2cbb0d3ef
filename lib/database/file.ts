import { statSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { DatabaseAway } from './errors'

/** Device and inode of a database file and of its log, which exists while it is open. Undefined without a file. */
export function fileIdentity(file: string): string | undefined {
  const [main, log] = [file, `${file}-wal`].map((path) =>
    // Built for a server, whose files need not be traced.
    statSync(/* turbopackIgnore: true */ path, { bigint: true, throwIfNoEntry: false }),
  )
  return main && `${main.dev}:${main.ino} ${log?.ino}`
}

/** The migrations of a file as one text; `check` reads the whole file. Throws if missing, damaged or not migrated. */
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
