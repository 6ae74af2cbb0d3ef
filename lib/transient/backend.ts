import type { RateLimiterStoreAbstract } from 'rate-limiter-flexible'

/** How many requests, and the seconds in which they are counted. */
type LimiterOptions = { points: number; duration: number }

/** Where transient rows are. */
export type Backend = {
  /** Runs one statement whose values are `$1`, `$2` and so on. Returns the rows that it gives. */
  run: <Row>(sql: string, values?: (string | number)[]) => Promise<Row[]>
  createLimiter: (options: LimiterOptions) => RateLimiterStoreAbstract
  close: () => void
}

// Of an index for each `expire`, every count would pay a part, and only the clean-up would use it.
/** Columns as RateLimiterSQLite and RateLimiterPostgres of rate-limiter-flexible have them. */
export const schema = [
  'CREATE TABLE IF NOT EXISTS "RateLimit" (key TEXT PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire BIGINT)',
  `CREATE TABLE IF NOT EXISTS "FormDraft" (
    id TEXT PRIMARY KEY, number INTEGER NOT NULL, client TEXT NOT NULL, bytes INTEGER NOT NULL, expire BIGINT NOT NULL,
    sealed TEXT NOT NULL)`,
  'CREATE INDEX IF NOT EXISTS "FormDraft_number_idx" ON "FormDraft" (number)',
  'CREATE INDEX IF NOT EXISTS "FormDraft_expire_idx" ON "FormDraft" (expire)',
  'CREATE INDEX IF NOT EXISTS "FormDraft_client_idx" ON "FormDraft" (client, bytes)',
  'CREATE TABLE IF NOT EXISTS "RepeatedText" (hash TEXT PRIMARY KEY, number INTEGER NOT NULL, expire BIGINT NOT NULL)',
  'CREATE INDEX IF NOT EXISTS "RepeatedText_number_idx" ON "RepeatedText" (number)',
  `CREATE TABLE IF NOT EXISTS "TextSender" (
    hash TEXT, sender TEXT, expire BIGINT NOT NULL, PRIMARY KEY (hash, sender))`,
  'CREATE TABLE IF NOT EXISTS "Lock" (name TEXT PRIMARY KEY, expire BIGINT NOT NULL)',
]

/** The tables, all of which have a column `expire`, in milliseconds since 1970. */
export const tables = ['RateLimit', 'FormDraft', 'RepeatedText', 'TextSender', 'Lock']

// Its own clean-up ends the process with an unhandled rejection when the database cannot be written to.
export const limiterTable = { tableName: 'RateLimit', tableCreated: true, clearExpiredByTimeout: false, keyPrefix: '' }
