// `npm run db:diff -- NAME` writes the migration that brings the database to prisma/schema.prisma.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrationsFolder, readMigrations } from '@/lib/database/migrate'
import { diffSchema } from '@/lib/database/schema-engine'

const path = 'prisma/schema.prisma'
const name = process.argv[2]
const sql = await diffSchema(readMigrations(), { path, content: readFileSync(path, 'utf8') })

if (!sql) {
  console.log('The migrations already lead to the schema.')
} else if (!name?.match(/^[a-z][a-z0-9_]*$/)) {
  console.log(`${sql}\nTo keep this as a migration: npm run db:diff -- a_name_in_snake_case`)
  process.exitCode = 1
} else {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const folder = join(migrationsFolder, `${stamp}_${name}`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'migration.sql'), sql)
  console.log(`Wrote ${folder}/migration.sql: read it, then npm run db:migrate.`)
}
