import { Pool } from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { poolFor } from '@/lib/database/postgresql/connection'
import { type Backend, limiterTable, schema } from './backend'

// Every request waits for its limits: longer than this, and they are counted in memory.
const connectMs = 1_000
const statementMs = 1_000
const lockMs = 250

const connections = 5

// By it processes that start at once make the tables one after another (https://www.postgresql.org/docs/15/explicit-locking.html).
const tablesLock = 27_000_001

/** Opens the tables in a database, and makes those that are missing. Rejects when the database cannot be used. */
export async function openPostgresql(url: string): Promise<Backend> {
  const limits = { statement_timeout: statementMs, query_timeout: statementMs + connectMs, lock_timeout: lockMs }
  const pool = new Pool({ ...poolFor(url), ...limits, connectionTimeoutMillis: connectMs, max: connections })
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
