import { fileOf, isPostgresql } from '@/lib/database/address'
import { CopyFailed, type RowCounts } from '@/lib/database/copy'
import { DatabaseRefused } from '@/lib/database/migrations'

/** Says in one sentence why a command on the database failed, and has it end with 1. */
export function explainFailure(error: unknown): void {
  const { name, message } = error as Error
  const isExpected = [CopyFailed, DatabaseRefused].some((kind) => error instanceof kind)
  console.error(isExpected || ['EnvError', 'BrandError', 'NativeModuleUnusable'].includes(name) ? message : error)
  process.exitCode = 1
}

export function sumOf(counts: RowCounts): string {
  const tables = Object.values(counts)
  return `${tables.reduce((sum, rows) => sum + rows, 0)} rows in ${tables.length} tables`
}

/** The path of the database of an address. Throws CopyFailed for PostgreSQL, which has tools of its own. */
export function fileToCopy(url: string): string {
  if (!isPostgresql(url)) return fileOf(url)
  throw new CopyFailed('The database is PostgreSQL’s: pg_dump and pg_restore copy it, docs/operations.md says how.')
}
