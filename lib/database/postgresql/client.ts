import 'server-only'
import { PrismaPg } from '@prisma/adapter-pg'
import { log } from '@/lib/log'
import type { OpenDatabase } from '../client'
import { DatabaseAway } from '../errors'
import type { PrismaClient } from '../generated/client'
import { poolFor } from './connection'
import { PrismaClient as PostgresqlClient } from './generated/client/client'

export async function openDatabase(url: string): Promise<OpenDatabase> {
  const adapter = new PrismaPg(poolFor(url), {
    onPoolError: (error: Error & { code?: string }) =>
      log.warn({ error: error.code ?? error.name }, 'database connection lost'),
  })
  // Generated from the same models: it differs only in features that SQLite lacks and nothing here uses.
  const client = new PostgresqlClient({ adapter: convertErrors(adapter) }) as unknown as PrismaClient
  try {
    await checkSession(client)
    return { client, check: () => undefined }
  } catch (error) {
    await client.$disconnect()
    throw error
  }
}

type Session = { zone: string; commit: string; isolation: string; migrated: boolean }

// An address may have `options` of its own, which replace those of poolFor; a proxy in between may drop them.
async function checkSession(client: PrismaClient): Promise<void> {
  const [session] = await client.$queryRaw<Session[]>`
    SELECT current_setting('TimeZone') AS zone, current_setting('synchronous_commit') AS commit,
           current_setting('transaction_isolation') AS isolation,
           to_regclass('_prisma_migrations') IS NOT NULL AS migrated`
  if (!session?.migrated) throw new DatabaseAway('The database has not been migrated.')
  const { zone, commit, isolation } = session
  if (zone === 'UTC' && commit !== 'off' && isolation === 'read committed') return
  throw new DatabaseAway(
    `The database session is not safe to use: TimeZone=${zone}, synchronous_commit=${commit}, isolation=${isolation}.`,
  )
}

type Connection = Awaited<ReturnType<PrismaPg['connect']>>
type Queryable = Pick<Connection, 'queryRaw' | 'executeRaw'>
type Query = Parameters<Connection['queryRaw']>[0]

/** An adapter whose connections reject with DatabaseAway for errors that the driver reports without a code. */
function convertErrors(factory: PrismaPg): PrismaPg {
  const connect = factory.connect.bind(factory)
  return Object.assign(factory, {
    async connect() {
      const connection = convertQueries(await connect())
      const start = connection.startTransaction.bind(connection)
      const startTransaction = async (...level: Parameters<typeof start>) =>
        convertQueries(await start(...level).catch(rethrow))
      return Object.assign(connection, { startTransaction })
    },
  })
}

function convertQueries<T extends Queryable>(queryable: T): T {
  const queryRaw = queryable.queryRaw.bind(queryable)
  const executeRaw = queryable.executeRaw.bind(queryable)
  return Object.assign(queryable, {
    queryRaw: (query: Query) => queryRaw(withoutNul(query)).catch(rethrow),
    executeRaw: (query: Query) => executeRaw(withoutNul(query)).catch(rethrow),
  })
}

// A lost connection and a timeout reach the adapter as plain errors, which it passes on (its convertDriverError).
function rethrow(error: Error & { code?: string }): never {
  if (error.name === 'DriverAdapterError') throw error
  throw Object.assign(new DatabaseAway(error.message, { cause: error }), { code: error.code ?? 'DATABASE_CONNECTION' })
}

// The one character that PostgreSQL's text cannot contain (https://www.postgresql.org/docs/15/datatype-character.html).
function withoutNul(query: Query): Query {
  const args = query.args.map((value) => (typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value))
  return { ...query, args }
}
