import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const migrationsFolder = 'prisma/migrations'
export const postgresqlMigrationsFolder = 'prisma/postgresql/migrations'

export type Migration = { name: string; sql: string }

/** Thrown when a database is refused; its message is one sentence for the operator. It is left untouched. */
export class DatabaseRefused extends Error {
  override name = 'DatabaseRefused'
}

/** The migrations in a folder, oldest first. */
export function readMigrations(folder = migrationsFolder): Migration[] {
  const names = readdirSync(/* turbopackIgnore: true */ folder, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )
  return names
    .map(({ name }) => ({
      name,
      sql: readFileSync(join(/* turbopackIgnore: true */ folder, name, 'migration.sql'), 'utf8'),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

export type AppliedMigration = { name: string; checksum: string; finished: number | boolean }

/** Throws DatabaseRefused where a database was migrated by other migrations than these, or halfway. */
export function compareHistory(database: string, history: AppliedMigration[], migrations: Migration[]): void {
  for (const { name, checksum, finished } of history) {
    const known = migrations.find((migration) => migration.name === name)
    if (!known) {
      throw new DatabaseRefused(`The database ${database} is newer than this version of the site (it has ${name}).`)
    }
    if (!finished) {
      throw new DatabaseRefused(`The database ${database} stopped halfway through ${name}: restore it from a backup.`)
    }
    if (checksum !== checksumOf(known)) {
      throw new DatabaseRefused(
        `The migration ${name} was edited after it was applied to ${database}: restore its text.`,
      )
    }
  }
}

/** The checksum by which Prisma tells that a migration was edited. */
export function checksumOf({ sql }: Migration): string {
  return createHash('sha256').update(sql).digest('hex')
}
