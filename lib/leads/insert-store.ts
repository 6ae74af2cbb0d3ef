import { getDatabase } from '@/lib/database/client'
import { Prisma } from '@/lib/database/generated/client'

type Row = Prisma.LeadCreateInput
type Waiting = { row: Row; resolve: (isStored: boolean) => void; reject: (error: unknown) => void }

// A row has some thirty values; SQLite takes 32,766 in a statement, PostgreSQL 65,535.
const maxRows = 50

const waiting: Waiting[] = []

// A commit waits for the disk, and half of what a lead costs is its own: so leads that arrive together share one.
/** Inserts a lead, durably when it resolves; false where its key has one already. A column that a row does not name is null. */
export function insertLead(row: Row): Promise<boolean> {
  return new Promise((resolve, reject) => {
    waiting.push({ row, resolve, reject })
    if (waiting.length === 1) setImmediate(insertWaiting)
  })
}

async function insertWaiting() {
  const batch = waiting.splice(0, maxRows)
  if (waiting.length > 0) setImmediate(insertWaiting)
  try {
    settle(batch, await insertRows(batch))
  } catch (error) {
    const [only, ...others] = batch
    if (only && others.length === 0) only.reject(error)
    // What is wrong with one of them is no reason to store none.
    else for (const each of batch) await insertRows([each]).then((ids) => settle([each], ids), each.reject)
  }
}

function settle(batch: Waiting[], storedIds: Set<string>) {
  for (const { row, resolve } of batch) resolve(storedIds.has(row.id))
}

// As SQL, as createMany takes twice as long and does not tell which rows are new.
async function insertRows(batch: Waiting[]): Promise<Set<string>> {
  const database = await getDatabase()
  // In one order: of two processes that store the same leads neither waits for the other's second one.
  const rows = batch.map(({ row }) => row).sort((one, other) => (one.idempotencyKey < other.idempotencyKey ? -1 : 1))
  // Which channels a lead is due on differs; one that no row names is not written at all.
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))] as (keyof Row)[]
  const values = rows.map((row) => Prisma.sql`(${Prisma.join(columns.map((column) => row[column] ?? null))})`)
  const stored = await database.$queryRaw<{ id: string }[]>`
    INSERT INTO "Lead" (${Prisma.raw(columns.map((column) => `"${column}"`).join())}) VALUES ${Prisma.join(values)}
    ON CONFLICT ("idempotencyKey") DO NOTHING RETURNING "id"`
  return new Set(stored.map(({ id }) => id))
}
