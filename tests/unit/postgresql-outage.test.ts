import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { migrateDatabase } from '@/lib/database/migrate'
import { contactRequest, validContact } from '../support/contact'
import { selectColumnAt } from '../support/database'
import { type Cluster, startCluster } from '../support/postgresql-cluster'

let cluster: Cluster

beforeAll(async () => {
  // Starts a separate cluster, because other tests need theirs while this one
  // is down.
  cluster = await startCluster()
  process.env.DATABASE_URL = cluster.addressOf('postgres')
  await migrateDatabase(cluster.addressOf('postgres'))
})

afterAll(async () => {
  const { closeDatabase } = await import('@/lib/database/client')
  await closeDatabase()
  await cluster.remove()
})

async function sendMessage(key: string = randomUUID()): Promise<number> {
  const { POST } = await import('@/app/api/contact/route')
  const email = `${randomUUID()}@banque.example`
  const response = await POST(
    contactRequest({ ...validContact, email }, { 'Idempotency-Key': key }),
  )
  return response.status
}

async function ready(): Promise<{ status: number; failing: string[] }> {
  vi.resetModules()
  const { GET } = await import('@/app/readyz/route')
  const response = await GET(new Request('http://localhost/readyz'))
  const { checks } = (await response.json()) as {
    checks: { name: string; ok: boolean }[]
  }
  const failing = checks.filter(({ ok }) => !ok).map(({ name }) => name)
  return { status: response.status, failing }
}

it.each(['shutdown', 'crash'] as const)(
  'requests get 503 during a %s of the database, and 201 after it',
  async (how) => {
    const before = await sendMessage()
    const stored = await countLeads()

    await cluster.stop(how)
    const during = [await sendMessage(), await sendMessage()]
    const readyDuring = await ready()
    await cluster.start()
    const after = await sendMessage()
    const readyAfter = await ready()

    expect(before).toBe(201)
    expect(during).toEqual([503, 503])
    expect(readyDuring).toEqual({
      status: 503,
      failing: ['database_writable', 'migrations', 'oldest_undelivered_lead'],
    })
    expect(after).toBe(201)
    expect(readyAfter).toEqual({ status: 200, failing: [] })
    expect(await countLeads()).toBe(stored + 1)
  },
)

it('a dropped database connection is an outage until a new one is open', async () => {
  const { getDatabase } = await import('@/lib/database/client')
  const database = await getDatabase()
  const waiting = database.$queryRaw`SELECT pg_sleep(60)::text`.catch(
    (error: unknown) => error,
  )
  const sleeping =
    "SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'"
  await expect
    .poll(
      async () =>
        (await selectColumnAt(cluster.addressOf('postgres'), sleeping)).length,
    )
    .toBe(1)

  const [pid] = await selectColumnAt(cluster.addressOf('postgres'), sleeping)
  process.kill(Number(pid), 'SIGKILL')
  const { describeError } = await import('@/lib/database/errors')
  const error = await waiting

  expect(describeError(error)).toMatchObject({
    code: '08006',
    reason: expect.stringContaining('does not answer'),
  })
  // Waits, because PostgreSQL restarts after one of its backends is killed.
  await expect.poll(() => sendMessage()).toBe(201)
})

it('a request waits at most a second for a locked lead', async () => {
  const key = randomUUID()
  const status = await sendMessage(key)
  const { getDatabase } = await import('@/lib/database/client')
  const database = await getDatabase()
  const { Client } = await import('pg')
  const holder = new Client(cluster.addressOf('postgres'))
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('BEGIN; SELECT 1 FROM "Lead" FOR UPDATE')

  const change = database.lead.updateMany({
    where: { idempotencyKey: key },
    data: { company: 'Other' },
  })

  expect(status).toBe(201)
  await expect(change).rejects.toThrow('lock timeout')
})

it('NUL, which PostgreSQL rejects, is stored as U+FFFD', async () => {
  const { saveExchange, turnsOf } = await import(
    '@/lib/chatbot/conversation-store'
  )
  await saveExchange('session', { question: 'Gold\0silver', answer: '\0' })

  expect(await turnsOf('session')).toMatchObject([
    { content: 'Gold\uFFFDsilver' },
    { content: '\uFFFD' },
  ])
})

async function countLeads(): Promise<number> {
  const [count] = await selectColumnAt(
    cluster.addressOf('postgres'),
    'SELECT count(*)::int FROM "Lead"',
  )
  return Number(count)
}
