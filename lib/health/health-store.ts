import { randomBytes } from 'node:crypto'
import { getDatabase } from '@/lib/database/client'
import { migrationsFolderOf, readMigrations } from '@/lib/database/migrations'
import { env } from '@/lib/env'

const id = 'only'

// The size of the filler: 44 KB in base64, or eleven database pages, about as
// many as the largest lead with all its index entries.
const fillerBytes = 32 * 1024

/**
 * Writes as much as a lead would, and reads all columns of a lead. Rejects if a
 * lead could not be stored.
 */
export async function writeHealthCheck() {
  const database = await getDatabase()
  const data = {
    checkedAt: new Date(),
    filler: randomBytes(fillerBytes).toString('base64'),
  }
  await database.healthCheck.upsert({
    where: { id },
    create: { id, ...data },
    update: data,
    select: { id: true },
  })
  await database.lead.findFirst()
}

export async function countPendingMigrations(): Promise<number> {
  const wanted = readMigrations(migrationsFolderOf(env.DATABASE_URL)).map(
    ({ name }) => name,
  )
  const database = await getDatabase()
  const rows = await database.$queryRaw<{ name: string }[]>`
    SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`
  const applied = new Set(rows.map(({ name }) => name))
  return wanted.filter((name) => !applied.has(name)).length
}
