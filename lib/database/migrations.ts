import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const migrationsFolder = 'prisma/migrations'

export type Migration = { name: string; sql: string }

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
