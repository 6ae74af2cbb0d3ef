import type { SqlDriverAdapter, SqlDriverAdapterFactory, SqlQuery } from '@prisma/driver-adapter-utils'
import { DatabaseAway } from '../errors'

/** An adapter factory whose connections reject with DatabaseAway for what the driver reports without a code. */
export function tellDriverErrors(factory: SqlDriverAdapterFactory): SqlDriverAdapterFactory {
  const connect = factory.connect.bind(factory)
  return Object.assign(factory, { connect: async () => tellOf(await connect()) })
}

function tellOf(connection: SqlDriverAdapter): SqlDriverAdapter {
  const queryRaw = connection.queryRaw.bind(connection)
  const executeRaw = connection.executeRaw.bind(connection)
  return Object.assign(connection, {
    queryRaw: (query: SqlQuery) => queryRaw(withoutNul(query)).catch(rethrow),
    executeRaw: (query: SqlQuery) => executeRaw(withoutNul(query)).catch(rethrow),
  })
}

// A lost connection, and a limit of time, reach the adapter as plain errors, which it hands on (its convertDriverError).
// Prisma makes errors of its own of those that have a code.
function rethrow(error: Error & { code?: string }): never {
  if (error.name === 'DriverAdapterError') throw error
  throw Object.assign(new DatabaseAway(error.message, { cause: error }), { code: error.code ?? 'DATABASE_CONNECTION' })
}

// The one character that a text of PostgreSQL cannot hold (https://www.postgresql.org/docs/15/datatype-character.html).
function withoutNul(query: SqlQuery): SqlQuery {
  return { ...query, args: query.args.map((value) => (typeof value === 'string' ? replaceNul(value) : value)) }
}

/** A text as PostgreSQL can hold it. */
export function replaceNul(value: string): string {
  return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
}
