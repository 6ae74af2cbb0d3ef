import 'server-only'
import { env } from '@/lib/env'
import { shareInProcess } from '@/lib/share-in-process'
import { fileOf, isPostgresql } from './address'
import type { OpenDatabase } from './engine'
import { type DatabaseUnavailable, explainDatabaseError } from './errors'
import type { PrismaClient } from './generated/client'

/** The time until a database is opened again after an outage. */
const reopenAfterMs = 1_000
/**
 * The time after a mistake that needs a repair, which is longer because a wrong
 * password every second may lock the user out, and checking a damaged file
 * takes time.
 */
const repairedAfterMs = 30_000

// The clients, by address. Next's development server also reloads this module,
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
  const url = env.DATABASE_URL
  const { client, check } = await (databases.get(url) ?? open(url))
  check()
  return client
}

/**
 * Returns a client for rows that may be lost in a power cut and that nobody
 * waits for, such as rate-limit counters. On SQLite, its commits do not wait
 * for the disk, and it waits only briefly for a lock. Rejects like getDatabase.
 */
export async function getCountersDatabase(): Promise<PrismaClient> {
  const url = env.DATABASE_URL
  const main = await getDatabase()
  if (isPostgresql(url)) return main
  const { client, check } = await (databases.get(countersOf(url)) ??
    open(url, countersOf(url)))
  check()
  return client
}

const countersOf = (url: string) => `counters ${url}`

function open(url: string, name = url): Promise<OpenDatabase> {
  const opening = openEngine(url, name !== url)
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

// Migrates too, because the database may have been down when the site started.
// With SQLite, no PostgreSQL code is loaded.
async function openEngine(
  url: string,
  forCounters: boolean,
): Promise<OpenDatabase> {
  try {
    if (isPostgresql(url))
      return await (await import('./postgresql/client')).openDatabase(url)
    const { countersMode, openDatabase } = await import('./sqlite/client')
    return await openDatabase(url, forCounters ? countersMode : undefined)
  } catch (error) {
    throw explainDatabaseError(error, url)
  }
}

/**
 * Closes the clients, if any. SQLite then merges its write-ahead log into the
 * file.
 */
export async function closeDatabase(): Promise<void> {
  for (const name of [countersOf(env.DATABASE_URL), env.DATABASE_URL]) {
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
