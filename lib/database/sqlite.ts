import 'server-only'
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { fileOf } from './address'
import type { Engine } from './engine'
import { DatabaseAway } from './errors'
import { fileIdentity, readMigrationNames } from './file'
import { PrismaClient } from './generated/client'
import { migrationsFolder } from './migrations'

// How long SQLite itself waits for a lock. It waits synchronously, so a longer wait would stop every request.
const busyTimeoutMs = 250

const reopenAfterMs = 1000

type Opened = { client: PrismaClient; identity: string }

// One client a process: Next's development server reloads modules, and a second connection would be left open.
const holder = globalThis as { database?: Promise<Opened>; databaseHistory?: string }

export const sqlite: Engine = { getClient, close, migrationsFolder }

// Write with one statement at a time, never `$transaction` or nested writes: all requests share one connection, so another
// request's statement between BEGIN and ROLLBACK would be undone too (prisma/orm#29933).
// What is written to a deleted file is lost: calls reject until a migrated file is there again.
/** Rejects when the file is gone, unusable or not durable. */
async function getClient(): Promise<PrismaClient> {
  const current = holder.database ?? hold(openInPlace())
  const opened = await current
  const identity = fileIdentity(fileOf(env.DATABASE_URL))
  if (identity === undefined) throw new DatabaseAway('The database file is gone.')
  if (identity === opened.identity) return opened.client
  if (holder.database === current) hold(replace(opened))
  return (await (holder.database ?? hold(openInPlace()))).client
}

/** Closes the client, if there is one: SQLite then puts its write-ahead log into the file. */
async function close(): Promise<void> {
  const opened = await holder.database?.catch(() => undefined)
  holder.database = undefined
  await opened?.client.$disconnect()
}

function hold(opening: Promise<Opened>): Promise<Opened> {
  holder.database = opening
  const forget = () => {
    if (holder.database === opening) holder.database = undefined
  }
  opening.catch(() => setTimeout(forget, reopenAfterMs).unref())
  return opening
}

// What only the old file's write-ahead log has goes into the old file: SQLite would take that log for the new one's.
async function replace({ client }: Opened): Promise<Opened> {
  log.warn('database file replaced: opening the new one')
  await client.$queryRawUnsafe('PRAGMA wal_checkpoint(TRUNCATE)').catch(() => undefined)
  await client.$disconnect()
  return openInPlace()
}

async function openInPlace(): Promise<Opened> {
  const file = fileOf(env.DATABASE_URL)
  const history = readMigrationNames(file, { check: holder.databaseHistory !== undefined })
  if (history !== (holder.databaseHistory ?? history)) {
    throw new DatabaseAway('The database file has other migrations than the one before it.')
  }
  const client = await openDatabase(env.DATABASE_URL)
  // The first read makes the write-ahead log, which is part of the identity.
  await readPragma(client, 'user_version')
  const identity = fileIdentity(file)
  if (identity === undefined) throw new DatabaseAway('The database file is gone.')
  holder.databaseHistory = history
  return { client, identity }
}

/** Opens a client on the file at a `file:` address with WAL and synchronous=FULL, both read back. */
export async function openDatabase(url: string): Promise<PrismaClient> {
  const adapter = new PrismaBetterSqlite3({ url, timeout: busyTimeoutMs, fileMustExist: true })
  const database = new PrismaClient({ adapter })
  const journal = await readPragma(database, 'journal_mode = WAL')
  await database.$executeRawUnsafe('PRAGMA synchronous = FULL')
  const synchronous = await readPragma(database, 'synchronous')
  if (journal === 'wal' && Number(synchronous) === 2) return database
  await database.$disconnect()
  throw new Error(`The database is not durable: journal_mode=${journal}, synchronous=${synchronous}.`)
}

async function readPragma(database: PrismaClient, pragma: string): Promise<unknown> {
  const [row] = await database.$queryRawUnsafe<Record<string, unknown>[]>(`PRAGMA ${pragma}`)
  return Object.values(row ?? {})[0]
}
