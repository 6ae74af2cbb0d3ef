export type Value = string | number | boolean | Date | null

export type Column = { name: string; kind: 'text' | 'number' | 'boolean' | 'time' }

/** A table and its columns; `key` is what its rows are told apart by, and sorted by their bytes. */
export type Table = { name: string; key: string; columns: Column[] }

/** One of the two databases between which rows are moved. */
export type Side = {
  name: string
  /** The rows of a table in the order of their key, in batches. */
  readBatches: (table: Table) => AsyncIterable<Value[][]>
  insert: (table: Table, rows: Value[][]) => Promise<void>
}

export const batchRows = 500

/** A name as both engines take it in a statement. */
export function quote(name: string): string {
  return `"${name}"`
}

export function listColumns({ columns }: Table): string {
  return columns.map(({ name }) => quote(name)).join(', ')
}
