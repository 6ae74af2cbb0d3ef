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
import {
  afterEach,
  beforeEach,
  expect,
  inject,
  it,
  onTestFinished,
  vi,
} from 'vitest'
import { fileOf } from '@/lib/database/address'
import { closeDatabase } from '@/lib/database/client'
import { dayMs, hourMs } from '@/lib/durations'
import { env } from '@/lib/env'
import { operatorKey } from '../support/api'
import { contactRequest, validContact } from '../support/contact'
import { holdLock, runSql, storedLeads, storedTime } from '../support/database'
import {
  newYear,
  storeDelivery,
  storeLead,
  suspected,
} from '../support/delivery'
import { expectTexts } from '../support/expect-texts'
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
  const response = await GET(
    new Request('http://localhost:3000/readyz', { headers }),
  )
  const { status, checks }: { status: string; checks: Check[] } =
    await response.json()
  const failing = checks.filter(({ ok }) => !ok).map(({ name }) => name)
  return {
    code: response.status,
    retry: response.headers.get('retry-after'),
    status,
    checks,
    failing,
  }
}

async function scrape(): Promise<string> {
  const { metricsText } = await import('@/lib/health/metrics-text')
  return metricsText()
}

/** Sends the contact form, and returns the response's status. */
async function sendMessage() {
  const { POST } = await import('@/app/api/contact/route')
  const response = await POST(contactRequest(validContact))
  return response.status
}

/** Stores a lead through the API, which also opens the database. */
async function storeThroughApi() {
  await sendMessage()
  const [{ id } = { id: '' }] = await storedLeads()
  return id
}

/** Stores a lead whose webhook event was queued and is due at a time. */
async function storeWaitingLead(queuedAt: Date) {
  const id = await storeThroughApi()
  await storeDelivery(id, { channel: 'webhook', queuedAt, dueAt: queuedAt })
  return id
}

const valueIn = (checks: Check[], check: string) =>
  checks.find(({ name }) => name === check)?.value

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

it('/readyz shows values to operators', async () => {
  const { checks } = await ready(operator)

  const measured = { value: expect.any(Number), unit: expect.any(String) }
  expect(checks).toMatchObject(checks.map(() => measured))
})

it('/readyz shows no values to others', async () => {
  const { checks } = await ready()

  const shown = checks.map((check) => Object.keys(check))
  expect(shown).toEqual(checks.map(() => ['name', 'ok', 'required']))
})

it('/readyz stays ready but reports a lead that has waited for hours', async () => {
  const before = new Date(Date.now() - 2 * hourMs)
  await storeWaitingLead(before)
  await runSql('UPDATE Lead SET receivedAt = ?', storedTime(before))

  const { code, checks, failing } = await ready(operator)

  expect(code).toBe(200)
  expect(failing).toEqual(['oldest_undelivered_lead'])
  expect(valueIn(checks, 'oldest_undelivered_lead')).toBeCloseTo(7200, -2)
})

it.each([
  ['by a clock that was ahead', 2 * hourMs],
  ['a day ago', -dayMs],
])('/readyz reports the wait of a lead queued %s', async (_, ms) => {
  await storeWaitingLead(new Date(Date.now() + ms))

  const { failing, checks } = await ready(operator)

  expect(failing).toEqual(['oldest_undelivered_lead'])
  const seconds = Math.abs(ms) / 1000
  expect(valueIn(checks, 'oldest_undelivered_lead')).toBeCloseTo(seconds, -3)
})

it('metrics report the wait of a lead', async () => {
  await storeWaitingLead(new Date(Date.now() - dayMs))

  const { checks } = await ready(operator)
  const text = await scrape()

  const seconds = valueIn(checks, 'oldest_undelivered_lead')
  expect(text).toContain(`site_oldest_undelivered_lead_age_seconds ${seconds}`)
})

it.each([
  [
    'is not ready if the table of leads lacks a column of this release',
    'ALTER TABLE Lead RENAME COLUMN language TO other',
    {
      code: 503,
      retry: '5',
      status: 'unavailable',
      failing: ['database_writable'],
    },
  ],
  [
    'stays ready while the folder has the migrations of a newer release',
    "DELETE FROM _prisma_migrations WHERE migration_name LIKE '%undelivered_leads'",
    { code: 200, retry: null, status: 'ok', failing: ['migrations'] },
  ],
])('/readyz %s', async (_, statement, expected) => {
  await storeThroughApi()
  vi.resetModules()
  await runSql(statement)

  const readiness = await ready(operator)

  expect(readiness).toMatchObject(expected)
})

it('/readyz shows operators the values even while the site is not ready', async () => {
  await storeThroughApi()
  await runSql('ALTER TABLE Lead RENAME COLUMN language TO other')

  const { code, checks } = await ready(operator)

  expect(code).toBe(503)
  expect(checks).toContainEqual(
    expect.objectContaining({ name: 'disk_space', value: expect.any(Number) }),
  )
})

it('without its database, the site stores no lead', async () => {
  await storeThroughApi()

  removeDatabase()

  expect(await sendMessage()).toBe(503)
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
  await storeThroughApi()

  removeDatabase()
  const { checks, ...readiness } = await ready(operator)

  expect(readiness).toEqual({
    code: 503,
    retry: '5',
    status: 'unavailable',
    failing: ['database_writable', 'migrations', 'oldest_undelivered_lead'],
  })
  expect(checks.some(({ value }) => value !== undefined)).toBe(false)
})

it('without its database, the site exports no lead metrics', async () => {
  removeDatabase()

  const text = await scrape()

  expect(text).toContain('site_check_ok{check="database_writable"} 0')
  expect(text).not.toMatch(/^site_leads /m)
})

function damageDatabase() {
  removeDatabase()
  writeFileSync(file, '')
}

it('a damaged database is refused and left as it is', async () => {
  damageDatabase()

  const statuses = [await sendMessage(), await sendMessage()]
  const { code } = await ready()

  expect(statuses).toEqual([503, 503])
  expect(code).toBe(503)
  expect(statSync(file).size).toBe(0)
})

it('a restored database is opened half a minute after a damaged one was refused', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  damageDatabase()
  const damaged = await sendMessage()
  restoreDatabase()
  const restored = await sendMessage()

  vi.advanceTimersByTime(30_000)
  const later = await sendMessage()

  expect([damaged, restored, later]).toEqual([503, 503, 201])
})

it('the site is ready again five seconds after a check during a database lock', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const release = await holdLock()
  const locked = await ready()
  await release()
  const released = await ready()

  vi.advanceTimersByTime(5_000)
  const later = await ready()

  const codes = [locked, released, later].map(({ code }) => code)
  expect(codes).toEqual([503, 503, 200])
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
    onTestFinished(() => upstream.stop())
    upstream.behave(behavior)
    vi.stubEnv('CHATBOT_URL', upstream.base)

    const readiness = await ready(operator)

    expect(readiness).toMatchObject({ code: 200, failing })
    // Less than the 5 seconds that the upstream may take, because the check
    // gives up long before.
    const measured = {
      value: expect.toSatisfy((ms: number) => ms < 4500),
      unit: 'ms',
    }
    expect(readiness.checks.at(-1)).toEqual({
      name: 'assistant_upstream',
      ok: failing.length === 0,
      required: false,
      ...measured,
    })
  },
)

it('metrics count received and waiting leads', async () => {
  const counted =
    /^site_leads_received_total\{.*source="form",state="accepted"\} (\d+)/m
  const before = Number((await scrape()).match(counted)?.[1] ?? 0)
  const id = await storeThroughApi()
  await storeDelivery(id, { channel: 'mail', abandonedAt: newYear })
  await storeDelivery(id, { channel: 'webhook', dueAt: newYear })
  await storeLead({}, suspected)
  vi.resetModules()

  const text = await scrape()

  expect(text).toMatch(/^site_leads 2$/m)
  expectTexts(text, [
    'site_leads_by_state{state="quarantined"} 1',
    `site_leads_received_total{source="form",state="accepted"} ${before + 1}`,
    'site_leads_by_state{state="undelivered"} 1',
    'site_leads_by_state{state="abandoned"} 1',
    'site_deliveries{channel="webhook",state="waiting"} 1',
    'site_deliveries{channel="mail",state="abandoned"} 1',
  ])
})

const alerts = readFileSync('deploy/alerts.yml', 'utf8')

it('every metric that the alerts use exists', async () => {
  collectDefaultMetrics()

  const text = await scrape()

  const metrics = alerts.match(/\b(?:site|nodejs|process)_[a-z0-9_]+/g) ?? []
  expect(metrics.length).toBeGreaterThan(8)
  expectTexts(
    text,
    metrics.map((name) => `# TYPE ${name.replace(/_(bucket|count)$/, '')} `),
  )
})

it('every check that the alerts use exists', async () => {
  const { checkNames } = await import('@/lib/health/response-schema')

  const checks = [...alerts.matchAll(/check=~?"([^"]+)"/g)].flatMap(
    ([, list = '']) => list.split('|'),
  )

  expect(checks.length).toBeGreaterThan(0)
  expect(checkNames).toEqual(expect.arrayContaining(checks))
})

it('every limit that the alerts use exists', async () => {
  const { settingNames } = await import('@/lib/settings')

  const patterns = [...alerts.matchAll(/limit=~?"([^"]+)"/g)].map(
    ([, pattern]) => new RegExp(`^(?:${pattern})$`),
  )

  expect(patterns.length).toBeGreaterThan(0)
  const unknown = patterns.filter(
    (pattern) => !settingNames.some((name) => pattern.test(name)),
  )
  expect(unknown).toEqual([])
})

it('while the database’s disk hangs, every check shares one query', async () => {
  const statfs = vi.fn(() => new Promise(() => {}))
  vi.doMock('node:fs/promises', async (original) => ({
    ...(await original<object>()),
    statfs,
  }))
  onTestFinished(() => vi.doUnmock('node:fs/promises'))
  vi.useFakeTimers({ toFake: ['performance'] })

  const first = await ready()
  vi.advanceTimersByTime(10_000)
  const second = await ready()

  expect(first.code).toBe(200)
  expect(first.failing).toEqual(['disk_space'])
  expect(second.code).toBe(200)
  expect(second.failing).toEqual(['disk_space'])
  expect(statfs).toHaveBeenCalledTimes(1)
})
