import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { operatorKey } from '../support/api'
import { contactRequest, validContact } from '../support/contact'
import { storedLeads } from '../support/stored-leads'

Object.assign(process.env, {
  LIMIT_CONTACT_PER_CLIENT: '1',
  LIMIT_CONTACT_PER_EMAIL: '1',
  LIMIT_CONTACT_GLOBAL: '1',
  LIMIT_CONTACT_PER_OPERATOR: '4',
})

const { POST } = await import('@/app/api/contact/route')
const { log } = await import('@/lib/log')
const otherKey = 'bob-key-0123456789-0123456789-abcdef'

function post(authorization?: string, changes: Record<string, string> = {}, key = randomUUID()) {
  const headers = { 'Idempotency-Key': key, 'X-Forwarded-For': '192.0.2.7' }
  const bearing = authorization === undefined ? headers : { ...headers, Authorization: authorization }
  return POST(contactRequest({ ...validContact, ...changes }, bearing))
}

it('an operator’s server has limits of its own, and no spam score', async () => {
  const info = vi.spyOn(log, 'info')
  const key = randomUUID()
  for (let lead = 0; lead < 4; lead++) {
    expect((await post(`Bearer ${operatorKey}`, { honeypot: 'x' }, lead === 0 ? key : undefined)).status).toBe(201)
  }
  expect(storedLeads()).toHaveLength(4)
  for (const lead of storedLeads()) expect(lead).toMatchObject({ quarantine: null, spamScore: 0 })
  const refused = await post(`Bearer ${operatorKey}`)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
  expect((await post(`Bearer ${operatorKey}`, { honeypot: 'x' }, key)).status, 'a repeated request').toBe(201)
  expect((await post(`Bearer ${otherKey}`)).status, 'another operator').toBe(201)
  expect(info).toHaveBeenCalledWith({ operator: 'bob', id: expect.any(String) }, expect.stringContaining('operator'))
  expect(info).toHaveBeenCalledTimes(5)
  // Nothing of this was taken from the visitors' limits.
  expect((await post()).status).toBe(201)
  expect(info).toHaveBeenCalledTimes(5)
  expect((await post()).status).toBe(429)
})

it.each(['Bearer', 'Bearer ', 'bearer wrong', `Bearer ${operatorKey.slice(0, -1)}`])(
  'is refused with %j, rather than taken for a visitor',
  async (authorization) => {
    const before = storedLeads().length
    const response = await post(authorization)
    expect([response.status, await response.json()]).toEqual([401, { error: { code: 'unauthorized' } }])
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    expect(storedLeads()).toHaveLength(before)
  },
)

it('a password that a proxy asked the browser for is no operator’s key', async () => {
  const request = contactRequest(
    { ...validContact, email: `${randomUUID()}@banque.example` },
    { Authorization: `Basic ${Buffer.from('staging:password').toString('base64')}`, 'X-Forwarded-For': '192.0.2.8' },
  )
  expect((await POST(request)).status).toBe(201)
})
