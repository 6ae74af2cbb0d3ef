import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'

type Connection = Awaited<ReturnType<PrismaBetterSqlite3['connect']>>
type Transaction = Awaited<ReturnType<Connection['startTransaction']>>
type Query = Parameters<Connection['queryRaw']>[0]

const pauseMs = 2

/**
 * Makes one connection safe for many requests. Prisma's adapter runs every
 * statement as soon as it arrives, even inside another request's transaction
 * (prisma/orm#29933), and SQLite blocks the whole process while it waits for a
 * lock. Here writes and transactions run one after another and wait for a lock
 * by short attempts with pauses; reads wait only for an open transaction. The
 * event loop turns before each statement, so that a long series of statements
 * does not delay other requests.
 */
export function takeTurns(
  factory: PrismaBetterSqlite3,
  maxWaitMs: number,
): PrismaBetterSqlite3 {
  const connect = factory.connect.bind(factory)
  return Object.assign(factory, {
    connect: async () => inTurns(await connect(), maxWaitMs),
  })
}

function inTurns(connection: Connection, maxWaitMs: number): Connection {
  const queryRaw = connection.queryRaw.bind(connection)
  const executeRaw = connection.executeRaw.bind(connection)
  const start = connection.startTransaction.bind(connection)
  // Settle when the newest write has ended, and when the open transaction has.
  let lastWrite: Promise<unknown> = Promise.resolve()
  let closed: Promise<unknown> = Promise.resolve()

  function write<T>(work: () => Promise<T>, untilClosed = false): Promise<T> {
    const mine = afterwards(lastWrite, maxWaitMs, work)
    lastWrite = mine.then(
      () => untilClosed && closed,
      () => undefined,
    )
    return mine
  }

  async function begin(
    level: Parameters<typeof start>[0],
  ): Promise<Transaction> {
    const transaction = await start(level)
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const commit = transaction.commit.bind(transaction)
    const rollback = transaction.rollback.bind(transaction)
    const ending = {
      commit: () => commit().finally(end),
      // Prisma also calls this when COMMIT fails, which may leave the
      // transaction open.
      rollback: () =>
        endOpenTransaction(connection).then(rollback).finally(end),
    }
    try {
      // Takes the lock right away, like BEGIN IMMEDIATE: once a transaction has
      // read, it can no longer wait for the lock.
      await transaction.executeRaw({
        sql: 'DELETE FROM "HealthCheck" WHERE false',
        args: [],
        argTypes: [],
      })
    } catch (error) {
      await ending.rollback()
      throw error
    }
    closed = ended
    return Object.assign(transaction, ending)
  }

  return Object.assign(connection, {
    async queryRaw(query: Query) {
      await turn()
      const run = () => queryRaw(query)
      return /^\s*SELECT\b/i.test(query.sql)
        ? afterwards(closed, maxWaitMs, run)
        : write(run)
    },
    async executeRaw(query: Query) {
      await turn()
      return write(() => executeRaw(query))
    },
    startTransaction: (level: Parameters<typeof start>[0]) =>
      write(() => begin(level), true),
  })
}

async function afterwards<T>(
  before: Promise<unknown>,
  maxWaitMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const deadline = process.uptime() + maxWaitMs / 1000
  await before
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isLocked(error) || process.uptime() > deadline) throw error
    }
    await pause(pauseMs)
  }
}

function isLocked(error: unknown): boolean {
  const { cause } = error as { cause?: { originalCode?: string } }
  return cause?.originalCode?.startsWith('SQLITE_BUSY') ?? false
}

async function endOpenTransaction(connection: Connection): Promise<void> {
  try {
    await connection.executeScript('ROLLBACK')
  } catch (error) {
    const { cause } = error as { cause?: { originalMessage?: string } }
    if (!cause?.originalMessage?.includes('no transaction is active'))
      throw error
  }
}
