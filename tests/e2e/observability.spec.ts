import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { validContact } from '../support/contact'
import { makeScratchFolder } from '../support/scratch'
import { killServer, operatorKey, serverEnvironment, startServer, takePort } from '../support/server'
import { deliverySettings, startWebhookSink } from '../support/sinks'
import { startTraceReceiver } from '../support/traces'

type Server = Awaited<ReturnType<typeof startServer>>

let site: Server
let environment: Record<string, string>
let metricsPort: number

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  metricsPort = takePort()
  environment = { ...serverEnvironment(), METRICS_PORT: String(metricsPort) }
  site = await startServer(environment)
})

test.afterAll(() => killServer(site.server))

const operator = { Authorization: `Bearer ${operatorKey}` }

async function scrape(): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
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

test('metrics are for operators, and for this machine at a port of its own', async () => {
  expect((await fetch(`${site.address}/metrics`)).status).toBe(401)
  const told = await fetch(`${site.address}/metrics`, { headers: operator })
  expect([told.status, await told.text()]).toEqual([200, expect.stringContaining('site_build_info')])
  expect(await scrape()).toContain('nodejs_eventloop_lag_p99_seconds')
  expect((await fetch(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404)
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

test('a taken port of metrics is warned of, and keeps no site from its start', async () => {
  const second = await startServer({ ...serverEnvironment(), METRICS_PORT: String(metricsPort) })
  expect((await fetch(`${second.address}/readyz`)).status).toBe(200)
  await expect.poll(second.output).toContain('METRICS_PORT cannot be listened on')
  second.server.kill('SIGTERM')
  await expect.poll(() => second.server.exitCode).toBe(0)
})

test('the doctor says what to do, and fails where something is wrong', () => {
  const examine = (settings: Record<string, string>) => {
    const command = ['--import', 'tsx', '--import', './scripts/environment.mjs', 'scripts/doctor.ts']
    const env = { ...process.env, ...environment, ...settings }
    return spawnSync(process.execPath, command, { env, encoding: 'utf8' })
  }
  const found = examine({ OPERATOR_KEYS: '', NODE_ENV: 'production' })
  expect(found.stderr).toBe('')
  expect(found.stdout).toMatch(/^ok {7}Database: a lead can be stored/m)
  expect(found.stdout).toMatch(/^warning {2}Company facts: .*SITE_BRAND/m)
  const wrong = examine({ SITE_URL: 'nonsense' })
  expect(wrong.status).toBe(1)
  expect(wrong.stdout).toMatch(/^error {4}Settings: .*SITE_URL/m)
})

test('without a receiver of traces no SDK is loaded; with one, requests and deliveries are spans', async () => {
  const folder = makeScratchFolder('traces-')
  const hook = join(folder, 'loaded.cjs')
  // What a process has loaded when it ends, told to its output.
  writeFileSync(
    hook,
    `process.once('exit', () => {
      const sdk = Object.keys(require.cache).filter((file) => /@opentelemetry.(sdk|exporter)/.test(file))
      require('node:fs').writeSync(1, 'SDK files: ' + sdk.length)
    })`,
  )
  const receiver = await startTraceReceiver()
  const sink = await startWebhookSink()
  const common = { ...deliverySettings({ port: 9 }, sink), SMTP_URL: '', NODE_OPTIONS: `--require ${hook}` }
  for (const traced of [false, true]) {
    const settings: Record<string, string> = traced
      ? { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.address, OTEL_BSP_SCHEDULE_DELAY: '100' }
      : {}
    const { server, address, output } = await startServer({ ...serverEnvironment(), ...common, ...settings })
    await fetch(`${address}/fr/contact?typed=hello`)
    const sent = await fetch(`${address}/api/contact`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
      body: JSON.stringify(validContact),
    })
    expect(sent.status).toBe(201)
    if (traced) {
      await expect
        .poll(receiver.names)
        .toEqual(expect.arrayContaining(['GET page', 'POST /api/contact', 'deliver webhook']))
      expect(receiver.text()).toContain(sent.headers.get('x-request-id'))
    }
    server.kill('SIGTERM')
    await expect.poll(output).toMatch(traced ? /SDK files: [1-9]/ : /SDK files: 0/)
    if (!traced) expect(receiver.names()).toEqual([])
  }
  expect(receiver.text()).not.toMatch(/hello|\/fr\/|banque/)
  await receiver.close()
  await sink.close()
})
