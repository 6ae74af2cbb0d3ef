import { chownSync, existsSync, linkSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { CopyFailed, copyDatabase, type RowCounts, syncFile } from './copy'
import { inspectDatabase, migrateDatabase, migrationsFolder, readMigrations } from './migrate'

const lockTimeoutMs = 250

type Options = { backup: string; file: string; migrations?: string; now?: Date }

/** `aside` is where the replaced database is now; `applied` the migrations that the backup lacked. */
type Restored = { counts: RowCounts; aside: string | undefined; applied: string[] }

/** Puts a backup in the database's place, checked and brought up to date first. Throws CopyFailed, DatabaseRefused. */
export async function restoreBackup({
  backup,
  file,
  migrations = migrationsFolder,
  now = new Date(),
}: Options): Promise<Restored> {
  if (!existsSync(backup)) throw new CopyFailed(`There is no backup at ${backup}.`)
  if (existsSync(file) && realpathSync(backup) === realpathSync(file)) {
    throw new CopyFailed(`${backup} is the database itself: name one of its backups.`)
  }
  const draft = `${file}.restoring`
  const locked = lockDatabase(file, 'restore')
  try {
    // What a restore left that was killed.
    removeDatabase(draft)
    const counts = await copyDatabase(backup, draft)
    if (inspectDatabase(draft, readMigrations(migrations), backup) === 0) {
      throw new CopyFailed(`${backup} is no backup of this site.`)
    }
    const applied = await migrateDatabase(`file:${draft}`, migrations)
    endSessions(draft)
    giveToOwner(existsSync(file) ? file : dirname(file), draft)
    return { counts, applied, aside: replaceDatabase(file, draft, now) }
  } finally {
    removeDatabase(draft)
    locked?.close()
  }
}

// Every connection to a database with a write-ahead log holds a shared lock from its first use to its end, also while
// it does nothing (https://www.sqlite.org/walformat.html, section 2.3). Only an exclusive one tells that there is none.
/** Takes a database from everybody else, until it is closed, with its log put into it; undefined for one not usable. */
export function lockDatabase(file: string, purpose: 'restore' | 'move'): Sqlite.Database | undefined {
  if (!existsSync(file)) return undefined
  const database = new Sqlite(file, { timeout: lockTimeoutMs })
  try {
    database.pragma('locking_mode = EXCLUSIVE')
    database.pragma('journal_mode = DELETE')
    database.exec('BEGIN EXCLUSIVE')
    return database
  } catch (error) {
    database.close()
    const { code = '' } = error as { code?: string }
    // A damaged database is what a backup is for. Its use is found as long as there is anything in its log.
    if (!/^SQLITE_(BUSY|LOCKED)/.test(code)) return undefined
    throw new CopyFailed(`The database ${file} is in use: stop the site and what else uses it, then ${purpose}.`)
  }
}

// A session that was ended after the backup would be open again.
function endSessions(file: string) {
  const database = new Sqlite(file)
  database.exec('DELETE FROM OperatorSession')
  database.close()
}

// Where root runs the command: the site runs as another user.
/** Gives a file to whom another file, or folder, belongs. */
export function giveToOwner(of: string, draft: string) {
  const { uid, gid } = statSync(of)
  if (process.getuid?.() === 0) chownSync(draft, uid, gid)
}

// The old log goes first: SQLite would take it for the new file's. The file itself is never missing, as a site that
// starts in between would make an empty one.
function replaceDatabase(file: string, draft: string, now: Date): string | undefined {
  const aside = existsSync(file) ? `${file}.replaced-${now.toISOString().replace(/[-:]/g, '')}` : undefined
  for (const ending of ['-wal', '-shm', '-journal']) {
    if (existsSync(file + ending)) renameSync(file + ending, `${aside ?? `${file}.left`}${ending}`)
  }
  if (aside) linkSync(file, aside)
  syncFile(draft)
  renameSync(draft, file)
  syncFile(dirname(file))
  return aside
}

function removeDatabase(file: string) {
  for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(file + ending, { force: true })
}
