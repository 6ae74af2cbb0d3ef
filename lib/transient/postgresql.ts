import { Pool } from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { poolFor } from '@/lib/database/postgresql/connection'
import { type Backend, limiterTable, schema } from './backend'

// After that, limits count in memory. A process that begins its work may not come to read an answer for a second.
const maxMs = 3_000

const connections = 5

// By it processes that start at once make the tables one after another (https://www.postgresql.org/docs/15/explicit-locking.html).
const tablesLock = 27_000_001

/** Opens the tables in a database, and makes those that are missing. Rejects when the database cannot be used. */
export async function openPostgresql(url: string): Promise<Backend> {
  const limits = { connectionTimeoutMillis: maxMs, statement_timeout: maxMs, query_timeout: maxMs, lock_timeout: maxMs }
  const pool = new Pool({ ...poolFor(url), ...limits, max: connections })
  // A connection that was lost while nothing used it: the next statement makes another.
  pool.on('error', () => {})
  try {
    await pool.query(
      ['BEGIN', `SELECT pg_advisory_xact_lock(${tablesLock})`, ...schema.map(unlogged), 'COMMIT'].join(';'),
    )
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    async run<Row>(sql: string, values: (string | number)[] = []) {
      const { rows } = await pool.query(sql, values)
      return rows as Row[]
    },
    createLimiter: (options) =>
      new RateLimiterPostgres({ storeClient: pool, storeType: 'pool', ...limiterTable, ...options }),
    close: () => void pool.end(),
  }
}

// Written to no log and to no replica, no commit waits for the disk, and empty after a crash of the server.
function unlogged(statement: string): string {
  return statement.replace('CREATE TABLE', 'CREATE UNLOGGED TABLE')
}
