import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import Sqlite, { SqliteError } from 'better-sqlite3'

export const busyTimeoutMs = 100

// Positions in the header of a file
// (https://www.sqlite.org/fileformat2.html#the_database_header).
const headerBytes = 100
const writeVersionAt = 18
const applicationIdAt = 68
const withoutLog = 1

/**
 * Refuses a file that SQLite would damage further by opening it for writing.
 * Accepts a missing file.
 */
export function refuseDamagedFile(file: string) {
  const hasLog = Boolean(
    statSync(`${file}-wal`, { throwIfNoEntry: false })?.size,
  )
  if (!existsSync(file)) {
    if (hasLog)
      throw new SqliteError(
        'write-ahead log without its database',
        'SQLITE_CORRUPT',
      )
    return
  }
  const header = readHeader(file)
  if (header.length === 0) throw new SqliteError('no content', 'SQLITE_EMPTY')
  // Opens the file read-only, because closing a writable connection would move
  // the log into the file.
  const database = new Sqlite(file, { readonly: true, timeout: busyTimeoutMs })
  try {
    // Refuses another database's log, because SQLite would write its pages into
    // the file.
    if (hasLog && !hasOwnLog(header, database))
      throw new SqliteError(
        'write-ahead log of another database',
        'SQLITE_CORRUPT',
      )
    if (readPragma(database, 'quick_check(1)') !== 'ok')
      throw new SqliteError('wrong pages', 'SQLITE_CORRUPT')
  } finally {
    database.close()
  }
}

/**
 * Throws for a folder and for a read-only file. No connection may be open yet,
 * because a process that closes a file loses all its locks on it.
 */
function readHeader(file: string): Buffer {
  const header = Buffer.alloc(headerBytes)
  const handle = openSync(file, 'r+')
  const bytes = readSync(handle, header)
  closeSync(handle)
  return header.subarray(0, bytes)
}

/**
 * Whether the log beside a file belongs to it. SQLite reads the id from the log
 * if the log has the first page. Files created before ids were introduced have
 * the id 0.
 */
function hasOwnLog(header: Buffer, database: Sqlite.Database): boolean {
  if (header[writeVersionAt] === withoutLog) return false
  const id = header.readInt32BE(applicationIdAt)
  return id === 0 || id === readPragma(database, 'application_id')
}

export function readPragma(database: Sqlite.Database, pragma: string): unknown {
  return database.pragma(pragma, { simple: true })
}
