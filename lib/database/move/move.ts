import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Client } from 'pg'
import { fileOf, isPostgresql, nameOf } from '../address'
import { CopyFailed, type RowCounts, syncFile } from '../copy'
import { inspectDatabase, migrateDatabase, readMigrations } from '../migrate'
import { connectionTo } from '../postgresql/connection'
import { explainRefusal } from '../postgresql/explain-refusal'
import { giveToOwner, lockDatabase } from '../restore'
import { moveRows } from './move-rows'
import { postgresqlSide, readTables } from './postgresql-side'
import { quote, type Table } from './side'
import { sqliteSide } from './sqlite-side'

const lockNotAvailable = '55P03'

/** Copies all rows of a stopped site's database into an empty one of the other engine. All of it or nothing. */
export async function moveDatabase(from: string, to: string): Promise<RowCounts> {
  if (isPostgresql(from) === isPostgresql(to)) {
    throw new CopyFailed('One address must be file: and a path, the other one postgresql://: see docs/operations.md.')
  }
  return isPostgresql(to) ? moveToPostgresql(fileOf(from), to) : moveToSqlite(from, fileOf(to))
}

async function moveToPostgresql(file: string, url: string): Promise<RowCounts> {
  if (!existsSync(file)) throw new CopyFailed(`There is no database at ${file}.`)
  if (inspectDatabase(file, readMigrations()) < readMigrations().length) {
    throw new CopyFailed(`The database ${file} is not up to date: run \`npm run db:migrate\` first.`)
  }
  await migrateDatabase(url)
  const database = openAlone(file)
  try {
    return await withTables(url, 'ACCESS EXCLUSIVE', async (client, tables) => {
      for (const { name } of tables) {
        const { rowCount } = await client.query(`SELECT 1 FROM ${quote(name)} LIMIT 1`)
        if (rowCount !== 0) throw notEmpty(nameOf(url), name)
      }
      return moveRows(sqliteSide(database, file), postgresqlSide(client, nameOf(url)), tables)
    })
  } finally {
    database.close()
  }
}

async function moveToSqlite(url: string, file: string): Promise<RowCounts> {
  const draft = `${file}.moving`
  const replaced = existsSync(file) ? openEmpty(file) : undefined
  removeFile(draft)
  try {
    await migrateDatabase(`file:${draft}`)
    // Leads are nobody else's business on this machine.
    chmodSync(draft, 0o600)
    giveToOwner(existsSync(file) ? file : dirname(file), draft)
    const fill = (client: Client, tables: Table[]) => fillDraft(draft, client, url, tables)
    const counts = await withTables(url, 'SHARE', fill)
    syncFile(draft)
    renameSync(draft, file)
    syncFile(dirname(file))
    return counts
  } finally {
    replaced?.close()
    removeFile(draft)
  }
}

async function fillDraft(draft: string, client: Client, url: string, tables: Table[]): Promise<RowCounts> {
  const database = new Sqlite(draft)
  try {
    database.exec('BEGIN')
    const counts = await moveRows(postgresqlSide(client, nameOf(url)), sqliteSide(database, draft), tables)
    database.exec('COMMIT')
    return counts
  } finally {
    database.close()
  }
}

/** Holds an existing file until it is replaced; throws where there is anything in it. */
function openEmpty(file: string): Sqlite.Database {
  inspectDatabase(file, readMigrations())
  const database = openAlone(file)
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[]
  const models = tables.filter((name) => !/^(sqlite|_prisma)_/.test(name))
  const filled = models.find((name) => database.prepare(`SELECT 1 FROM ${quote(name)} LIMIT 1`).get() !== undefined)
  if (!filled) return database
  database.close()
  throw notEmpty(file, filled)
}

function openAlone(file: string): Sqlite.Database {
  const database = lockDatabase(file, 'move')
  if (!database) throw new CopyFailed(`The database ${file} cannot be read.`)
  return database
}

function notEmpty(name: string, table: string): CopyFailed {
  return new CopyFailed(`The database ${name} is not empty: it has rows in ${table}. Name a new one.`)
}

type Work = (client: Client, tables: Table[]) => Promise<RowCounts>

/** Works in one transaction on tables that nobody else changes meanwhile. */
async function withTables(url: string, lock: 'SHARE' | 'ACCESS EXCLUSIVE', work: Work): Promise<RowCounts> {
  const client = new Client({ ...connectionTo(url), application_name: 'site-move' })
  // The statement under way rejects as well.
  client.on('error', () => {})
  try {
    await client.connect()
    await refuseRunningSite(client, nameOf(url))
    await client.query(`BEGIN; SET LOCAL lock_timeout = '5s'`)
    const tables = await readTables(client)
    if (tables.length === 0) throw new CopyFailed(`The database ${nameOf(url)} is not one of this site.`)
    await client.query(`LOCK TABLE ${tables.map(({ name }) => quote(name)).join(', ')} IN ${lock} MODE`)
    const counts = await work(client, tables)
    await client.query('COMMIT')
    return counts
  } catch (error) {
    if (error instanceof CopyFailed) throw error
    if ((error as { code?: string }).code === lockNotAvailable) throw inUse(nameOf(url))
    throw explainRefusal(error as Error, nameOf(url))
  } finally {
    await client.end().catch(() => undefined)
  }
}

// A site asks its outbox every few seconds: it has a connection all the time.
async function refuseRunningSite(client: Client, name: string): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT 1 FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'site' AND pid <> pg_backend_pid()`,
  )
  if (rowCount !== 0) throw inUse(name)
}

function inUse(name: string): CopyFailed {
  return new CopyFailed(`The database ${name} is in use: stop the site and what else uses it, then move.`)
}

function removeFile(file: string) {
  for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(file + ending, { force: true })
}
