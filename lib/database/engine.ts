import type { PrismaClient } from './generated/client'

/** What the site needs of a database system. There is one for SQLite and one for PostgreSQL. */
export type Engine = {
  /** The process's one client, opened at the first call. Rejects while the database cannot be used. */
  getClient: () => Promise<PrismaClient>
  close: () => Promise<void>
  /** The migrations that its databases get, a folder each. */
  migrationsFolder: string
}
