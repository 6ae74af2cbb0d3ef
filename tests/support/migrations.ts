import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { postgresqlMigrationsFolder, readMigrations } from '@/lib/database/migrations'
import { makeScratchFolder } from './scratch'

/** A folder with PostgreSQL's migrations, and further ones. */
export function migrationsWith(further: Record<string, string>): string {
  const folder = makeScratchFolder('migrations-')
  const added = Object.entries(further).map(([name, sql]) => ({ name, sql }))
  for (const { name, sql } of [...readMigrations(postgresqlMigrationsFolder), ...added]) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'migration.sql'), sql)
  }
  return folder
}
