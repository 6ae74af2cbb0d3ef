import type { ClientConfig, PoolConfig } from 'pg'

// Longer than a process that loads the assistant lets its timers wait.
const connectMs = 5_000
const statementMs = 8_000

// What others hold, they hold for one statement, or for a migration that the next request finds done.
const lockMs = 1_000

// The client's own limit is for a server that is gone without a word: it comes after the server's.
const answerMs = 10_000

// The adapter sends and reads times without their zone. Conditional updates count on seeing what others committed
// (https://www.postgresql.org/docs/15/transaction-iso.html), and 201 on what is committed being on the disk.
const sessionSettings = {
  TimeZone: 'UTC',
  default_transaction_isolation: 'read committed',
  synchronous_commit: 'on',
  // Of a disk without moving parts: the list of leads then reads an index alone, where a whole table is the other way.
  random_page_cost: '1.1',
}

/** How commands connect: without limits on what takes long, such as a migration. */
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

/** How the site connects. Idle connections keep no process from ending. */
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
