import Sqlite from 'better-sqlite3'
import { Client } from 'pg'
import { fileOf, isPostgresql } from '@/lib/database/address'

/** Runs a statement on the database of a server, as another program would, and returns its rows. */
export async function runSql<Row>(databaseUrl: string, sql: string): Promise<Row[]> {
  return isPostgresql(databaseUrl) ? runOnPostgresql(databaseUrl, sql) : runOnSqlite(fileOf(databaseUrl), sql)
}

async function runOnPostgresql<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows as Row[]
  } finally {
    await client.end()
  }
}

function runOnSqlite<Row>(file: string, sql: string): Row[] {
  const database = new Sqlite(file, { timeout: 5000 })
  try {
    const statement = database.prepare(sql)
    if (statement.reader) return statement.all() as Row[]
    statement.run()
    return []
  } finally {
    database.close()
  }
}
