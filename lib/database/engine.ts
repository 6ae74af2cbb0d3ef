// The interface of both engines, SQLite and PostgreSQL.
import type { PrismaClient } from './generated/client'

/** An open database. `check` throws if it can no longer be used. */
export type OpenDatabase = { client: PrismaClient; check: () => void }

/**
 * A separate connection for migrations. Without values, `run` accepts several
 * statements.
 */
export type MigrationConnection = {
  run: (sql: string, values?: string[]) => Promise<Record<string, unknown>[]>
  /** Begins a transaction that keeps out other migrations. */
  begin: string
  /** Selects the `name` of each table. */
  selectTables: string
  close: () => Promise<void>
}
