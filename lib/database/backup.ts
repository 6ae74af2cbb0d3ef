import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { dayMs } from '@/lib/durations'
import { databaseNameOf, fileOf, isPostgresql } from './address'
import { createUnavailable, explainDatabaseError } from './errors'

const busyTimeoutMs = 5_000

// The age at which backups are deleted: 30 days, because docs/operations.md
// promises that erased data is then gone from every backup.
const maxAgeMs = 30 * dayMs

/**
 * Writes a checked backup, even while the site is running, to a folder or to
 * `backups` next to the database. Then deletes backups older than 30 days.
 * Throws DatabaseUnavailable.
 */
export function backUp(
  url: string,
  folder?: string,
  now = new Date(),
): { file: string; deleted: string[] } {
  if (isPostgresql(url)) {
    const advice = 'back it up with pg_dump (docs/operations.md)'
    throw createUnavailable(databaseNameOf(url), {
      says: 'is on PostgreSQL',
      advice,
    })
  }
  const file = fileOf(url)
  if (!existsSync(file))
    throw createUnavailable(file, {
      says: 'does not exist',
      advice: 'correct DATABASE_URL',
    })

  // Does not create a folder given by the user, because it may be a disk that
  // is not mounted.
  const backups = folder ?? join(dirname(file), 'backups')
  if (!folder) mkdirSync(backups, { recursive: true, mode: 0o700 })

  const prefix = `${basename(file, extname(file))}-`
  // Uses the ISO 8601 basic format, because not every file system accepts
  // colons.
  const target = join(
    backups,
    `${prefix}${now.toISOString().replace(/[-:]/g, '')}.db`,
  )

  writeCopy(url, `${target}.partial`)
  const trustedTime = withDatabase(`${target}.partial`, readTrustedTime)
  renameSync(`${target}.partial`, target)
  syncToDisk(backups)
  return {
    file: target,
    deleted: deleteOld(backups, prefix, Math.min(now.getTime(), trustedTime)),
  }
}

function writeCopy(url: string, target: string) {
  try {
    // Creates an empty file first, which VACUUM INTO accepts, so that other
    // users can never read the copy.
    closeSync(openSync(target, 'wx', 0o600))
  } catch (error) {
    throw explainDatabaseError(error as Error, `file:${target}`)
  }
  try {
    withDatabase(fileOf(url), (source) =>
      source.prepare('VACUUM INTO ?').run(target),
    )
    withDatabase(target, finishCopy)
    syncToDisk(target)
  } catch (error) {
    rmSync(target, { force: true })
    const { code } = error as { code?: string }
    throw explainDatabaseError(
      error as Error,
      /FULL|IOERR/.test(code ?? '') ? `file:${target}` : url,
    )
  }
}

/**
 * Reads the trusted time, so that a clock that has jumped does not delete
 * backups. Returns 1970 for a database of an older release.
 */
function readTrustedTime(copy: Sqlite.Database): number {
  const isMigrated = copy
    .prepare("SELECT 1 FROM sqlite_master WHERE name = 'RetentionClock'")
    .get()
  return isMigrated
    ? Date.parse(
        String(
          copy.prepare('SELECT trustedAt FROM RetentionClock').pluck().get(),
        ),
      )
    : 0
}

function withDatabase<Result>(
  file: string,
  work: (database: Sqlite.Database) => Result,
): Result {
  const database = new Sqlite(file, {
    fileMustExist: true,
    timeout: busyTimeoutMs,
  })
  try {
    return work(database)
  } finally {
    database.close()
  }
}

function finishCopy(copy: Sqlite.Database) {
  copy.pragma('secure_delete = ON')
  copy.exec('DELETE FROM OperatorSession')
  const found = copy.pragma('integrity_check', { simple: true })
  if (found !== 'ok')
    throw createUnavailable(copy.name, {
      says: `has ${found}`,
      advice: 'use an older backup',
    })
}

function syncToDisk(path: string) {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

function deleteOld(folder: string, prefix: string, now: number): string[] {
  const names = readdirSync(folder).filter(
    (name) =>
      name.startsWith(prefix) &&
      /^\d{8}T\d{6}\.\d{3}Z\.db(\.partial)?$/.test(name.slice(prefix.length)),
  )
  const old = names.filter(
    (name) => now - statSync(join(folder, name)).mtimeMs > maxAgeMs,
  )
  for (const name of old) rmSync(join(folder, name))
  return old
}
