import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { isPostgresql, nameOf } from './address'
import { DatabaseRefused, explainDatabaseError } from './errors'

const dayMs = 24 * 60 * 60 * 1000
const busyTimeoutMs = 5_000

type Options = {
  url: string
  /** Without a folder, backups go to `backups` beside the database. */
  folder?: string | undefined
  /** How many backups are kept at most, and for how many days. */
  keep: number
  keepDays: number
  now?: Date
}

/** Writes a checked backup, also while the site runs, then deletes old ones. Throws DatabaseRefused. */
export function backUp({ url, folder, keep, keepDays, now = new Date() }: Options): {
  file: string
  deleted: string[]
} {
  if (isPostgresql(url)) {
    throw new DatabaseRefused('The database is PostgreSQL’s: back it up with pg_dump (docs/operations.md).')
  }
  const file = nameOf(url)
  if (!existsSync(file)) throw new DatabaseRefused(`There is no database at ${file}.`)
  // A folder that somebody named may be a disk that is not mounted: it is not created.
  const place = folder ?? join(dirname(file), 'backups')
  if (!folder) mkdirSync(place, { recursive: true, mode: 0o700 })
  const target = join(place, backupName(file, now))
  writeCopy(url, `${target}.partial`)
  renameSync(`${target}.partial`, target)
  syncToDisk(place)
  return { file: target, deleted: deleteOld(file, place, { keep, keepDays, now, newest: basename(target) }) }
}

function writeCopy(url: string, target: string) {
  try {
    // VACUUM INTO accepts an empty file, so nobody else can read the copy at any time.
    closeSync(openSync(target, 'wx', 0o600))
  } catch (error) {
    throw explainDatabaseError(error as Error, `file:${target}`)
  }
  try {
    const source = new Sqlite(nameOf(url), { fileMustExist: true, timeout: busyTimeoutMs })
    try {
      source.prepare('VACUUM INTO ?').run(target)
    } finally {
      source.close()
    }
    finishCopy(target)
  } catch (error) {
    rmSync(target, { force: true })
    const { code } = error as { code?: string }
    throw explainDatabaseError(error as Error, /FULL|IOERR/.test(code ?? '') ? `file:${target}` : url)
  }
}

// Sessions that are ended after the backup must not come back with it, and drafts are personal data of 15 minutes.
function finishCopy(target: string) {
  const copy = new Sqlite(target, { fileMustExist: true })
  try {
    copy.pragma('secure_delete = ON')
    copy.exec('DELETE FROM OperatorSession')
    const found = copy.pragma('integrity_check', { simple: true })
    if (found !== 'ok') throw new DatabaseRefused(`The database is damaged: its copy has ${found}.`)
  } finally {
    copy.close()
  }
  syncToDisk(target)
}

function syncToDisk(path: string) {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

// ISO 8601 in its basic form, because not every file system accepts colons.
function backupName(file: string, time: Date): string {
  return `${basename(file, extname(file))}-${time.toISOString().replace(/[-:]/g, '')}.db`
}

/** When a backup of this database was made, from its name; undefined for any other file. */
function timeOf(file: string, name: string): Date | undefined {
  const prefix = `${basename(file, extname(file))}-`
  const pattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d\.\d{3}Z)\.db(\.partial)?$/
  const time = name.startsWith(prefix) && pattern.exec(name.slice(prefix.length))
  if (!time) return undefined
  const [, year, month, day, hours, minutes, seconds] = time
  return new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}`)
}

type Retention = { keep: number; keepDays: number; now: Date; newest: string }

function deleteOld(file: string, folder: string, { keep, keepDays, now, newest }: Retention): string[] {
  const ageDays = (name: string) => (now.getTime() - Number(timeOf(file, name))) / dayMs
  const names = readdirSync(folder).filter((name) => timeOf(file, name) !== undefined)
  const finished = names.filter((name) => name.endsWith('.db')).sort((a, b) => (a < b ? 1 : -1))
  // The newest one stays even if the clock was set back and others seem newer.
  const old = finished.filter((name, index) => name !== newest && (index >= keep || ageDays(name) > keepDays))
  const abandoned = names.filter((name) => name.endsWith('.partial') && ageDays(name) > 1)
  for (const name of [...old, ...abandoned]) rmSync(join(folder, name), { force: true })
  return old
}
