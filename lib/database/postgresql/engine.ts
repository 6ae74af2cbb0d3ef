import 'server-only'
import { PrismaPg } from '@prisma/adapter-pg'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import type { Engine } from '../engine'
import { DatabaseAway } from '../errors'
import type { PrismaClient } from '../generated/client'
import { postgresqlMigrationsFolder } from '../migrations'
import { poolFor } from './connection'
import { PrismaClient as PostgresqlClient } from './generated/client/client'
import { tellDriverErrors } from './tell-driver-errors'

const reopenAfterMs = 1000

// As for SQLite: one client a process, also where Next's development server reloads modules.
const holder = globalThis as { postgresql?: Promise<PrismaClient> }

export const postgresql: Engine = { getClient, close, migrationsFolder: postgresqlMigrationsFolder }

// Once opened, its pool replaces connections that were lost: the site recovers when the database does.
function getClient(): Promise<PrismaClient> {
  return holder.postgresql ?? hold(openPostgresql(env.DATABASE_URL))
}

async function close(): Promise<void> {
  const client = await holder.postgresql?.catch(() => undefined)
  holder.postgresql = undefined
  await client?.$disconnect()
}

function hold(opening: Promise<PrismaClient>): Promise<PrismaClient> {
  holder.postgresql = opening
  const forget = () => {
    if (holder.postgresql === opening) holder.postgresql = undefined
  }
  opening.catch(() => setTimeout(forget, reopenAfterMs).unref())
  return opening
}

/** Opens a client on a migrated database, and sees that its sessions are as they must be. */
export async function openPostgresql(url: string): Promise<PrismaClient> {
  const adapter = new PrismaPg(poolFor(url), {
    onPoolError: (error: Error & { code?: string }) =>
      log.warn({ error: error.code ?? error.name }, 'database connection lost'),
  })
  // Generated from the same models: it differs in what SQLite does not have, which nothing here uses.
  const client = new PostgresqlClient({ adapter: tellDriverErrors(adapter) }) as unknown as PrismaClient
  try {
    await checkSession(client)
    return client
  } catch (error) {
    await client.$disconnect()
    throw error
  }
}

type Session = { zone: string; commit: string; isolation: string; migrated: boolean }

// An address may carry `options` of its own, which replace those of poolFor; a proxy in between may drop them.
async function checkSession(client: PrismaClient): Promise<void> {
  const [session] = await client.$queryRaw<Session[]>`
    SELECT current_setting('TimeZone') AS zone, current_setting('synchronous_commit') AS commit,
           current_setting('transaction_isolation') AS isolation,
           to_regclass('_prisma_migrations') IS NOT NULL AS migrated`
  if (!session?.migrated) throw new DatabaseAway('The database has not been migrated.')
  const { zone, commit, isolation } = session
  if (zone === 'UTC' && commit !== 'off' && isolation === 'read committed') return
  throw new Error(
    `The database is not used as it must be: TimeZone=${zone}, synchronous_commit=${commit}, isolation=${isolation}.`,
  )
}
