// Creates a database with 100,000 leads: `node --import tsx
// tests/support/many-leads.ts file:/tmp/many.db 100000`.
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { migrateDatabase } from '@/lib/database/migrate'
import { minuteMs } from '@/lib/durations'
import { searchTextOf } from '@/lib/leads/search-text'
import { validContact } from './contact'
import { runSqlAt, storedTime } from './database'

const rowsAtOnce = 500
const { honeypot: _, ...fields } = validContact

/**
 * Adds leads that arrived one minute apart until now. Only the mail of every
 * fiftieth is delivered.
 */
export async function addManyLeads(url: string, count: number): Promise<void> {
  const now = Date.now()
  for (let first = 0; first < count; first += rowsAtOnce) {
    const indexes = Array.from(
      { length: Math.min(rowsAtOnce, count - first) },
      (_, index) => first + index,
    )
    const leads = indexes.map((index) =>
      leadOf(index, storedTime(now - (count - index) * minuteMs)),
    )
    await insert(url, 'Lead', leads)
    await insert(url, 'Delivery', leads.map(deliveryOf))
  }
}

function leadOf(index: number, receivedAt: string) {
  const digest = createHash('sha256').update(String(index)).digest('hex')
  const id = digest
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const email = `visitor${index}@bank${index % 1000}.example`
  const lead = {
    ...fields,
    email,
    company: `Bank ${index % 1000}`,
    message: `${fields.message} ${digest}`.repeat(5),
  }
  const searchText = searchTextOf({ id, ...lead })
  return {
    id,
    ...lead,
    idempotencyKey: digest,
    bodyHash: digest,
    receivedAt,
    searchText,
  }
}

function deliveryOf(
  { id, receivedAt }: ReturnType<typeof leadOf>,
  index: number,
) {
  const isDelivered = index % 50 === 0
  const soon = storedTime(Date.now() + 50 * minuteMs)
  return {
    leadId: id,
    channel: 'mail',
    queuedAt: receivedAt,
    attempts: 1,
    dueAt: isDelivered ? null : soon,
    deliveredAt: isDelivered ? receivedAt : null,
  }
}

async function insert(
  url: string,
  table: string,
  rows: Record<string, string | number | null>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const values = rows.map(() => `(${columns.map(() => '?').join()})`).join()
  await runSqlAt(
    url,
    `INSERT INTO ${table} (${columns.join()}) VALUES ${values}`,
    rows.flatMap(Object.values),
  )
}

const [, script, url, count] = process.argv
if (url && script === fileURLToPath(import.meta.url)) {
  await migrateDatabase(url)
  await addManyLeads(url, Number(count))
}
