import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readText } from '@/lib/text-file.mjs'
import { isPostgresql } from './address'

export type Migration = { name: string; sql: string }

export function migrationsFolderOf(url: string): string {
  return isPostgresql(url)
    ? 'prisma/postgresql/migrations'
    : 'prisma/migrations'
}

export function readMigrations(folder: string): Migration[] {
  return readdirSync(/* turbopackIgnore: true */ folder, {
    withFileTypes: true,
  })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({
      name,
      sql:
        readText(
          join(/* turbopackIgnore: true */ folder, name, 'migration.sql'),
        ) ?? '',
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
