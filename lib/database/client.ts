import 'server-only'
import { env } from '@/lib/env'
import { fileOf, isPostgresql } from './address'
import type { Engine } from './engine'
import type { PrismaClient } from './generated/client'
import { sqlite } from './sqlite'

let chosen: Promise<Engine> | undefined

/** The engine of DATABASE_URL. A site on SQLite loads nothing of PostgreSQL. */
export async function getEngine(): Promise<Engine> {
  if (!isPostgresql(env.DATABASE_URL)) return sqlite
  chosen ??= import('./postgresql/engine').then(({ postgresql }) => postgresql)
  return chosen
}

/** The process's one client, opened at the first call. Rejects while the database is away, unusable or not durable. */
export async function getDatabase(): Promise<PrismaClient> {
  return (await getEngine()).getClient()
}

/** Closes the client, if there is one. */
export async function closeDatabase(): Promise<void> {
  await (await getEngine()).close()
}

/** Closes the client once the process has nothing left to do, as after the last request of a server that stops. */
export function closeDatabaseAtEnd() {
  process.once('beforeExit', closeDatabase)
}

/** The path of the database; undefined where it is a server's. */
export function databaseFile(): string | undefined {
  return isPostgresql(env.DATABASE_URL) ? undefined : fileOf(env.DATABASE_URL)
}
