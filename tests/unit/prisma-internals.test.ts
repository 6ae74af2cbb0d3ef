import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import { PrismaPg } from '@prisma/adapter-pg'
import { afterAll, describe, expect, it } from 'vitest'
import { describeError } from '@/lib/database/errors'
import { PrismaClient as PostgresqlClient } from '@/lib/database/postgresql/generated/client/client'

const nowhere = 'postgresql://127.0.0.1:1/none'
const sqlite = await new PrismaBetterSqlite3({ url: ':memory:' }).connect()
const postgresql = await new PrismaPg(nowhere).connect()

afterAll(() => Promise.all([sqlite.dispose(), postgresql.dispose()]))

function sql(text: string) {
  return { sql: text, args: [], argTypes: [] }
}

/** Returns the names of an object's methods, inherited ones too. */
function methodsOf(object: object): string[] {
  const parent = Object.getPrototypeOf(object)
  if (parent === null) return []
  const own = Object.entries(Object.getOwnPropertyDescriptors(object))
    .filter(([, { value }]) => typeof value === 'function')
    .map(([name]) => name)
  return [...own, ...methodsOf(parent)].filter((name) => name !== 'constructor')
}

const wrapped = ['queryRaw', 'executeRaw', 'startTransaction']
// Need no wrapper, because they run no statement, run one for another method, or
// belong to a transaction that holds the lock.
const otherMethods = {
  sqlite: ['dispose', 'executeIO', 'executeScript', 'onError', 'performIO'],
  postgresql: [
    'dispose',
    'executeScript',
    'getConnectionInfo',
    'onError',
    'performIO',
    'release',
    'underlyingDriver',
  ],
  transaction: [
    'createSavepoint',
    'executeIO',
    'onError',
    'performIO',
    'queryRaw',
    'releaseSavepoint',
    'rollbackToSavepoint',
  ],
}

describe('the installed Prisma adapter', () => {
  it.each([
    {
      file: 'lib/database/sqlite/serial-writes.ts',
      connection: sqlite,
      others: otherMethods.sqlite,
    },
    {
      file: 'lib/database/postgresql/client.ts',
      connection: postgresql,
      others: otherMethods.postgresql,
    },
  ])(
    'has the methods that $file wraps, and no new ones',
    ({ file, connection, others }) => {
      expect(
        methodsOf(connection).toSorted(),
        `Prisma's connections have other methods than ${file} was written for`,
      ).toEqual([...wrapped, ...others].toSorted())
    },
  )

  it('reports errors in the form that serial-writes.ts reads', async () => {
    const error = await sqlite.executeRaw(sql('ROLLBACK')).catch(Object)

    expect(
      error.cause,
      'Prisma reports the causes of errors elsewhere',
    ).toEqual(
      expect.objectContaining({
        originalCode: expect.stringMatching(/^SQLITE/),
        originalMessage: expect.stringContaining('no transaction is active'),
      }),
    )
  })

  it('runs transactions with the methods that serial-writes.ts wraps', async () => {
    const transaction = await sqlite.startTransaction()
    await transaction.rollback()

    expect(
      methodsOf(transaction).toSorted(),
      "Prisma's transactions have other methods than lib/database/sqlite/serial-writes.ts was written for",
    ).toEqual(
      [
        'executeRaw',
        'commit',
        'rollback',
        ...otherMethods.transaction,
      ].toSorted(),
    )
  })
})

describe('the installed Prisma client', () => {
  it('reports a server that cannot be reached in the form that errors.ts reads', async () => {
    const client = new PostgresqlClient({ adapter: new PrismaPg(nowhere) })
    const error = await client.lead.count().catch(Object)

    expect(
      describeError(error),
      'Prisma reports a lost connection elsewhere than lib/database/errors.ts reads',
    ).toMatchObject({
      code: '08001',
      reason: expect.stringContaining('The database'),
    })
  })
})
