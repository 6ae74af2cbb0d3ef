import Sqlite from 'better-sqlite3'
import { fileOf, isPostgresql } from '@/lib/database/address'
import { queryDatabase } from './postgresql'

/** Runs a statement on the database of a server, on whichever engine, and returns its rows as lists. */
export async function runSql(databaseUrl: string, sql: string): Promise<unknown[][]> {
  if (isPostgresql(databaseUrl)) return queryDatabase(databaseUrl, sql)
  const database = new Sqlite(fileOf(databaseUrl), { timeout: 5000 })
  try {
    const statement = database.prepare(sql)
    if (statement.reader) return statement.raw().all() as unknown[][]
    statement.run()
    return []
  } finally {
    database.close()
  }
}
