import { createHash } from 'node:crypto'
import { CopyFailed, type RowCounts } from '../copy'
import { replaceNul } from '../postgresql/tell-driver-errors'
import type { Side, Table, Value } from './side'

/** Copies all rows of the tables, reads them again and compares. Throws CopyFailed where any differs. */
export async function moveRows(from: Side, to: Side, tables: Table[]): Promise<RowCounts> {
  const counts: RowCounts = {}
  for (const table of tables) {
    const sent = newSum()
    for await (const rows of from.readBatches(table)) {
      sent.add(rows)
      await to.insert(table, rows)
    }
    const arrived = newSum()
    for await (const rows of to.readBatches(table)) arrived.add(rows)
    if (sent.text() !== arrived.text()) {
      throw new CopyFailed(`The table ${table.name} of ${to.name} is not that of ${from.name}: nothing was moved.`)
    }
    counts[table.name] = sent.count()
  }
  return counts
}

function newSum() {
  const hash = createHash('sha256')
  let count = 0
  return {
    add(rows: Value[][]) {
      count += rows.length
      for (const row of rows) hash.update(`${JSON.stringify(row.map(asMoved))}\n`)
    },
    count: () => count,
    text: () => `${count} ${hash.copy().digest('hex')}`,
  }
}

// What PostgreSQL cannot hold arrives there as another character.
function asMoved(value: Value): Value {
  return typeof value === 'string' ? replaceNul(value) : value
}
