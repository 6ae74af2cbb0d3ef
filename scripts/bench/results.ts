import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { resultsFolder, type Table, writeDocument } from './document'

/** The middle one of an odd number of values, so that one slow moment of the machine does not count. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** The median of each figure of rows that were measured several times. */
export function medianRow<Row extends Record<string, number>>(rows: Row[]): Row {
  const [first] = rows
  const names = Object.keys(first ?? {})
  return Object.fromEntries(names.map((name) => [name, median(rows.map((row) => row[name] ?? Number.NaN))])) as Row
}

/** Prints tables, keeps them, and writes `docs/performance.md` anew from all that are kept. */
export function showResults(name: string, tables: Table[]): void {
  for (const { title, rows } of tables) {
    console.log(title)
    console.table(rows)
  }
  mkdirSync(resultsFolder, { recursive: true })
  const measuredAt = new Date().toISOString().slice(0, 10)
  writeFileSync(join(resultsFolder, `${name}.json`), `${JSON.stringify({ measuredAt, tables }, null, 2)}\n`)
  writeDocument()
}
