import type { MappedError } from '@prisma/driver-adapter-utils'
import { databaseNameOf, isPostgresql } from './address'
import failures from './failures.json' with { type: 'json' }
import { Prisma } from './generated/client'

/**
 * A failure of the database: `passing` if it ends by itself, `broken` if an
 * operator must repair the database, and `misconfigured` if a setting is wrong,
 * which keeps the site from starting.
 */
type Failure = { code?: string; says: string; advice: string; kind?: string }

export type DatabaseUnavailable = ReturnType<typeof createUnavailable>

/**
 * Creates the error for a database that cannot be used, which makes requests
 * fail with 503. Its message is one sentence for the operator. `reason` leaves
 * the database's name out because strangers may read it.
 */
export function createUnavailable(database: string, failure: Failure) {
  const { code, kind = 'misconfigured' } = failure
  const details = {
    name: 'DatabaseUnavailable',
    code,
    kind,
    reason: sentenceOf(failure),
  }
  return Object.assign(new Error(sentenceOf(failure, database)), details)
}

function sentenceOf(
  { says, code, advice }: Failure,
  database?: string,
): string {
  const words = ['The database', database, says, code && `(${code})`]
  return `${words.filter(Boolean).join(' ')}: ${advice}.`
}

export function isUniqueConflict(error: unknown): boolean {
  return (
    error instanceof Prisma.PrismaClientKnownRequestError &&
    error.code === 'P2002'
  )
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

type Cause = Partial<Pick<MappedError, 'kind'>> & {
  originalCode?: string
  originalMessage?: string
}

type Reported = Partial<DatabaseUnavailable> & {
  cause?: unknown
  meta?: { driverAdapterError?: { cause?: Cause } }
}

/**
 * Describes an error for the log without its message, because that may quote a
 * visitor. A `reason` says why the database cannot be used. An error without a
 * reason is a bug.
 */
export function describeError(error: unknown): {
  error: string
  code?: string
  reason?: string
} {
  const reported: Reported = Object(error)
  const { name = typeof error } = reported
  const { code, message } = readError(reported)
  // Uses `reason` only if it belongs to DatabaseUnavailable, because OpenSSL's
  // errors also have a property of that name.
  if (name === 'DatabaseUnavailable')
    return { error: name, code, reason: reported.reason }
  const failure = /^(PrismaClient|DriverAdapterError|SqliteError)/.test(name)
    ? findFailure(code, message)
    : undefined
  return { error: name, code, reason: failure && sentenceOf(failure) }
}

/**
 * Returns the error with a sentence about this database, or unchanged if it is
 * a bug.
 */
export function explainDatabaseError(error: unknown, url: string): Error {
  const cause = error as Error
  if (cause.name === 'DatabaseUnavailable') return cause
  const { code, message } = readError(cause)
  // Adds a code for a lost connection or a timeout, because the driver gives
  // none.
  const failure = findFailure(
    code ?? (isPostgresql(url) ? connectionFailure : ''),
    message,
  )
  return failure ? createUnavailable(databaseNameOf(url), failure) : cause
}

const connectionFailure = '08006'

/**
 * Returns the database's own code and message. Prisma replaces an error's code
 * with its own, and its PostgreSQL adapter replaces a connection error's code
 * with a kind.
 */
function readError({ code, message, cause, meta }: Reported): {
  code?: string
  message?: string
} {
  const { kind, originalCode, originalMessage }: Cause =
    meta?.driverAdapterError?.cause ?? Object(cause)
  return {
    code: originalCode ?? (kind && connectionCodes[kind]) ?? code,
    message: originalMessage ?? message,
  }
}

const connectionCodes: Partial<Record<MappedError['kind'], string>> = {
  DatabaseNotReachable: '08001',
  TlsConnectionError: '08001',
  ConnectionClosed: connectionFailure,
  SocketTimeout: connectionFailure,
}

/**
 * Finds what an error means. Each pattern is matched with a code of SQLite
 * (https://www.sqlite.org/rescode.html), PostgreSQL
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html) or the
 * system, followed by the message, because PgBouncer gives all its errors the
 * same code. The first match counts.
 */
function findFailure(code = '', message = ''): Failure | undefined {
  const failure = failures.find(({ pattern }) =>
    new RegExp(pattern).test(`${code} ${message}`),
  )
  return failure && { ...failure, code }
}
