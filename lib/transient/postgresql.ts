import { Pool } from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { poolFor } from '@/lib/database/postgresql/connection'
import { type Backend, limiterTable, schema } from './backend'

const statementMs = 3_000

// A process that loads the assistant reads no answer for a second or more, and its timers are asked first: the client's
// own limits are only for a server that is gone without a word.
const answerMs = 10_000

const connections = 5

// By it processes that start at once make the tables one after another (https://www.postgresql.org/docs/15/explicit-locking.html).
const tablesLock = 27_000_001

/** Opens the tables in a database, and makes those that are missing. Rejects when the database cannot be used. */
export async function openPostgresql(url: string): Promise<Backend> {
  const ofServer = { statement_timeout: statementMs, lock_timeout: statementMs }
  const ofClient = { connectionTimeoutMillis: answerMs, query_timeout: answerMs, max: connections }
  const pool = new Pool({ ...poolFor(url), ...ofServer, ...ofClient })
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
