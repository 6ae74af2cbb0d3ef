import Sqlite from 'better-sqlite3'

type Column = { name: string; type: string; notnull: number }

const texts = ['Amélie Œuvrard', 'Ññ “€” 金 🥇', "it's; DROP TABLE", ' spaces ', 'tab\tand\nline', '0', 'Z', 'a', 'É']

/** Fills each table of the models with so many rows of varied values, some of them null; returns how many rows. */
export function fillTables(file: string, rows: number): number {
  const database = new Sqlite(file)
  const all = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[]
  const tables = all.filter((name) => !/^(sqlite|_prisma)_/.test(name))
  database.transaction(() => {
    for (const table of tables) fillTable(database, table, rows)
  })()
  database.close()
  return tables.length * rows
}

function fillTable(database: Sqlite.Database, table: string, rows: number) {
  const columns = database.pragma(`table_info("${table}")`) as Column[]
  const insert = database.prepare(`INSERT INTO "${table}" VALUES (${columns.map(() => '?').join()})`)
  for (let row = 0; row < rows; row++) insert.run(columns.map((column, index) => valueFor(column, row, index)))
}

// Every text differs from row to row, as some must be unique.
function valueFor({ type, notnull }: Column, row: number, index: number): string | number | null {
  if (!notnull && (row + index) % 3 === 0) return null
  if (type === 'BOOLEAN') return row % 2
  if (type === 'INTEGER') return row * 7
  if (type === 'DATETIME') return new Date(1_700_000_000_000 + row * 86_400_123).toISOString().replace('Z', '+00:00')
  return `${texts[(row + index) % texts.length]}-${row}`
}
