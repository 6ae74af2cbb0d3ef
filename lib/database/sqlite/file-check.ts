import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { createUnavailable } from '../errors'

export const busyTimeoutMs = 100

// Positions in the header of a file (https://www.sqlite.org/fileformat2.html#the_database_header).
const headerBytes = 100
const writeVersionAt = 18
const applicationIdAt = 68
const withoutLog = 1

/** Refuses a file that SQLite would damage further by opening it for writing. A missing file is fine. */
export function checkFile(file: string): void {
  const says = findDamage(file)
  if (!says) return
  // A file may be empty because another process has just begun to create it.
  const code = says === isEmpty ? 'SQLITE_EMPTY' : 'SQLITE_CORRUPT'
  const advice = 'restore it from a backup (docs/operations.md, “Back up and restore”)'
  throw createUnavailable(file, { code, says, advice, kind: 'broken' })
}

const isEmpty = 'is empty'

function findDamage(file: string): string | undefined {
  const hasLog = Boolean(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size)
  if (!existsSync(file)) return hasLog ? 'is missing, but its write-ahead log is there' : undefined
  const header = readHeader(file)
  if (header.length === 0) return isEmpty
  // Closing a connection that may write would move the log into the file.
  const database = new Sqlite(file, { readonly: true, timeout: busyTimeoutMs })
  try {
    // The pages of such a log would replace those of the file.
    if (hasLog && !hasOwnLog(header, database)) return 'has the write-ahead log of another database beside it'
    return readPragma(database, 'quick_check(1)') === 'ok' ? undefined : 'is damaged'
  } finally {
    database.close()
  }
}

// Fails for a folder and for a file that cannot be written to, and changes nothing. A process that closes a file loses its
// locks on it, so that no connection may be open yet.
function readHeader(file: string): Buffer {
  const header = Buffer.alloc(headerBytes)
  const handle = openSync(file, 'r+')
  const bytes = readSync(handle, header)
  closeSync(handle)
  return header.subarray(0, bytes)
}

// SQLite reads the id from the log if it is there. A file that was last migrated before files had ids has 0.
function hasOwnLog(header: Buffer, database: Sqlite.Database): boolean {
  if (header[writeVersionAt] === withoutLog) return false
  const id = header.readInt32BE(applicationIdAt)
  return id === 0 || id === readPragma(database, 'application_id')
}

export function readPragma(database: Sqlite.Database, pragma: string): unknown {
  return database.pragma(pragma, { simple: true })
}
