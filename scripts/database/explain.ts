import { CopyFailed, type RowCounts } from '@/lib/database/copy'
import { DatabaseRefused } from '@/lib/database/migrate'

/** Says in one sentence why a command on the database failed, and has it end with 1. */
export function explainFailure(error: unknown): void {
  const { name, message } = error as Error
  const isExpected = [CopyFailed, DatabaseRefused].some((kind) => error instanceof kind)
  console.error(isExpected || ['EnvError', 'NativeModuleUnusable'].includes(name) ? message : error)
  process.exitCode = 1
}

export function sumOf(counts: RowCounts): string {
  const tables = Object.values(counts)
  return `${tables.reduce((sum, rows) => sum + rows, 0)} rows in ${tables.length} tables`
}
