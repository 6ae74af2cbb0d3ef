import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { validContact } from '../support/contact'
import { killServer, operatorKey, runStart, serverEnvironment, startServer, takePort } from '../support/server'

const key = { Authorization: `Bearer ${operatorKey}` }

test('a lead answered with 201 is there after a crash', async () => {
  const environment = serverEnvironment()
  const first = await startServer(environment)
  const answer = await fetch(`${first.address}/api/contact`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(validContact),
  })
  expect(answer.status).toBe(201)
  const { id } = (await answer.json()) as { id: string }
  await killServer(first.server)

  const startedAt = Date.now()
  const second = await startServer(environment)
  expect(Date.now() - startedAt).toBeLessThan(10_000)
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

test('the server finishes its requests and ends when told to stop', async () => {
  const { server, address } = await startServer(serverEnvironment())
  const under = fetch(`${address}/fr`)
  const gone = new Promise<number | null>((resolve) => server.once('exit', resolve))
  expect((await under).status).toBe(200)
  server.kill('SIGTERM')
  expect(await gone).toBe(0)
})
