import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { cachePolicies } from '@/lib/http/cache-policy'
import { ask } from '../support/ask'
import { validReport } from '../support/attestations'
import { killServer, operatorKey, serverEnvironment, startServer, takePort } from '../support/server'

const addresses = [
  '/attestations',
  '/fr/attestations',
  '/es/attestations.csv',
  '/attestations.atom',
  '/api/attestations',
]
const authorization = { Authorization: `Bearer ${operatorKey}` }

function portOf(address: string) {
  return Number(new URL(address).port)
}

function publish(address: string, title: string) {
  const headers = { ...authorization, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }
  return fetch(`${address}/api/attestations`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...validReport, title }),
  })
}

// One server for all, and a second one on its database.
test.describe.configure({ mode: 'default' })

const environment = serverEnvironment()
let first: Awaited<ReturnType<typeof startServer>>

test.beforeAll(async () => {
  first = await startServer(environment)
})

test.afterAll(() => killServer(first.server))

test('a change of the reports shows at once where it was made, and within a second in another process', async () => {
  const second = await startServer({ ...environment, PORT: String(takePort()) })
  const before = await ask(portOf(first.address), '/attestations')
  const again = await ask(portOf(first.address), '/attestations', { 'If-None-Match': String(before.headers.etag) })
  expect([again.status, again.headers['cache-control']]).toEqual([304, cachePolicies.page])
  for (const address of addresses) await ask(portOf(second.address), address)

  expect((await publish(first.address, 'Published first')).status).toBe(201)
  for (const address of addresses) {
    expect((await ask(portOf(first.address), address)).body.toString()).toContain('Published first')
  }
  for (const address of addresses) {
    const read = async () => (await ask(portOf(second.address), address)).body.toString()
    // A quarter of a second and the rendering, on a machine with nothing else to do.
    await expect.poll(read).toContain('Published first')
  }
  await killServer(second.server)
})

test('an operator has a page of their own; a cookie that opens nothing changes nothing', async () => {
  const { address } = first
  const port = portOf(address)
  const session = await fetch(`${address}/api/operator/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ key: operatorKey }),
  })
  expect(session.ok).toBe(true)
  const [cookie = ''] = (session.headers.get('set-cookie') ?? '').split(';')
  const own = await ask(port, '/attestations', { Cookie: cookie })
  const everybody = await ask(port, '/attestations')
  const pretended = await ask(port, '/attestations', { Cookie: 'operator=pretended' })
  expect(own.body.toString()).toContain('tester')
  expect(own.headers['cache-control']).toBe(cachePolicies.none)
  expect(everybody.body.toString()).not.toContain('tester')
  expect(everybody.headers.vary).toBe('Accept-Encoding, Cookie')
  expect(pretended.headers.etag).toBe(everybody.headers.etag)
})

test('nobody but an operator makes the server render the page, in whatever form it is asked for', async () => {
  const port = portOf(first.address)
  const { etag } = (await ask(port, '/fr/attestations')).headers
  const forms: Record<string, string>[] = [
    { RSC: '1' },
    { RSC: '1', 'Next-Router-Prefetch': '1' },
    { Cookie: 'operator=x', RSC: '1' },
  ]
  for (const headers of forms) {
    expect((await ask(port, '/fr/attestations?_rsc=1', headers)).headers.etag).toBe(etag)
  }
  for (const path of [
    '/./fr/attestations',
    '/fr/x/../attestations',
    '/fr/%2e/attestations',
    '/fr/.//../attestations',
  ]) {
    for (const form of [{}, ...forms]) {
      const { status, headers } = await ask(port, path, form)
      expect([path, form, status, headers.location]).toEqual([path, form, 308, '/fr/attestations'])
    }
  }
  // Other spellings lead to the page, or nowhere: Next's 307 adds to the query what its router would.
  for (const path of [
    '//fr/attestations',
    '/fr/attestations/',
    '/fr/%61ttestations',
    '/fr//attestations',
    '/FR/attestations',
  ]) {
    for (const form of forms) {
      const { status } = await ask(port, `${path}?_rsc`, form)
      expect([307, 308, 404], `${path} ${JSON.stringify(form)}`).toContain(status)
    }
  }
  const { headers } = await ask(port, '/.//elsewhere.example?a=/../')
  expect(headers.location).toBe('/elsewhere.example?a=/../')
})
