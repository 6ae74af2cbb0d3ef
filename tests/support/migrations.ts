import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPostgresql } from '@/lib/database/address'
import { migrationsFolderOf, readMigrations } from '@/lib/database/migrations'
import { makeDatabase } from './postgresql'
import { makeScratchFolder } from './scratch'

/** The address of a database without tables, on the engine of this test run. */
export async function makeEmptyDatabase(url = String(process.env.DATABASE_URL)): Promise<string> {
  return isPostgresql(url) ? makeDatabase(url) : `file:${join(makeScratchFolder('database-'), 'site.db')}`
}

/** A folder with an engine's migrations before a name, and further ones. */
export function migrationsWith(url: string, further: Record<string, string>, before = '9'): string {
  const folder = makeScratchFolder('migrations-')
  const kept = readMigrations(migrationsFolderOf(url)).filter(({ name }) => name < before)
  for (const { name, sql } of [...kept, ...Object.entries(further).map(([name, sql]) => ({ name, sql }))]) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'migration.sql'), sql)
  }
  return folder
}
