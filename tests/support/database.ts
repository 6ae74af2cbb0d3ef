// Test databases on both engines. SQL is written for SQLite, with names without
// quotes and `?` for values.
import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Client, type ClientConfig, types } from 'pg'
import { fileOf, isPostgresql } from '@/lib/database/address'
import { migrationsFolderOf, readMigrations } from '@/lib/database/migrations'
import { makeScratchFolder } from './scratch'

type Value = string | number | null

const ownUrl = () => String(process.env.DATABASE_URL)

/**
 * Runs SQL on the database of this test file. Returns the rows of the last
 * statement, with values as SQLite returns them.
 */
export function runSql<Row = Record<string, unknown>>(
  sql: string,
  ...values: Value[]
): Promise<Row[]> {
  return runSqlAt(ownUrl(), sql, values)
}

/** Returns the first column of a query. */
export function selectColumn<Column = string>(
  sql: string,
  ...values: Value[]
): Promise<Column[]> {
  return selectColumnAt(ownUrl(), sql, values)
}

/** Runs SQL on another database. */
export async function runSqlAt<Row = Record<string, unknown>>(
  url: string,
  sql: string,
  values: Value[] = [],
) {
  return isPostgresql(url)
    ? queryPostgresql<Row>(url, sql, values)
    : querySqlite<Row>(url, sql, values)
}

export async function selectColumnAt<Column = string>(
  url: string,
  sql: string,
  values: Value[] = [],
) {
  const rows = await runSqlAt<Record<string, Column>>(url, sql, values)
  return rows.flatMap((row) => Object.values(row).slice(0, 1))
}

function querySqlite<Row>(url: string, sql: string, values: Value[]): Row[] {
  const database = new Sqlite(fileOf(url), { timeout: 5000 })
  try {
    const isSelect = /^\s*SELECT/.test(sql)
    if (isSelect) return database.prepare(sql).all(...values) as Row[]
    if (values.length > 0) database.prepare(sql).run(...values)
    else database.exec(sql)
    return []
  } finally {
    database.close()
  }
}

async function queryPostgresql<Row>(
  url: string,
  sql: string,
  values: Value[],
): Promise<Row[]> {
  const client = new Client({
    connectionString: url,
    types: { getTypeParser: sqliteParser },
  })
  await client.connect()
  try {
    const text = numberValues(quoteNames(sql))
    const results = [
      await (values.length > 0
        ? client.query(text, values)
        : client.query(text)),
    ].flat()
    return results.at(-1)?.rows ?? []
  } finally {
    await client.end()
  }
}

const sqliteParser: NonNullable<ClientConfig['types']>['getTypeParser'] = (
  id,
  format,
) => {
  if (id === types.builtins.INT8) return Number
  if (id === types.builtins.BOOL) return (text: string) => Number(text === 't')
  if (id === types.builtins.TIMESTAMPTZ) return storedTime
  return types.getTypeParser(id, format)
}

function quoteNames(sql: string): string {
  const parts = sql.split(/('[^']*'|"[^"]*")/)
  return parts
    .map((part, index) =>
      index % 2
        ? part
        : part.replace(/\b[A-Z][a-z]\w*|\b[a-z]+[A-Z]\w*/g, '"$&"'),
    )
    .join('')
}

function numberValues(sql: string): string {
  let count = 0
  return sql.replaceAll('?', () => `$${++count}`)
}

/** Formats a time as Prisma's adapter writes it to SQLite. */
export function storedTime(moment: number | Date | string): string {
  return new Date(moment).toISOString().replace('Z', '+00:00')
}

/**
 * Blocks writes of submissions, as another process would, until the returned
 * function is called.
 */
export async function holdLock(url = ownUrl()): Promise<() => Promise<void>> {
  if (!isPostgresql(url)) {
    const database = new Sqlite(fileOf(url))
    database.exec('BEGIN IMMEDIATE')
    return async () => void database.close()
  }
  const client = new Client(url)
  await client.connect()
  const tables = [
    'Attestation',
    'AttestationEvent',
    'ChatSession',
    'Lead',
    'UnansweredQuestion',
  ]
  await client.query(
    `BEGIN; LOCK TABLE ${tables.map((table) => `"${table}"`).join()} IN EXCLUSIVE MODE`,
  )
  return () => client.end()
}

/** Makes lead updates do nothing until the returned function is called. */
export async function ignoreLeadUpdates(): Promise<() => Promise<unknown>> {
  const [ignore, heed] = isPostgresql(ownUrl())
    ? [
        'CREATE RULE busy AS ON UPDATE TO Lead DO INSTEAD NOTHING',
        'DROP RULE busy ON Lead',
      ]
    : [
        'CREATE TRIGGER busy BEFORE UPDATE ON Lead BEGIN SELECT RAISE(IGNORE); END',
        'DROP TRIGGER busy',
      ]
  await runSql(ignore)
  return () => runSql(heed)
}

/** Hides a table while `action` runs, as if the database lacked it. */
export async function withoutTable<Result>(
  table: string,
  action: () => Promise<Result>,
): Promise<Result> {
  await runSql(`ALTER TABLE "${table}" RENAME TO "Hidden"`)
  return action().finally(() =>
    runSql(`ALTER TABLE "Hidden" RENAME TO "${table}"`),
  )
}

/** Returns every row of every table, by table name (SQLite only). */
export async function readEveryTable(): Promise<Record<string, unknown[]>> {
  const names = await selectColumn(
    "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
  )
  const rows = names.map(async (name) => [
    name,
    await runSql(`SELECT * FROM "${name}"`),
  ])
  return Object.fromEntries(await Promise.all(rows))
}

type StoredLead = {
  id: string
  email: string
  quarantine: string | null
  spamScore: number
}

export function storedLeads() {
  return runSql<StoredLead>(
    'SELECT id, email, quarantine, spamScore FROM Lead ORDER BY receivedAt',
  )
}

type Delivery = {
  channel: string
  attempts: number
  queuedAt: string
  dueAt: string | null
  deliveredAt: string | null
  abandonedAt: string | null
  lastError: string | null
}

/**
 * Returns a lead's deliveries by channel. Without an id, the database must
 * contain only one lead.
 */
export async function deliveriesOf(
  leadId?: string,
): Promise<Record<string, Delivery>> {
  const rows = leadId
    ? await runSql<Delivery>('SELECT * FROM Delivery WHERE leadId = ?', leadId)
    : await runSql<Delivery>('SELECT * FROM Delivery')
  return Object.fromEntries(rows.map((row) => [row.channel, row]))
}

/**
 * Copies a migrated database that is not in use and returns the address of the
 * copy.
 */
export async function copyDatabase(template: string): Promise<string> {
  if (isPostgresql(template))
    return createDatabase(template, new URL(template).pathname.slice(1))
  const file = join(makeScratchFolder('database-'), 'site.db')
  copyFileSync(fileOf(template), file)
  return `file:${file}`
}

/**
 * Returns the address of a new database without tables, on the engine of `url`.
 */
export async function makeEmptyDatabase(url = ownUrl()): Promise<string> {
  return isPostgresql(url)
    ? createDatabase(url)
    : `file:${join(makeScratchFolder('database-'), 'site.db')}`
}

async function createDatabase(
  server: string,
  template = 'template0',
): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runSqlAt(
    beside(server, 'postgres'),
    `CREATE DATABASE ${name} TEMPLATE ${template}`,
  )
  return beside(server, name)
}

/** Returns the address of another database on the same PostgreSQL server. */
export function beside(url: string, database: string): string {
  return url.replace(/[^/]*$/, database)
}

/**
 * Creates a folder with those of an engine's migrations whose names sort before
 * `before`, and with further migrations.
 */
export function migrationsWith(
  url: string,
  further: Record<string, string>,
  before = '9',
): string {
  const folder = makeScratchFolder('migrations-')
  const kept = readMigrations(migrationsFolderOf(url)).filter(
    ({ name }) => name < before,
  )
  for (const { name, sql } of [
    ...kept,
    ...Object.entries(further).map(([name, sql]) => ({ name, sql })),
  ]) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'migration.sql'), sql)
  }
  return folder
}
