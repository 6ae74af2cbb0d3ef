import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { validContact } from '../support/contact'
import { hasIPv6, isListening, sendHalf } from '../support/half-request'
import { killServer, operatorKey, runStart, serverEnvironment, startServer, takePort } from '../support/server'

const key = { Authorization: `Bearer ${operatorKey}` }

test('a lead answered with 201 is there after a crash', async () => {
  const environment = serverEnvironment()
  const first = await startServer(environment, 'scripts/start.mjs')
  const answer = await fetch(`${first.address}/api/contact`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(validContact),
  })
  expect(answer.status).toBe(201)
  const { id } = (await answer.json()) as { id: string }
  await killServer(first.server)

  const second = await startServer(environment, 'scripts/start.mjs')
  const { leads } = (await (await fetch(`${second.address}/api/contact`, { headers: key })).json()) as {
    leads: { id: string }[]
  }
  await killServer(second.server)
  expect(leads.map((lead) => lead.id)).toEqual([id])
})

test('a port in use ends the start with one sentence', async () => {
  const other = createServer()
  const port = takePort()
  await new Promise<void>((resolve) => other.listen(port, resolve))
  const { code, output } = await runStart(serverEnvironment(undefined, port))
  other.close()
  expect(code).toBe(1)
  expect(output.trim()).toBe(`Port ${port} is in use: stop what listens there, or set PORT.`)
})

test('a wrong environment ends the start with one sentence that names every bad key', async () => {
  const wrong = { OPERATOR_KEYS: 'nobody', SITE_EMAIL: 'nowhere' }
  const { code, output } = await runStart({ ...serverEnvironment(), ...wrong })
  expect(code).toBe(1)
  expect(output.trim()).toMatch(/^The environment \(\.env\) is wrong: OPERATOR_KEYS [^\n]+; SITE_EMAIL [^\n]+\.$/)
})

test('a PORT that is none ends the start with one sentence', async () => {
  const { code, output } = await runStart({ ...serverEnvironment(), PORT: 'http' })
  expect(code).toBe(1)
  expect(output.trim()).toBe('PORT is not a port number: http.')
})

test('a data folder that cannot be written ends the start with one sentence', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'unwritable-'))
  // A file where the folder should be: not even root can write into it.
  writeFileSync(join(folder, 'data'), '')
  const environment = { ...serverEnvironment(), DATABASE_URL: `file:${join(folder, 'data', 'site.db')}` }
  const { code, output } = await runStart(environment)
  expect(code).toBe(1)
  expect(output.trim()).toMatch(/^The data folder \S+ cannot be written to: [^\n]+\.$/)
})

test('a damaged database ends the start with one sentence', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'damaged-'))
  writeFileSync(join(folder, 'site.db'), 'not a database '.repeat(1000))
  const { code, output } = await runStart(serverEnvironment(folder))
  expect(code).toBe(1)
  expect(output.trim()).toMatch(/^The database \S+ is damaged or not a database: [^\n]+\.$/)
})

test('the server finishes a request that is under way and ends when told to stop', async () => {
  const environment = serverEnvironment()
  const port = Number(environment.PORT)
  const { server } = await startServer(environment, 'scripts/start.mjs')
  const gone = new Promise<number | null>((resolve) => server.once('exit', resolve))
  const message = await sendHalf(port)
  server.kill('SIGTERM')
  await expect.poll(() => isListening(port)).toBe(false)
  expect(server.exitCode).toBeNull()
  expect(await message.finish()).toMatch(/HTTP\/1\.1 201 Created\r\n/)
  expect(await gone).toBe(0)
})

// What each setting means is tests/unit/address.test.ts's.
const hosts: [settings: Record<string, string>, reached: string[], not: string[]][] = [
  [{ HOST: '127.0.0.1', HOSTNAME: '::1' }, ['127.0.0.1'], ['::1']],
  [{ HOSTNAME: hostname() }, ['127.0.0.1', '::1'], []],
]

for (const [settings, reached, not] of hosts) {
  test(`with ${JSON.stringify(settings)} the site starts and listens there alone`, async () => {
    test.skip(!hasIPv6() && reached.includes('::1'), 'this machine has no IPv6')
    const environment = serverEnvironment()
    const { server } = await startServer({ ...environment, ...settings }, 'scripts/start.mjs')
    const port = Number(environment.PORT)
    for (const host of reached) expect(await isListening(port, host), host).toBe(true)
    for (const host of not) expect(await isListening(port, host), host).toBe(false)
    await killServer(server)
  })
}

test('a HOST that is no address of this machine ends the start with one sentence', async () => {
  const { code, output } = await runStart({ ...serverEnvironment(), HOST: '192.0.2.1' })
  expect([code, output.trim()]).toEqual([1, 'HOST is no address of this machine: 192.0.2.1.'])
})
