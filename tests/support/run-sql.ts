import Sqlite from 'better-sqlite3'

/** Runs a statement on the database of a server, as another program would, and returns its rows. */
export function runSql<Row>(databaseUrl: string, sql: string): Row[] {
  const database = new Sqlite(databaseUrl.replace('file:', ''), { timeout: 5000 })
  try {
    const statement = database.prepare(sql)
    if (statement.reader) return statement.all() as Row[]
    statement.run()
    return []
  } finally {
    database.close()
  }
}
