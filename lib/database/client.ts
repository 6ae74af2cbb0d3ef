import 'server-only'
import { env } from '@/lib/env'
import { shareInProcess } from '@/lib/share-in-process'
import { fileOf, isPostgresql } from './address'
import type { OpenDatabase } from './engine'
import { type DatabaseUnavailable, explainDatabaseError } from './errors'
import type { PrismaClient } from './generated/client'
import type { Purpose } from './sqlite/client'

/** The time until a database is opened again after an outage. */
const reopenAfterMs = 1_000
/**
 * The time after a mistake that needs a repair, which is longer because a wrong
 * password every second may lock the user out, and checking a damaged file
 * takes time.
 */
const repairedAfterMs = 30_000

// The clients, by purpose and address. Next's development server also reloads this module,
// and would leave the connections of an unshared client open.
const databases = shareInProcess(
  'databases',
  () => new Map<string, Promise<OpenDatabase>>(),
)

/**
 * Returns the process's one client, which the first call opens. Rejects with
 * DatabaseUnavailable while the database cannot be opened.
 */
export async function getDatabase(): Promise<PrismaClient> {
  return openOnce(env.DATABASE_URL, 'records')
}

/**
 * Returns a client for rows that may be lost in a power cut and that nobody
 * waits for, such as rate-limit counters. On SQLite, its commits do not wait
 * for the disk, and it waits only briefly for a lock. Rejects like getDatabase.
 */
export async function getCountersDatabase(): Promise<PrismaClient> {
  const url = env.DATABASE_URL
  const main = await getDatabase()
  return isPostgresql(url) ? main : openOnce(url, 'counters')
}

const nameOf = (url: string, purpose: Purpose) => `${purpose} ${url}`

async function openOnce(url: string, purpose: Purpose): Promise<PrismaClient> {
  const { client, check } = await (databases.get(nameOf(url, purpose)) ??
    open(url, purpose))
  check()
  return client
}

function open(url: string, purpose: Purpose): Promise<OpenDatabase> {
  const name = nameOf(url, purpose)
  const opening = openEngine(url, purpose)
  databases.set(name, opening)
  // Forgets a failed attempt only after a while, so that requests share it.
  opening.catch(({ kind }: Partial<DatabaseUnavailable>) => {
    const forget = () =>
      databases.get(name) === opening && databases.delete(name)
    setTimeout(
      forget,
      kind === 'passing' ? reopenAfterMs : repairedAfterMs,
    ).unref()
  })
  return opening
}

/**
 * Migrates too, because the database may have been down when the site started.
 * With SQLite, no PostgreSQL code is loaded.
 */
async function openEngine(
  url: string,
  purpose: Purpose,
): Promise<OpenDatabase> {
  try {
    if (isPostgresql(url))
      return await (await import('./postgresql/client')).openDatabase(url)
    const { openDatabase } = await import('./sqlite/client')
    return await openDatabase(url, purpose)
  } catch (error) {
    throw explainDatabaseError(error, url)
  }
}

/**
 * Closes the clients, if any. SQLite then merges its write-ahead log into the
 * file.
 */
export async function closeDatabase() {
  for (const purpose of ['counters', 'records'] as const) {
    const name = nameOf(env.DATABASE_URL, purpose)
    const opened = await databases.get(name)?.catch(() => undefined)
    databases.delete(name)
    await opened?.client.$disconnect()
  }
}

export function closeDatabaseAtEnd() {
  process.once('beforeExit', closeDatabase)
}

export function databaseFile(): string | undefined {
  return isPostgresql(env.DATABASE_URL) ? undefined : fileOf(env.DATABASE_URL)
}
