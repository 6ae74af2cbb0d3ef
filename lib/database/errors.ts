import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { isPostgresql, nameOf } from './address'
import { Prisma } from './generated/client'

/** The database is gone, cannot be reached, or would lose what it stores: requests that need it get 503. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
}

/** Thrown when a database cannot be used; the message is one sentence for the operator. */
export class DatabaseRefused extends Error {
  override name = 'DatabaseRefused'
  /** Whether it may be usable later without any change: the server is down, or the file is locked. */
  isUnreachable = false
}

export function isUniqueConflict(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
}

export async function isCreated(creation: Promise<unknown>): Promise<boolean> {
  try {
    await creation
    return true
  } catch (error) {
    if (isUniqueConflict(error)) return false
    throw error
  }
}

export function isDatabaseError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return /^(PrismaClient(KnownRequest|UnknownRequest|Initialization|RustPanic)Error|DriverAdapterError|SqliteError|DatabaseAway)$/.test(
    error.name,
  )
}

type Failure = Error & { code?: string; severity?: string }

type Explanation = [codes: RegExp, explain: (name: string, code: string) => string]

const sqliteExplanations: Explanation[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)$/, (file) => `The disk of ${dirname(file)} is full: make room and try again.`],
  [/^SQLITE_(CORRUPT|NOTADB)/, (file) => `${file} is damaged or not a database: restore it from a backup.`],
  [/^SQLITE_(BUSY|LOCKED)/, (file) => `Another program has locked ${file}: try again when it has finished.`],
  [/^ENOENT$/, (file) => `The folder ${dirname(file)} does not exist: create it or correct DATABASE_URL.`],
  [/^(EACCES|EPERM|EROFS|ENOTDIR)$/, (file) => `${file} cannot be written to: give this user write access.`],
  [/^SQLITE_(CANTOPEN|IOERR|READONLY)/, (file, code) => `${file} cannot be read and written (${code}).`],
]

const postgresqlExplanations: Explanation[] = [
  [/^3D000$/, (name) => `There is no database ${name}: create it first (docs/operations.md).`],
  [/^28/, (name) => `The database ${name} refuses the user or password in DATABASE_URL.`],
  [/^42501$/, (name) => `The user may not create tables in the database ${name}: make it the owner.`],
  [/^53300$/, (name) => `The database ${name} has too many connections: raise its max_connections.`],
  [/^(ENOTFOUND|EAI_AGAIN)$/, (name) => `The host of the database ${name} is unknown.`],
]

export function explainDatabaseError(cause: Failure, url: string): Error {
  if (cause instanceof DatabaseRefused) return cause
  const name = nameOf(url)
  const code = isDiskFull(cause, url) ? 'ENOSPC' : (cause.code ?? '')
  const explanations = isPostgresql(url) ? postgresqlExplanations : sqliteExplanations
  const [, explain] = explanations.find(([codes]) => codes.test(code)) ?? []
  const isUnreachable = passingCodes.test(code)
  if (explain) return Object.assign(new DatabaseRefused(explain(name, code), { cause }), { isUnreachable })
  // PostgreSQL gives each of its own errors a severity; any other error means that it could not be reached.
  if (!isPostgresql(url) || (cause.severity && !isUnreachable)) return cause
  const message = `The database ${name} does not answer (${code || cause.message}): is it running?`
  return Object.assign(new DatabaseRefused(message, { cause }), { isUnreachable: true })
}

// 53300: too many connections; 57P0x: it is stopping or starting.
const passingCodes = /^(SQLITE_(BUSY|LOCKED)\w*|53300|57P0\d|ENOTFOUND|EAI_AGAIN)$/

// SQLite reports a full disk by other codes too, for instance when it cannot extend the shared memory of the log.
function isDiskFull({ code = '' }: Failure, url: string): boolean {
  if (isPostgresql(url) || !/^SQLITE_(IOERR|CANTOPEN)/.test(code)) return false
  const { bavail, bsize } = statfsSync(dirname(nameOf(url)))
  return bavail * bsize < 1024 * 1024
}
