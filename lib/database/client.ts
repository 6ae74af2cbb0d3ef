import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import { env } from '@/lib/env'
import { PrismaClient } from './generated/client'

// How long SQLite itself waits for a lock. It waits synchronously, so a longer wait would stop every request.
const busyTimeoutMs = 250

// One client a process: Next's development server reloads modules, and a second connection would be left open.
const holder = globalThis as { database?: Promise<PrismaClient> }

/**
 * The process's one database client. The first call opens the file and makes sure that a committed row survives
 * a power cut; it rejects when the file cannot be opened or refuses these settings, and the next call tries anew.
 *
 * Callers write with one statement on one row and never use `$transaction` or nested writes: all requests share
 * the adapter's one connection, so another request's statement between BEGIN and ROLLBACK would be undone too
 * (prisma/orm#29933).
 */
export function getDatabase(): Promise<PrismaClient> {
  holder.database ??= openDatabase(env.DATABASE_URL).catch((error) => {
    holder.database = undefined
    throw error
  })
  return holder.database
}

/** Opens a client on a `file:` address with WAL and synchronous=FULL, both read back. */
export async function openDatabase(url: string): Promise<PrismaClient> {
  const database = new PrismaClient({ adapter: new PrismaBetterSqlite3({ url, timeout: busyTimeoutMs }) })
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
