import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import { isPostgresql } from './address'
import type { Migration } from './migrations'

const require = createRequire(import.meta.url)
const wasmFile = require.resolve('@prisma/schema-engine-wasm').replace('schema_engine.js', 'schema_engine_bg.wasm')

const filters = { externalTables: [], externalEnums: [] }

/** Runs `work` with Prisma's schema engine (its WebAssembly build: nothing is downloaded) on an address. */
async function withSchemaEngine<T>(url: string, work: (engine: bindings.SchemaEngine) => Promise<T>) {
  started ??= startEngine()
  await started
  const factory = await makeFactory(url)
  const connect = factory.connect.bind(factory)
  const connections: SqlDriverAdapter[] = []
  // The engine never closes its connection, and holds the file's exclusive lock with it.
  factory.connect = async () => {
    const connection = await connect()
    connections.push(connection)
    const queryRaw = connection.queryRaw.bind(connection)
    connection.queryRaw = (query) => queryRaw({ ...query, sql: correct(query.sql) })
    return connection
  }
  const adapter = bindMigrationAwareSqlAdapterFactory(factory)
  const engine = await bindings.SchemaEngine.new({ datamodels: undefined }, () => {}, adapter)
  try {
    return await work(engine)
  } finally {
    engine.free()
    for (const connection of connections) await connection.dispose()
  }
}

async function makeFactory(url: string): Promise<SqlMigrationAwareDriverAdapterFactory> {
  if (!isPostgresql(url)) return new PrismaBetterSqlite3({ url })
  const { PrismaPg } = await import('@prisma/adapter-pg')
  return new PrismaPg(url)
}

// A string in double quotes, as the engine writes the name of a partial index, is for this SQLite only a column; and the
// type "char" of PostgreSQL's own tables is unknown to the adapter.
function correct(sql: string): string {
  return sql
    .replace(/(?<=name = )"(\w+)"/g, "'$1'")
    .replace(/\b(constr\.contype|con\.confdeltype|con\.confupdtype)\b/g, '$1::text')
}

let started: Promise<void> | undefined

async function startEngine() {
  // The engine reports a panic through this registry, which Prisma's own command line provides.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message() {} } })
  const imports = { './schema_engine_bg.js': bindings as unknown as WebAssembly.ModuleImports }
  const { instance } = await WebAssembly.instantiate(readFileSync(wasmFile), imports)
  bindings.__wbg_set_wasm(instance.exports)
  const start = instance.exports.__wbindgen_start
  if (typeof start === 'function') start()
}

/** Applies the migrations that the database lacks, in order, and returns their names. */
export function applyMigrations(url: string, migrations: Migration[]): Promise<string[]> {
  return withSchemaEngine(url, async (engine) => {
    const result = await engine.applyMigrations({ migrationsList: listOf(migrations), filters })
    return result.appliedMigrationNames
  })
}

type Schema = { path: string; content: string }

/** The SQL that brings a database with these migrations to the models of a Prisma schema; empty when none is needed. */
export async function diffSchema(migrations: Migration[], schema: Schema): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'diff-'))
  const url = `file:${join(folder, 'shadow.db')}`
  try {
    await applyMigrations(url, migrations)
    return await diffDatabase(url, schema)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The same for a database that there is. */
export async function diffDatabase(url: string, schema: Schema): Promise<string> {
  return withSchemaEngine(url, async (engine) => {
    const from: bindings.DiffTarget = { tag: 'schemaDatasource', files: [schema], configDir: '.' }
    const to: bindings.DiffTarget = { tag: 'schemaDatamodel', files: [schema] }
    const result = await engine.diff({ from, to, script: true, exitCode: true, filters })
    return result.exitCode === 2 ? (result.stdout ?? '') : ''
  })
}

function listOf(migrations: Migration[]): bindings.MigrationList {
  return {
    baseDir: 'prisma/migrations',
    lockfile: { path: 'migration_lock.toml', content: 'provider = "sqlite"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  }
}
