import { spawnSync } from 'node:child_process'
import { expect, test } from '@playwright/test'
import { validContact } from '../support/contact'
import { killServer, operatorKey, serverEnvironment, startServer } from '../support/server'

type Server = Awaited<ReturnType<typeof startServer>>

let site: Server
let environment: Record<string, string>

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  environment = serverEnvironment()
  site = await startServer(environment)
})

test.afterAll(() => killServer(site.server))

const operator = { Authorization: `Bearer ${operatorKey}` }

async function scrape(): Promise<string> {
  const answer = await fetch(`${site.address}/metrics`, { headers: operator })
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  return answer.text()
}

test('supervisors and balancers find the site well, where they ask by default', async () => {
  const live = await fetch(`${site.address}/healthz`)
  expect([live.status, await live.json()]).toEqual([200, { status: 'ok' }])
  const ready = await fetch(`${site.address}/readyz`)
  expect(ready.status).toBe(200)
  const { status, checks } = await ready.json()
  expect(status).toBe('ok')
  expect(checks[0]).toEqual({ name: 'database_writable', ok: true, required: true })
  for (const answer of [live, ready]) {
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  }
  const posted = await fetch(`${site.address}/readyz`, { method: 'POST', body: '{}' })
  expect([posted.status, await posted.json()]).toEqual([405, { error: { code: 'method_not_allowed' } }])
  expect((await fetch(`${site.address}/fr/readyz`)).status).toBe(404)
})

test('metrics are for operators', async () => {
  expect((await fetch(`${site.address}/metrics`)).status).toBe(401)
  const text = await scrape()
  for (const name of ['site_build_info', 'nodejs_eventloop_lag_p99_seconds']) expect(text).toContain(name)
})

test('what is counted names kinds, and never what was asked for', async () => {
  const typed = 'a-path-that-a-visitor-made-up'
  for (const path of [
    '/',
    '/fr/contact',
    `/${typed}`,
    `/attestations/2021?${typed}`,
    `/api/${typed}`,
    `/%2e/${typed}`,
  ]) {
    await fetch(site.address + path)
  }
  const sent = await fetch(`${site.address}/api/contact`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
    body: JSON.stringify(validContact),
  })
  expect(sent.status).toBe(201)
  await expect.poll(scrape).toContain('site_http_request_duration_seconds_count{kind="/api/contact",status="201"} 1')
  const text = await scrape()
  expect(text).toMatch(/_count\{kind="page",status="200"\} \d/)
  expect(text).toMatch(/_count\{kind="unknown",status="404"\} \d/)
  expect(text).toContain('site_leads_received_total{source="form",state="accepted"} 1')
  expect(text).not.toContain(typed)
})

test('the doctor says what to do, and fails where something is wrong', () => {
  const examine = (settings: Record<string, string>) => {
    const command = ['--import', 'tsx', 'scripts/doctor.ts']
    const env = { ...process.env, ...environment, ...settings }
    return spawnSync(process.execPath, command, { env, encoding: 'utf8' })
  }
  const found = examine({ OPERATOR_KEYS: '', NODE_ENV: 'production' })
  expect(found.stderr).toBe('')
  expect(found.stdout).toMatch(/^ok {7}database_writable: \d+ ms/m)
  expect(found.stdout).toMatch(/^warning {2}Brand: pages show the fictional Halcrest/m)
  const wrong = examine({ SITE_URL: 'nonsense' })
  expect(wrong.status).toBe(1)
  expect(wrong.stdout).toMatch(/^error {4}Settings: .*SITE_URL/m)
})
