import type { Client } from 'pg'
import { replaceNul } from '../postgresql/tell-driver-errors'
import { batchRows, type Column, listColumns, quote, type Side, type Table, type Value } from './side'

/** A PostgreSQL database as one side of a move, within a transaction. */
export function postgresqlSide(client: Client, name: string): Side {
  return {
    name,
    async *readBatches(table) {
      const select = `SELECT ${listColumns(table)} FROM ${quote(table.name)} ORDER BY ${quote(table.key)} COLLATE "C"`
      await client.query(`DECLARE moved NO SCROLL CURSOR FOR ${select}`)
      for (;;) {
        const { rows } = await client.query<Value[]>({ text: `FETCH ${batchRows} FROM moved`, rowMode: 'array' })
        if (rows.length === 0) break
        yield rows
      }
      await client.query('CLOSE moved')
    },
    async insert(table, rows) {
      const width = table.columns.length
      const places = rows.map(
        (_, row) => `(${table.columns.map((_, column) => `$${row * width + column + 1}`).join(', ')})`,
      )
      const into = `INSERT INTO ${quote(table.name)} (${listColumns(table)}) VALUES ${places.join(', ')}`
      await client.query(into, rows.flat().map(write))
    },
  }
}

function write(value: Value): Value {
  return typeof value === 'string' ? replaceNul(value) : value
}

const kinds: Record<string, Column['kind']> = {
  text: 'text',
  integer: 'number',
  boolean: 'boolean',
  'timestamp with time zone': 'time',
}

type ColumnRow = { table: string; column: string; type: string; key: boolean }

/** The tables of the models, as PostgreSQL knows them. */
export async function readTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<ColumnRow>(
    `SELECT c.table_name::text AS table, c.column_name::text AS column, c.data_type::text AS type,
            k.column_name IS NOT NULL AS key
     FROM information_schema.columns c
     LEFT JOIN information_schema.key_column_usage k
       ON k.table_schema = c.table_schema AND k.table_name = c.table_name AND k.column_name = c.column_name
     WHERE c.table_schema = current_schema() AND c.table_name <> '_prisma_migrations'
     ORDER BY c.table_name, c.ordinal_position`,
  )
  const names = [...new Set(rows.map(({ table }) => table))]
  return names.map((name) => {
    const columns = rows.filter(({ table }) => table === name)
    return {
      name,
      key: columns.find(({ key }) => key)?.column ?? '',
      columns: columns.map(({ column, type }) => ({ name: column, kind: kindOf(name, column, type) })),
    }
  })
}

function kindOf(table: string, column: string, type: string): Column['kind'] {
  const kind = kinds[type]
  if (!kind) throw new Error(`The column ${table}.${column} has the type ${type}, which a move does not know.`)
  return kind
}
