import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { contactRequest, validContact } from '../support/contact'
import { holdLock } from '../support/test-database'

Object.assign(process.env, {
  LIMIT_CONTACT_PER_CLIENT: '5',
  LIMIT_CONTACT_PER_EMAIL: '3',
  LIMIT_CONTACT_GLOBAL: '19',
  LIMIT_CONTACT_FLOOD: '1',
})

const { changeEnvironment } = await import('@/lib/env')
const { POST } = await import('@/app/api/contact/route')

function post(client: string, email = `${randomUUID()}@banque.example`) {
  const message = `${randomUUID()} ${validContact.message}`
  return POST(contactRequest({ ...validContact, message, email }, { 'X-Forwarded-For': client }))
}

async function statuses(count: number, send: () => Promise<Response>) {
  const found = []
  for (let index = 0; index < count; index++) found.push((await send()).status)
  return found
}

it('does not count what could not be stored', async () => {
  changeEnvironment({ LIMIT_CONTACT_PER_CLIENT: '1' })
  const release = await holdLock(String(process.env.DATABASE_URL))
  const key = randomUUID()
  const body = { ...validContact, email: `${key}@banque.example` }
  const send = () => POST(contactRequest(body, { 'Idempotency-Key': key, 'X-Forwarded-For': '192.0.2.77' }))
  expect((await send()).status).toBe(503)
  await release()
  expect((await send()).status).toBe(201)
  changeEnvironment({ LIMIT_CONTACT_PER_CLIENT: '5' })
})

it('names the longest wait, so that nobody is told to come back too early', async () => {
  const email = 'two@banque.example'
  expect(await statuses(4, () => post('192.0.2.50', email))).toEqual([201, 201, 201, 429])
  expect(await statuses(3, () => post('192.0.2.50'))).toEqual([201, 201, 429])
  const refused = await post('192.0.2.50', email)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
})

it('limits one client, one address and everybody, and says when to try again', async () => {
  expect(await statuses(6, () => post('192.0.2.1'))).toEqual([201, 201, 201, 201, 201, 429])
  const refused = await post('192.0.2.1')
  expect(await refused.json()).toEqual({ error: { code: 'rate_limited' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500)

  expect(await statuses(2, () => post('2001:db8:1:2::a', 'one@banque.example'))).toEqual([201, 201])
  expect((await post('2001:db8:1:2::b', 'ONE@banque.example')).status).toBe(201)
  expect((await post('2001:db8:1:2::c', 'one+anna@banque.example')).status, 'a colleague with a tag').toBe(201)
  expect((await post('192.0.2.9', 'One@banque.example')).status, 'the same address').toBe(429)
  expect((await post('2001:db8:1:2::d')).status).toBe(201)
  expect((await post('2001:db8:1:2::e')).status, 'one /64 network is one client').toBe(429)

  // The fourth of these is stored as well, in quarantine: see contact-flood.test.ts.
  const others = await statuses(5, () => post(`198.51.100.${Math.floor(Math.random() * 250)}`))
  expect(others).toEqual([201, 201, 201, 201, 429])
})
