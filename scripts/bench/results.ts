import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = '.cache/results'

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

/** Keeps what was measured, for `docs/performance.md` and for comparing. */
export function writeResults(name: string, results: unknown): void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}.json`)
  writeFileSync(file, `${JSON.stringify({ measuredAt: new Date().toISOString(), results }, null, 2)}\n`)
  console.log(`Kept in ${file}.`)
}
