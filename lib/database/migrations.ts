import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPostgresql } from './address'

export type Migration = { name: string; sql: string }

export function migrationsFolderOf(url: string): string {
  return isPostgresql(url) ? 'prisma/postgresql/migrations' : 'prisma/migrations'
}

export function readMigrations(folder: string): Migration[] {
  return readdirSync(/* turbopackIgnore: true */ folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({
      name,
      sql: readFileSync(join(/* turbopackIgnore: true */ folder, name, 'migration.sql'), 'utf8'),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
