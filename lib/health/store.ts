import { randomBytes } from 'node:crypto'
import { getDatabase, getEngine } from '@/lib/database/client'
import { readMigrations } from '@/lib/database/migrations'

const id = 'only'

// As base64 44 KB, eleven pages of the database; the largest lead with all its index entries needs about as many.
const fillerBytes = 32 * 1024

/** Writes as much as a lead does, as durably. Rejects when a lead could not be stored either. */
export async function writeHealthCheck(): Promise<void> {
  const database = await getDatabase()
  const data = { checkedAt: new Date(), filler: randomBytes(fillerBytes).toString('base64') }
  await database.healthCheck.upsert({ where: { id }, create: { id, ...data }, update: data, select: { id: true } })
}

// Those of the release that runs: a newer one may be unpacked over it before the site is started anew.
let wanted: string[] | undefined

/** How many of this release's migrations the database lacks. Rejects when the database is away. */
export async function countPendingMigrations(): Promise<number> {
  wanted ??= readMigrations((await getEngine()).migrationsFolder).map(({ name }) => name)
  const database = await getDatabase()
  const rows = await database.$queryRaw<{ name: string }[]>`
    SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`
  const applied = new Set(rows.map(({ name }) => name))
  return wanted.filter((name) => !applied.has(name)).length
}
