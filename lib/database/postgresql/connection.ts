import type { ClientConfig, PoolConfig } from 'pg'

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

export function connectionTo(url: string): ClientConfig {
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
