import 'server-only'
import { statSync } from 'node:fs'
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import { SqliteError } from 'better-sqlite3'
import { fileOf } from '../address'
import type { OpenDatabase } from '../engine'
import { createUnavailable } from '../errors'
import { PrismaClient } from '../generated/client'
import { migrateDatabase } from '../migrate'
import { serializeWrites } from './serial-writes'

const modes = {
  records: { synchronous: 'FULL', maxWaitMs: 5_000, migrates: true },
  counters: { synchronous: 'NORMAL', maxWaitMs: 200, migrates: false },
} as const

export type Purpose = keyof typeof modes

/**
 * Opens a file with WAL and the `synchronous` of its purpose, and checks that
 * both are in effect. Migrates it first for records. Writes to a deleted file
 * are lost, so `check` throws once the file is gone or replaced. Only a restart
 * helps then.
 */
export async function openDatabase(
  url: string,
  purpose: Purpose = 'records',
): Promise<OpenDatabase> {
  const { synchronous, maxWaitMs, migrates } = modes[purpose]
  const file = fileOf(url)
  // Only a start creates a missing file, because an operator may be about to
  // put the old file back.
  if (!identityOf(file)) throw createMovedError()
  if (migrates) await migrateDatabase(url)
  // Turns off SQLite's own wait for a lock, which would block every request.
  // serializeWrites waits instead.
  const adapter = serializeWrites(
    new PrismaBetterSqlite3({ url, timeout: 0, fileMustExist: true }),
    maxWaitMs,
  )
  const client = new PrismaClient({
    adapter,
    transactionOptions: { maxWait: 10_000, timeout: 10_000 },
  })
  try {
    await makeDurable(client, synchronous, file)
  } catch (error) {
    await client.$disconnect()
    throw error
  }
  const identity = identityOf(file)
  const check = () => {
    if (identityOf(file) !== identity) throw createMovedError()
  }
  return { client, check }
}

/**
 * Uses the code that SQLite would report by itself, but not before its next
 * write.
 */
function createMovedError() {
  return new SqliteError('missing or replaced', 'SQLITE_READONLY_DBMOVED')
}

async function makeDurable(
  client: PrismaClient,
  wanted: 'FULL' | 'NORMAL',
  file: string,
) {
  const journal = await queryPragma(client, 'journal_mode = WAL')
  await client.$executeRawUnsafe(`PRAGMA synchronous = ${wanted}`)
  const synchronous = Number(await queryPragma(client, 'synchronous'))
  // Creates the write-ahead log, which a restored backup lacks until it is
  // first read in WAL mode.
  await queryPragma(client, 'schema_version')
  if (journal === 'wal' && synchronous === { NORMAL: 1, FULL: 2 }[wanted])
    return
  const says = `is not durable with journal_mode=${journal} and synchronous=${synchronous}`
  throw createUnavailable(file, { says, advice: 'move it to a local disk' })
}

async function queryPragma(
  database: PrismaClient,
  pragma: string,
): Promise<unknown> {
  const [row] = await database.$queryRawUnsafe<Record<string, unknown>[]>(
    `PRAGMA ${pragma}`,
  )
  return Object.values(row ?? {})[0]
}

/**
 * Returns the device and inode of a file and of its write-ahead log, which
 * exists while the file is open, or undefined if there is no file.
 */
function identityOf(file: string): string | undefined {
  const [main, log] = [file, `${file}-wal`].map((path) =>
    // The server is bundled, so the bundler must not trace this path.
    statSync(/* turbopackIgnore: true */ path, {
      bigint: true,
      throwIfNoEntry: false,
    }),
  )
  return main && `${main.dev}:${main.ino} ${log?.ino}`
}
