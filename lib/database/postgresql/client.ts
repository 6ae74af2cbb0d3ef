import 'server-only'
import { PrismaPg } from '@prisma/adapter-pg'
import { log } from '@/lib/log'
import type { OpenDatabase } from '../engine'
import { explainDatabaseError } from '../errors'
import type { PrismaClient } from '../generated/client'
import { migrateDatabase } from '../migrate'
import { findPoolConfig } from './connection'
import { PrismaClient as PostgresqlClient } from './generated/client/client'

export async function openDatabase(url: string): Promise<OpenDatabase> {
  await migrateDatabase(url)
  const adapter = new PrismaPg(await findPoolConfig(url), {
    onPoolError: ({ code = '08006' }: Error & { code?: string }) =>
      log.warn({ code }, 'database connection lost'),
  })
  // Passes for the SQLite client, because it is generated from the same models
  // and differs only in features that are not used here.
  const client = new PostgresqlClient({
    adapter: convertErrors(adapter, url),
  }) as unknown as PrismaClient
  return { client, check: () => undefined }
}

type Connection = Awaited<ReturnType<PrismaPg['connect']>>
type Queryable = Pick<Connection, 'queryRaw' | 'executeRaw'>
type Query = Parameters<Connection['queryRaw']>[0]
type Level = Parameters<Connection['startTransaction']>[0]

/** Gives a code to the errors that the driver reports without one. */
function convertErrors(factory: PrismaPg, url: string): PrismaPg {
  const connect = factory.connect.bind(factory)
  return Object.assign(factory, {
    connect: async () => convertConnection(await connect()),
  })

  function convertConnection(connection: Connection): Connection {
    const start = connection.startTransaction.bind(connection)
    return Object.assign(convertQueries(connection), {
      startTransaction: async (level: Level) =>
        convertQueries(await start(level).catch(rethrow)),
    })
  }

  function convertQueries<T extends Queryable>(queryable: T): T {
    const queryRaw = queryable.queryRaw.bind(queryable)
    const executeRaw = queryable.executeRaw.bind(queryable)
    return Object.assign(queryable, {
      queryRaw: (query: Query) => queryRaw(withoutNul(query)).catch(rethrow),
      executeRaw: (query: Query) =>
        executeRaw(withoutNul(query)).catch(rethrow),
    })
  }

  /**
   * Throws an error that names its cause. Lost connections and timeouts reach
   * the adapter as plain errors, which it passes on (see its
   * convertDriverError).
   */
  function rethrow(error: Error): never {
    throw error.name === 'DriverAdapterError'
      ? error
      : explainDatabaseError(error, url)
  }
}

/**
 * Removes U+0000, which PostgreSQL's text cannot contain
 * (https://www.postgresql.org/docs/15/datatype-character.html).
 */
function withoutNul(query: Query): Query {
  const args = query.args.map((value) =>
    typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value,
  )
  return { ...query, args }
}
