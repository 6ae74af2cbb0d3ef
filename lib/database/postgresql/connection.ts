import { Client, type ClientConfig, type PoolConfig } from 'pg'
import { nameOf } from '../address'
import { DatabaseRefused } from '../errors'
import type { MigrationConnection } from '../migrate'

// Longer than a process that loads the assistant lets its timers wait.
const connectMs = 5_000
const statementMs = 8_000

// Other processes keep a lock for one transaction, or for a migration.
const lockMs = 1_000

// The client's own limit is for a server that stopped answering: it comes after the server's.
const answerMs = 10_000

// The adapter sends and reads times without their zone. Conditional updates rely on seeing what others committed
// (https://www.postgresql.org/docs/15/transaction-iso.html), and a 201 answer on the commit being on the disk.
const sessionSettings = {
  TimeZone: 'UTC',
  default_transaction_isolation: 'read committed',
  synchronous_commit: 'on',
  // For an SSD: the list of leads then reads an index alone instead of the whole table.
  random_page_cost: '1.1',
}

function connectionTo(url: string): ClientConfig {
  const options = Object.entries(sessionSettings).map(([name, value]) => `-c ${name}=${value.replace(' ', '\\ ')}`)
  return {
    connectionString: url,
    application_name: 'site',
    options: options.join(' '),
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
  }
}

export function poolFor(url: string): PoolConfig {
  return {
    ...connectionTo(url),
    max: 10,
    allowExitOnIdle: true,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    query_timeout: answerMs,
  }
}

// The number by which Prisma's own tools keep each other from migrating a database at once.
const migrationLock = 72707369

// A migration that waits for a lock makes every later statement on that table wait as well.
const migrationLockMs = 2_000

export async function openForMigrations(url: string): Promise<MigrationConnection> {
  const client = new Client(connectionTo(url))
  // The current statement rejects as well.
  client.on('error', () => {})
  const close = () => client.end().catch(() => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ server_encoding: string }>('SHOW server_encoding')
    const encoding = rows[0]?.server_encoding
    if (encoding !== 'UTF8') {
      throw new DatabaseRefused(
        `The database ${nameOf(url)} is encoded as ${encoding}: create one with ENCODING 'UTF8'.`,
      )
    }
  } catch (error) {
    await close()
    throw error
  }
  return {
    run: async (sql, values) => (values ? await client.query(sql, values) : await client.query(sql)).rows,
    begin: `BEGIN; SET LOCAL lock_timeout = ${migrationLockMs}; SELECT pg_advisory_xact_lock(${migrationLock})`,
    selectTables: 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
    close,
  }
}
