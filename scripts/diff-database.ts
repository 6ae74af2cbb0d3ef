// `npm run db:diff -- NAME` writes the migrations that bring both engines' databases to prisma/schema.prisma.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrateDatabase, migrationsFolder, readMigrations } from '@/lib/database/migrate'
import { postgresqlMigrationsFolder } from '@/lib/database/migrations'
import { diffDatabase, diffSchema } from '@/lib/database/schema-engine'
import { findPostgresql } from './database/find-postgresql.mjs'
import { derivePostgresqlSchema } from './database/postgresql-schema.mjs'
import { startCluster } from './database/temporary-cluster'

const path = 'prisma/schema.prisma'
const name = process.argv[2]
const models = readFileSync(path, 'utf8')
const changes = [
  { folder: migrationsFolder, sql: await diffSchema(readMigrations(), { path, content: models }) },
  { folder: postgresqlMigrationsFolder, sql: await diffPostgresql() },
].filter(({ sql }) => sql !== '')

if (changes.length === 0) {
  console.log('The migrations already lead to the schema.')
} else if (!name?.match(/^[a-z][a-z0-9_]*$/)) {
  for (const { folder, sql } of changes) console.log(`${folder}:\n\n${sql}`)
  console.log('To keep this as migrations: npm run db:diff -- a_name_in_snake_case')
  process.exitCode = 1
} else {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  for (const { folder, sql } of changes) writeMigration(join(folder, `${stamp}_${name}`), sql)
}

function writeMigration(folder: string, sql: string) {
  mkdirSync(folder)
  writeFileSync(join(folder, 'migration.sql'), sql)
  console.log(`Wrote ${folder}/migration.sql: read it, then npm run db:migrate.`)
}

async function diffPostgresql(): Promise<string> {
  const root = await findPostgresql()
  if (!root) {
    console.log('No PostgreSQL, and its Debian packages cannot be had: only the migration for SQLite is written.')
    return ''
  }
  const cluster = await startCluster(root)
  try {
    const url = cluster.addressOf('postgres')
    await migrateDatabase(url)
    const sql = await diffDatabase(url, { path, content: derivePostgresqlSchema(models) })
    // Texts are compared and sorted by their bytes, as SQLite does it, whatever the language of the database.
    return sql.replace(/^(.* TEXT)(?= |,|;|$)/gm, '$1 COLLATE "C"')
  } finally {
    await cluster.remove()
  }
}
