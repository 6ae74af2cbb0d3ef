import Sqlite from 'better-sqlite3'
import { Client } from 'pg'
import { fileOf, isPostgresql } from '@/lib/database/address'
import { connectPostgresql } from './postgresql-sync'

type Value = string | number | null

type Statement = {
  run: (...values: Value[]) => unknown
  get: (...values: Value[]) => unknown
  all: (...values: Value[]) => unknown[]
  pluck: () => Statement
}

/** What tests use of a database around the site: of better-sqlite3, and the same on PostgreSQL. */
export type TestDatabase = { prepare: (sql: string) => Statement; exec: (sql: string) => unknown; close: () => unknown }

/** Opens the database of this test file, on whichever engine it is. */
export function openTestDatabase(): TestDatabase {
  const url = String(process.env.DATABASE_URL)
  return isPostgresql(url)
    ? connectPostgresql(url)
    : (new Sqlite(fileOf(url), { timeout: 5000 }) as unknown as TestDatabase)
}

/** Statements that the engines word differently. */
export function wordingOf(url = String(process.env.DATABASE_URL)) {
  return isPostgresql(url)
    ? {
        keepFromWriting: 'BEGIN; LOCK TABLE Attestation, AttestationEvent, ChatSession, Lead IN EXCLUSIVE MODE',
        ignoreUpdates: 'CREATE RULE busy AS ON UPDATE TO Lead DO INSTEAD NOTHING',
        heedUpdates: 'DROP RULE busy ON Lead',
      }
    : {
        keepFromWriting: 'BEGIN IMMEDIATE',
        ignoreUpdates: 'CREATE TRIGGER busy BEFORE UPDATE ON Lead BEGIN SELECT RAISE(IGNORE); END',
        heedUpdates: 'DROP TRIGGER busy',
      }
}

/** Keeps others from writing questions and leads, as another process does, until the returned function is called. */
export async function holdLock(url: string): Promise<() => Promise<void>> {
  if (!isPostgresql(url)) {
    const database = new Sqlite(fileOf(url))
    database.exec('BEGIN IMMEDIATE')
    return async () => void database.close()
  }
  const client = new Client(url)
  await client.connect()
  await client.query('BEGIN; LOCK TABLE "Lead", "UnansweredQuestion" IN EXCLUSIVE MODE')
  return () => client.end()
}
