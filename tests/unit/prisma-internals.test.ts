import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import { PrismaPg } from '@prisma/adapter-pg'
import { afterAll, describe, expect, it } from 'vitest'

const sqlite = await new PrismaBetterSqlite3({ url: ':memory:' }).connect()
const postgresql = await new PrismaPg('postgresql://127.0.0.1:1/none').connect()

afterAll(() => Promise.all([sqlite.dispose(), postgresql.dispose()]))

function sql(text: string) {
  return { sql: text, args: [], argTypes: [] }
}

describe('the installed Prisma adapter', () => {
  it.each([
    ['lib/database/sqlite/serial-writes.ts', sqlite],
    ['lib/database/postgresql/client.ts', postgresql],
  ])('has the methods that %s wraps', (file, connection) => {
    for (const name of ['queryRaw', 'executeRaw', 'startTransaction'])
      expect(
        connection[name as 'queryRaw'],
        `Prisma's adapter has no ${name} any more, which ${file} wraps`,
      ).toBeTypeOf('function')
  })

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
    for (const name of ['executeRaw', 'commit', 'rollback'] as const)
      expect(
        transaction[name],
        `Prisma's transactions have no ${name} any more, which lib/database/sqlite/serial-writes.ts wraps`,
      ).toBeTypeOf('function')
    await transaction.rollback()
  })
})
