import {
  setImmediate as letOthersRun,
  setTimeout as pause,
} from 'node:timers/promises'
import type { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import { runSerially } from '@/lib/serial-queue'

type Connection = Awaited<ReturnType<PrismaBetterSqlite3['connect']>>
type Transaction = Awaited<ReturnType<Connection['startTransaction']>>
type Level = Parameters<Connection['startTransaction']>[0]
type Query = Parameters<Connection['queryRaw']>[0]

const pauseMs = 2

/**
 * Makes one connection safe for many requests. Prisma's adapter runs every
 * statement as soon as it arrives, even inside another request's transaction
 * (prisma/orm#29933), and SQLite blocks the whole process while it waits for a
 * lock. Here, both wait without blocking, by short attempts with pauses:
 *
 * - A write runs after all earlier writes and transactions.
 * - A transaction does, too. It takes the write lock at its beginning, and
 *   later writes and transactions run after its end.
 * - A read runs at once, or after the open transaction.
 *
 * If a write, a transaction, a read and another write arrive in this order:
 *
 *     write        |---|
 *     transaction      |begin … commit|
 *     read                            |---|
 *     write                           |---|
 *
 * The event loop turns before each statement, so that a long series of
 * statements does not delay other requests.
 */
export function serializeWrites(
  factory: PrismaBetterSqlite3,
  maxWaitMs: number,
): PrismaBetterSqlite3 {
  const connect = factory.connect.bind(factory)
  return Object.assign(factory, {
    connect: async () => withSerialWrites(await connect(), maxWaitMs),
  })
}

function withSerialWrites(
  connection: Connection,
  maxWaitMs: number,
): Connection {
  const queryRaw = connection.queryRaw.bind(connection)
  const executeRaw = connection.executeRaw.bind(connection)
  const start = connection.startTransaction.bind(connection)
  let transactionEnd: Promise<void> = Promise.resolve()

  function read(query: Query) {
    return transactionEnd.then(untilUnlocked(maxWaitMs, () => queryRaw(query)))
  }

  function write<T>(work: () => Promise<T>): Promise<T> {
    return runSerially(connection, untilUnlocked(maxWaitMs, work))
  }

  /**
   * Resolves when the transaction has begun, but lets the next write run only
   * after its end:
   *
   *     waiting   for earlier writes, and for the lock of another process
   *     begun     holds the lock; Prisma runs its statements
   *     ended     COMMIT or ROLLBACK is done, or taking the lock has failed
   */
  function startTransaction(level: Level): Promise<Transaction> {
    const begun = Promise.withResolvers<Transaction>()
    const begin = untilUnlocked(maxWaitMs, async () =>
      beginTransaction(connection, await start(level)),
    )
    runSerially(connection, async () => {
      const { transaction, ended } = await begin()
      transactionEnd = ended
      begun.resolve(transaction)
      await ended
    }).catch(begun.reject)
    return begun.promise
  }

  return Object.assign(connection, {
    async queryRaw(query: Query) {
      await letOthersRun()
      return /^\s*SELECT\b/i.test(query.sql)
        ? read(query)
        : write(() => queryRaw(query))
    },
    async executeRaw(query: Query) {
      await letOthersRun()
      return write(() => executeRaw(query))
    },
    startTransaction,
  })
}

/** Takes the write lock, and reports the transaction's end in `ended`. */
async function beginTransaction(
  connection: Connection,
  transaction: Transaction,
) {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const commit = transaction.commit.bind(transaction)
  const rollback = transaction.rollback.bind(transaction)
  Object.assign(transaction, {
    commit: () => commit().finally(end),
    // Ends the transaction explicitly, because Prisma also calls this when
    // COMMIT fails, which may leave it open.
    rollback: () => endOpenTransaction(connection).then(rollback).finally(end),
  })
  try {
    await takeWriteLock(transaction)
  } catch (error) {
    await transaction.rollback()
    throw error
  }
  return { transaction, ended }
}

/**
 * Takes the lock right away, like BEGIN IMMEDIATE, by deleting nothing, because
 * a transaction that has read can no longer wait for the lock.
 */
function takeWriteLock(transaction: Transaction) {
  return transaction.executeRaw({
    sql: 'DELETE FROM "HealthCheck" WHERE false',
    args: [],
    argTypes: [],
  })
}

/**
 * Returns work that tries again while the database is locked. The time to wait
 * begins now, so that it includes the wait for a turn.
 */
function untilUnlocked<T>(
  maxWaitMs: number,
  work: () => Promise<T>,
): () => Promise<T> {
  const deadline = process.uptime() + maxWaitMs / 1000
  return async () => {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (!isLocked(error) || process.uptime() > deadline) throw error
      }
      await pause(pauseMs)
    }
  }
}

function isLocked(error: unknown): boolean {
  const { cause } = error as { cause?: { originalCode?: string } }
  return cause?.originalCode?.startsWith('SQLITE_BUSY') ?? false
}

async function endOpenTransaction(connection: Connection) {
  try {
    await connection.executeScript('ROLLBACK')
  } catch (error) {
    const { cause } = error as { cause?: { originalMessage?: string } }
    if (!cause?.originalMessage?.includes('no transaction is active'))
      throw error
  }
}
