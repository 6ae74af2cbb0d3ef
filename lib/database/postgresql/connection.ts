import { Client, type ClientConfig, type PoolConfig } from 'pg'
import { databaseNameOf } from '../address'
import type { MigrationConnection } from '../engine'
import { createUnavailable, explainDatabaseError } from '../errors'

// Long enough for a process whose timers are delayed while it loads the
// assistant.
const connectMs = 5_000

// The client's own timeout, for a server that has stopped answering; it has to
// be longer than the server's.
const answerMs = 10_000

// The adapter sends and reads times without their zone. Conditional updates
// rely on seeing what others committed
// (https://www.postgresql.org/docs/15/transaction-iso.html), and a 201 response
// relies on the commit being on disk. The page cost is that of an SSD, so that
// the lead list reads only an index instead of the whole table.
const sessionOptions =
  '-c TimeZone=UTC -c default_transaction_isolation=read\\ committed -c synchronous_commit=on -c random_page_cost=1.1'

// The options of a pooled session. It waits less for a lock than for a statement,
// because other processes hold a lock only for a transaction or a migration.
const poolOptions = `${sessionOptions} -c statement_timeout=8000 -c lock_timeout=1000`

/**
 * Connects with options for the session. A pooler such as PgBouncer refuses
 * options because its clients share sessions, so the second attempt does
 * without them and relies on the settings of the role or the database.
 */
async function connectTo(
  url: string,
  options?: string,
): Promise<{ client: Client; config: ClientConfig }> {
  const config = configOf(url, options)
  let client: Client | undefined
  try {
    // Ignores the error event, because the current statement rejects too.
    client = new Client(config).on('error', () => {})
    await client.connect()
    await checkSession(client, url)
    return { client, config }
  } catch (error) {
    await client?.end().catch(() => undefined)
    const { message } = error as Error
    if (options && /startup parameter|command-line options/.test(message))
      return connectTo(url)
    throw explainDatabaseError(error, url)
  }
}

function configOf(url: string, options?: string): ClientConfig {
  return {
    // Gives sslmode the meaning that it has for psql and pg_dump: `require`
    // only encrypts, `verify-full` also checks the certificate.
    connectionString: `${url}${url.includes('?') ? '&' : '?'}uselibpqcompat=true`,
    application_name: 'site',
    options,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
  }
}

// Reads the values that a session is reset to, because a pooler may run each
// transaction in a different session.
const findWrongSetting = `
  SELECT name, reset_val AS found, needed, quote_ident(current_user) AS role
  FROM pg_settings JOIN (VALUES
    ('server_encoding', 'UTF8', '^UTF8$'),
    ('TimeZone', 'UTC', '^(Etc/)?(UTC|UCT|GMT|Zulu|Universal|Greenwich)$'),
    ('default_transaction_isolation', 'read committed', '^read committed$'),
    ('synchronous_commit', 'on', '^(?!off$)')
  ) AS needs (name, needed, pattern) USING (name) WHERE reset_val !~ pattern LIMIT 1`

type WrongSetting = Record<'name' | 'found' | 'needed' | 'role', string>

async function checkSession(client: Client, url: string) {
  const { rows } = await client.query<WrongSetting>(findWrongSetting)
  const [wrong] = rows
  if (!wrong) return
  const { name, found, needed, role } = wrong
  throw createUnavailable(databaseNameOf(url), {
    says: `has sessions with ${name}=${found}`,
    advice:
      name === 'server_encoding'
        ? `create one with ENCODING '${needed}'`
        : `remove options from DATABASE_URL, or run ALTER ROLE ${role} SET ${name} = '${needed}'`,
  })
}

/**
 * Finds out how a pool can connect. Rejects with DatabaseUnavailable if no
 * connection is possible.
 */
export async function findPoolConfig(url: string): Promise<PoolConfig> {
  const { client, config } = await connectTo(url, poolOptions)
  await client.end()
  return { ...config, max: 10, allowExitOnIdle: true, query_timeout: answerMs }
}

// The lock id that Prisma's own tools use to keep two migrations from running
// at once.
const migrationLock = 72707369

// The longest wait for a lock, which is short because a migration that waits
// for a lock blocks every later statement on that table.
const migrationLockMs = 2_000

export async function openForMigrations(
  url: string,
): Promise<MigrationConnection> {
  const { client } = await connectTo(url, sessionOptions)
  return {
    run: async (sql, values) =>
      (values ? await client.query(sql, values) : await client.query(sql)).rows,
    begin: `BEGIN; SET LOCAL lock_timeout = ${migrationLockMs}; SELECT pg_advisory_xact_lock(${migrationLock})`,
    selectTables:
      'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
    close: () => client.end().catch(() => undefined),
  }
}
