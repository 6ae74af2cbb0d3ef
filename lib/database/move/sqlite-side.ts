import type Sqlite from 'better-sqlite3'
import { batchRows, type Column, listColumns, quote, type Side, type Table, type Value } from './side'

/** A SQLite database as one side of a move. */
export function sqliteSide(database: Sqlite.Database, name: string): Side {
  return {
    name,
    async *readBatches(table) {
      const select = `SELECT ${listColumns(table)} FROM ${quote(table.name)} ORDER BY ${quote(table.key)}`
      let batch: Value[][] = []
      for (const row of database.prepare<[], (string | number | null)[]>(select).raw().iterate()) {
        batch.push(row.map((value, index) => read(value, table.columns[index])))
        if (batch.length < batchRows) continue
        yield batch
        batch = []
      }
      if (batch.length > 0) yield batch
    },
    async insert(table, rows) {
      const insert = database.prepare(insertInto(table))
      for (const row of rows) insert.run(row.map(write))
    },
  }
}

function insertInto(table: Table): string {
  const values = table.columns.map(() => '?').join(', ')
  return `INSERT INTO ${quote(table.name)} (${listColumns(table)}) VALUES (${values})`
}

function read(value: string | number | null, column: Column | undefined): Value {
  if (value === null) return null
  if (column?.kind === 'time') return new Date(value)
  return column?.kind === 'boolean' ? Boolean(value) : value
}

// As the site writes them: times are compared as texts.
function write(value: Value): string | number | null {
  if (value instanceof Date) return value.toISOString().replace('Z', '+00:00')
  return typeof value === 'boolean' ? Number(value) : value
}
