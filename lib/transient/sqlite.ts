import { closeSync, linkSync, openSync, rmSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { RateLimiterSQLite } from 'rate-limiter-flexible'
import { type Backend, limiterTable, schema } from './backend'

// A wait is synchronous and holds up every request; what another process writes takes microseconds.
const busyTimeoutMs = 250

/** Opens the file, which is made where it is missing, and anew where it is damaged. Throws when it cannot be used. */
export function openFile(file: string): Backend {
  try {
    return openWhole(file)
  } catch (error) {
    if (!isDamaged(error)) throw error
    for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
    return openWhole(file)
  }
}

/** The same tables in the memory of this process. */
export function openMemory(): Backend {
  return backendOf(new Sqlite(':memory:'))
}

class Damaged extends Error {
  override name = 'Damaged'
}

function isDamaged(error: unknown): boolean {
  return error instanceof Damaged || /^SQLITE_(CORRUPT|NOTADB)/.test(String((error as { code?: string }).code))
}

function openWhole(file: string): Backend {
  makeFile(file)
  const database = new Sqlite(file, { fileMustExist: true, timeout: busyTimeoutMs })
  try {
    // A power cut may lose what was counted in the last seconds, or the file: no answer waits for the disk.
    database.pragma('synchronous = OFF')
    if (database.pragma('quick_check(1)', { simple: true }) !== 'ok') throw new Damaged('The file is damaged.')
    const backend = backendOf(database)
    // Shows that it can be written to.
    database.exec(`INSERT OR REPLACE INTO "RateLimit" (key, expire) VALUES ('opened', 0)`)
    return backend
  } catch (error) {
    database.close()
    throw error
  }
}

// Of several processes that turn the write-ahead log on at once, all but one would fail without a wait. So the file gets
// its name with it turned on.
function makeFile(file: string) {
  const draft = `${file}.${process.pid}`
  rmSync(draft, { force: true })
  // Built for a server, whose files need not be traced.
  closeSync(openSync(/* turbopackIgnore: true */ draft, 'wx', 0o600))
  try {
    const database = new Sqlite(draft)
    // Each count writes a page of its own.
    database.pragma('page_size = 1024')
    database.pragma('journal_mode = WAL')
    database.close()
    linkSync(draft, file)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

// One tree instead of two for short rows (https://www.sqlite.org/withoutrowid.html); drafts are long.
function withoutRowid(statement: string): string {
  return /^CREATE TABLE (?!.*FormDraft)/.test(statement) ? `${statement} WITHOUT ROWID` : statement
}

function backendOf(database: Sqlite.Database): Backend {
  for (const statement of schema) database.exec(withoutRowid(statement))
  const statements = new Map<string, Sqlite.Statement>()
  function prepare(sql: string): Sqlite.Statement {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  // A limiter runs one statement, which it would prepare anew each time, in a transaction: that takes twice as long.
  const storeClient = { prepare, transaction: (work: () => unknown) => work }
  return {
    async run<Row>(sql: string, values: (string | number)[] = []) {
      const statement = prepare(sql)
      const named = Object.fromEntries(values.map((value, index) => [index + 1, value]))
      if (statement.reader) return statement.all(named) as Row[]
      statement.run(named)
      return []
    },
    createLimiter: (options) =>
      new RateLimiterSQLite({ storeClient, storeType: 'better-sqlite3', ...limiterTable, ...options }),
    close: () => database.close(),
  }
}
