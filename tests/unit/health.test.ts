import {
  copyFileSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import type { ServerResponse } from 'node:http'
import { collectDefaultMetrics } from 'prom-client'
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest'
import { fileOf } from '@/lib/database/address'
import { closeDatabase } from '@/lib/database/client'
import { env } from '@/lib/env'
import { operatorKey } from '../support/api'
import { contactRequest, validContact } from '../support/contact'
import { holdLock, runSql } from '../support/database'
import { storeLead, suspected } from '../support/delivery'
import { startUpstream } from '../support/upstream'

const file = env.DATABASE_URL.replace('file:', '')
const operator = { Authorization: `Bearer ${operatorKey}` }

type Check = {
  name: string
  ok: boolean
  required: boolean
  value?: number
  unit?: string
}

// Gives each test new modules and its own database, because the results of
// checks are cached.
beforeEach(async () => {
  vi.resetModules()
  await closeDatabase()
  restoreDatabase()
})

afterEach(async () => {
  await closeDatabase()
})

function removeDatabase() {
  for (const suffix of ['', '-wal', '-shm'])
    rmSync(file + suffix, { force: true })
}

function restoreDatabase() {
  removeDatabase()
  copyFileSync(fileOf(inject('template')), file)
}

async function ready(headers: Record<string, string> = {}) {
  const { GET } = await import('@/app/readyz/route')
  const answer = await GET(
    new Request('http://localhost:3000/readyz', { headers }),
  )
  const { status, checks }: { status: string; checks: Check[] } =
    await answer.json()
  const failing = checks.filter(({ ok }) => !ok).map(({ name }) => name)
  return {
    code: answer.status,
    retry: answer.headers.get('retry-after'),
    status,
    checks,
    failing,
  }
}

async function scrape(): Promise<string> {
  const { metricsText } = await import('@/lib/health/metrics-text')
  return metricsText()
}

async function post() {
  const { POST } = await import('@/app/api/contact/route')
  return (await POST(contactRequest(validContact))).status
}

it('/readyz returns 200 with the outcome of each check', async () => {
  const { code, status, checks, failing } = await ready()

  expect({ code, status, failing }).toEqual({
    code: 200,
    status: 'ok',
    failing: [],
  })
  const names = [
    'database_writable',
    'migrations',
    'disk_space',
    'oldest_undelivered_lead',
  ]
  expect(checks.map(({ name }) => name)).toEqual(names)
})

it('/readyz shows values only to operators', async () => {
  for (const check of (await ready()).checks)
    expect(Object.keys(check)).toEqual(['name', 'ok', 'required'])

  for (const check of (await ready(operator)).checks)
    expect(check).toMatchObject({
      value: expect.any(Number),
      unit: expect.any(String),
    })
})

it('/readyz stays ready but reports a lead that has waited for hours', async () => {
  expect(await post()).toBe(201)

  const at = new Date(Date.now() - 2 * 3_600_000).toISOString()
  await runSql(`UPDATE Lead SET receivedAt = '${at}'`)
  await runSql(
    `INSERT INTO Delivery (leadId, channel, queuedAt, dueAt) SELECT id, 'webhook', '${at}', '${at}' FROM Lead`,
  )
  const { code, checks, failing } = await ready(operator)

  expect({ code, failing }).toEqual({
    code: 200,
    failing: ['oldest_undelivered_lead'],
  })
  expect(checks.at(-1)?.value).toBeGreaterThan(7190)
  expect(checks.at(-1)?.value).toBeLessThan(7300)
})

it.each([
  ['by a clock that was ahead', 2 * 3_600_000],
  ['a day ago', -24 * 3_600_000],
])('/readyz reports the wait of a lead queued %s', async (_, ms) => {
  expect(await post()).toBe(201)
  const at = new Date(Date.now() + ms).toISOString()
  await runSql(
    `INSERT INTO Delivery (leadId, channel, queuedAt, dueAt) SELECT id, 'webhook', '${at}', '${at}' FROM Lead`,
  )

  const { failing, checks } = await ready(operator)
  const text = await scrape()

  expect(failing).toEqual(['oldest_undelivered_lead'])
  const seconds = checks.at(-1)?.value ?? 0
  expect(Math.abs(seconds - Math.abs(ms) / 1000)).toBeLessThan(600)
  expect(text).toContain(`site_oldest_undelivered_lead_age_seconds ${seconds}`)
})

it.each([
  [
    'is not ready if the table of leads lacks a column of this release',
    'ALTER TABLE Lead RENAME COLUMN language TO other',
    [503, '5', 'unavailable', ['database_writable']],
  ],
  [
    'stays ready while the folder has the migrations of a newer release',
    "DELETE FROM _prisma_migrations WHERE migration_name LIKE '%undelivered_leads'",
    [200, null, 'ok', ['migrations']],
  ],
])('/readyz %s', async (_, statement, answer) => {
  expect(await post()).toBe(201)
  expect((await ready()).code).toBe(200)
  vi.resetModules()
  await runSql(statement)
  const { code, retry, status, failing } = await ready(operator)
  expect([code, retry, status, failing]).toEqual(answer)
})

it('/readyz shows operators the values even while the site is not ready', async () => {
  expect(await post()).toBe(201)
  await runSql('ALTER TABLE Lead RENAME COLUMN language TO other')

  const { code, checks } = await ready(operator)

  expect(code).toBe(503)
  expect(checks).toContainEqual(
    expect.objectContaining({ name: 'disk_space', value: expect.any(Number) }),
  )
})

it('without its database, the site stores no lead', async () => {
  expect(await post()).toBe(201)

  removeDatabase()

  expect(await post()).toBe(503)
  expect(existsSync(file)).toBe(false)
})

it('without its database, /healthz still returns 200', async () => {
  removeDatabase()
  const { GET: live } = await import('@/app/healthz/route')

  const response = await live(new Request('http://localhost:3000/healthz'))

  expect(response.status).toBe(200)
  expect(existsSync(file)).toBe(false)
})

it('without its database, the site is not ready', async () => {
  expect(await post()).toBe(201)

  removeDatabase()

  const { code, retry, status, checks, failing } = await ready(operator)
  expect({ code, retry, status }).toEqual({
    code: 503,
    retry: '5',
    status: 'unavailable',
  })
  expect(failing).toEqual([
    'database_writable',
    'migrations',
    'oldest_undelivered_lead',
  ])
  expect(checks.some(({ value }) => value !== undefined)).toBe(false)
})

it('without its database, the site exports no lead metrics', async () => {
  removeDatabase()

  const text = await scrape()

  expect(text).toContain('site_check_ok{check="database_writable"} 0')
  expect(text).not.toMatch(/^site_leads /m)
})

it('a restored database is opened half a minute after a damaged one was refused', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  removeDatabase()
  writeFileSync(file, '')
  for (let time = 0; time < 3; time++) expect(await post()).toBe(503)
  expect((await ready()).code).toBe(503)
  expect(statSync(file).size).toBe(0)

  restoreDatabase()
  expect(await post()).toBe(503)

  vi.advanceTimersByTime(30_000)
  expect(await post()).toBe(201)
})

it('the site is not ready until five seconds after a request during a database lock', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const release = await holdLock()

  expect(await post()).toBe(503)
  expect((await ready()).code).toBe(503)
  await release()

  expect((await ready()).code).toBe(503)
  vi.advanceTimersByTime(5_000)
  expect((await ready()).code).toBe(200)
})

function answersJson(body: object) {
  return (_: unknown, response: ServerResponse) =>
    void response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(body))
}

it.each([
  ['answers', answersJson({ enabled: true }), []],
  [
    'is disabled',
    answersJson({ enabled: false, disabled_reason: 'tired' }),
    ['assistant_upstream'],
  ],
  ['fails', 'answers 500', ['assistant_upstream']],
  ['hangs', 'hangs', ['assistant_upstream']],
] as const)(
  '/readyz stays ready while the upstream %s',
  async (_, behavior, failing) => {
    const upstream = await startUpstream()
    upstream.behave(behavior)
    vi.stubEnv('CHATBOT_URL', upstream.base)
    const { code, failing: found, checks } = await ready(operator)
    expect({ code, found }).toEqual({ code: 200, found: failing })
    // Expects less than the 5 seconds that the upstream may take, because the
    // check gives up long before.
    const measured = {
      value: expect.toSatisfy((ms: number) => ms < 4500),
      unit: 'ms',
    }
    expect(checks.at(-1)).toEqual({
      name: 'assistant_upstream',
      ok: found.length === 0,
      required: false,
      ...measured,
    })
    await upstream.stop()
  },
)

it('metrics count received and waiting leads', async () => {
  const counted =
    /^site_leads_received_total\{.*source="form",state="accepted"\} (\d+)/m
  const before = Number((await scrape()).match(counted)?.[1] ?? 0)
  expect(await post()).toBe(201)

  const insert = 'INSERT INTO Delivery (leadId, channel, queuedAt'
  await runSql(
    `${insert}, abandonedAt) SELECT id, 'mail', receivedAt, receivedAt FROM Lead`,
  )
  await runSql(
    `${insert}, dueAt) SELECT id, 'webhook', receivedAt, receivedAt FROM Lead`,
  )
  await storeLead({}, suspected)
  vi.resetModules()
  const text = await scrape()
  for (const metric of [
    'site_leads_by_state{state="quarantined"} 1',
    `site_leads_received_total{source="form",state="accepted"} ${before + 1}`,
    'site_leads_by_state{state="undelivered"} 1',
    'site_leads_by_state{state="abandoned"} 1',
    'site_deliveries{channel="webhook",state="waiting"} 1',
    'site_deliveries{channel="mail",state="abandoned"} 1',
  ])
    expect(text).toContain(metric)

  expect(text).toMatch(/^site_leads 2$/m)
})

it('every metric, check and limit that the alerts use exists', async () => {
  const { checkNames } = await import('@/lib/health/response-schema')
  const { settingNames } = await import('@/lib/settings')
  collectDefaultMetrics()
  const alerts = readFileSync('deploy/alerts.yml', 'utf8')
  const text = await scrape()
  const metrics = alerts.match(/\b(?:site|nodejs|process)_[a-z0-9_]+/g) ?? []
  expect(metrics.length).toBeGreaterThan(8)

  for (const name of metrics)
    expect(text).toContain(`# TYPE ${name.replace(/_(bucket|count)$/, '')} `)
  const checks = [...alerts.matchAll(/check=~?"([^"]+)"/g)].flatMap(
    ([, list = '']) => list.split('|'),
  )
  expect(checkNames).toEqual(expect.arrayContaining(checks))

  for (const [, pattern] of alerts.matchAll(/limit=~?"([^"]+)"/g))
    expect(
      settingNames.some((name) => new RegExp(`^(?:${pattern})$`).test(name)),
    ).toBe(true)
})

it('while the database’s disk hangs, every check shares one query', async () => {
  const statfs = vi.fn(() => new Promise(() => {}))
  vi.doMock('node:fs/promises', async (original) => ({
    ...(await original<object>()),
    statfs,
  }))
  vi.useFakeTimers({ toFake: ['performance'] })

  const first = await ready()
  vi.advanceTimersByTime(10_000)
  const second = await ready()

  expect(first.code).toBe(200)
  expect(first.failing).toEqual(['disk_space'])
  expect(second.code).toBe(200)
  expect(second.failing).toEqual(['disk_space'])
  expect(statfs).toHaveBeenCalledTimes(1)
  vi.doUnmock('node:fs/promises')
})
