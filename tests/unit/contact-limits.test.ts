import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { POST } from '@/app/api/contact/route'
import { changeEnvironment, environment } from '@/lib/env'
import { issueToken } from '@/lib/leads/admission'
import { log } from '@/lib/log'
import { operatorKey } from '../support/api'
import { contactRequest, validContact } from '../support/contact'
import { holdLock, runSql, storedLeads } from '../support/database'

/** Sets limits for the tests of a block, and forgets what was counted and stored before. */
function limitTo(limits: Record<string, string>) {
  const before = environment()
  beforeAll(async () => {
    changeEnvironment(limits)
    await runSql('DELETE FROM Delivery; DELETE FROM Lead; DELETE FROM LeadEvent; DELETE FROM RateLimit')
  })
  afterAll(() => changeEnvironment(Object.fromEntries(Object.keys(limits).map((name) => [name, before[name]]))))
}

// First: an alert is logged once a minute.
describe('a flood', () => {
  limitTo({ LIMIT_CONTACT_GLOBAL: '5', LIMIT_CONTACT_FLOOD: '4' })

  afterEach(() => {
    vi.useRealTimers()
  })

  /** Posts from a client and an address that nobody else has. */
  async function post(changes: Record<string, string> = {}, headers: Record<string, string> = {}) {
    const email = `${randomUUID()}@banque.example`
    const body = { ...validContact, message: `${randomUUID()} ${validContact.message}`, email, ...changes }
    const response = await POST(contactRequest(body, { 'X-Forwarded-For': randomUUID(), ...headers }))
    const lead = (await storedLeads()).find((each) => each.email === email)
    return { status: response.status, retryAfter: Number(response.headers.get('retry-after')), lead }
  }

  it('spam takes nothing of what real visitors may send', async () => {
    for (let junk = 0; junk < 4; junk++) {
      const { status, lead } = await post({ honeypot: 'https://spam.example' })
      expect(status).toBe(201)
      expect(lead).toMatchObject({ quarantine: 'honeypot', spamScore: 100 })
    }
    // So much of it is kept in an hour, and no more.
    const refused = await post({ honeypot: 'https://spam.example' })
    expect(refused).toMatchObject({ status: 429, lead: undefined })
    expect(refused.retryAfter).toBeGreaterThan(3000)

    const { status, lead } = await post()
    expect(status).toBe(201)
    expect(lead).toMatchObject({ quarantine: null, spamScore: 0 })
  })

  it('a message of somebody who is quick, or whose server’s clock was set back, is delivered', async () => {
    for (const [ageMs, spamScore] of [
      [3, 50],
      [-3_600_000, 0],
    ] as const) {
      const { lead } = await post({}, { 'Form-Token': issueToken(Date.now() - ageMs) })
      expect(lead).toMatchObject({ quarantine: null, spamScore })
    }
  })

  it('in a flood messages are quarantined rather than refused, which is logged once a minute and counted', async () => {
    const alerts = vi.spyOn(log, 'error')
    for (let visitor = 3; visitor < 5; visitor++) expect((await post()).lead?.quarantine).toBeNull()
    for (let visitor = 0; visitor < 3; visitor++) {
      const { status, lead } = await post()
      expect(status).toBe(201)
      expect(lead).toMatchObject({ quarantine: 'flood', spamScore: 0 })
    }
    expect(alerts).toHaveBeenCalledTimes(1)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    expect((await post({}, { 'Form-Token': issueToken() })).lead).toMatchObject({
      quarantine: 'flood,hasty',
      spamScore: 50,
    })
    expect(alerts.mock.calls.map(([details]) => details)).toEqual([
      { limit: 5, flooded: 1 },
      { limit: 5, flooded: 4 },
    ])

    // A flood of days does not fill the disk: from here on the answer is honest.
    const stored = (await storedLeads()).length
    const refused = await post()
    expect(refused.status).toBe(429)
    expect(refused.retryAfter).toBeGreaterThan(3000)
    expect(await storedLeads()).toHaveLength(stored)
  })
})

describe('limits of clients and senders', () => {
  limitTo({
    LIMIT_CONTACT_PER_CLIENT: '5',
    LIMIT_CONTACT_PER_EMAIL: '3',
    LIMIT_CONTACT_GLOBAL: '19',
    LIMIT_CONTACT_FLOOD: '1',
  })

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
    const release = await holdLock()
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

    // The last one that is accepted is beyond the limit for everybody: it is stored in quarantine.
    const others = await statuses(5, () => post(`198.51.100.${Math.floor(Math.random() * 250)}`))
    expect(others).toEqual([201, 201, 201, 201, 429])
  })
})

describe('the limit of a day', () => {
  limitTo({ LIMIT_CONTACT_PER_CLIENT: '5' })

  const minuteMs = 60_000
  const start = Date.now()

  afterEach(() => {
    vi.useRealTimers()
  })

  function postAt(minutes: number, client: string) {
    vi.useFakeTimers({ toFake: ['Date'], now: start + minutes * minuteMs })
    const email = `${randomUUID()}@banque.example`
    return POST(contactRequest({ ...validContact, email }, { 'X-Forwarded-For': client }))
  }

  it('takes no more than twenty messages a day from one client, however patient it is', async () => {
    for (let message = 0; message < 20; message++) {
      expect((await postAt(Math.floor(message / 5) * 11, '192.0.2.1')).status).toBe(201)
    }
    const refused = await postAt(55, '192.0.2.1')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(22 * 60 * 60)
    expect((await postAt(55, '192.0.2.2')).status).toBe(201)
    expect((await postAt(24 * 60 + 1, '192.0.2.1')).status).toBe(201)
  })
})

describe('the server of an operator', () => {
  limitTo({
    LIMIT_CONTACT_PER_CLIENT: '1',
    LIMIT_CONTACT_PER_EMAIL: '1',
    LIMIT_CONTACT_GLOBAL: '1',
    LIMIT_CONTACT_PER_OPERATOR: '4',
  })

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
    expect(await storedLeads()).toHaveLength(4)
    for (const lead of await storedLeads()) expect(lead).toMatchObject({ quarantine: null, spamScore: 0 })
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
      const before = (await storedLeads()).length
      const response = await post(authorization)
      expect([response.status, await response.json()]).toEqual([401, { error: { code: 'unauthorized' } }])
      expect(response.headers.get('www-authenticate')).toBe('Bearer')
      expect(await storedLeads()).toHaveLength(before)
    },
  )

  it('a password that a proxy asked the browser for is no operator’s key', async () => {
    const request = contactRequest(
      { ...validContact, email: `${randomUUID()}@banque.example` },
      { Authorization: `Basic ${Buffer.from('staging:password').toString('base64')}`, 'X-Forwarded-For': '192.0.2.8' },
    )
    expect((await POST(request)).status).toBe(201)
  })
})

describe('a repeated message', () => {
  limitTo({ LIMIT_CONTACT_PER_CLIENT: '2', LIMIT_CONTACT_PER_EMAIL: '2', LIMIT_CONTACT_GLOBAL: '2' })

  function post(key: string, changes: Record<string, string> = {}) {
    return POST(contactRequest({ ...validContact, ...changes }, { 'Idempotency-Key': key }))
  }

  const receiptOf = async (response: Response) => `${response.status} ${JSON.stringify(await response.json())}`

  it('a message that is sent again counts against no limit, one after another or all at once', async () => {
    const key = randomUUID()
    const first = await receiptOf(await post(key))
    expect(first).toMatch(/^201 /)
    for (let again = 0; again < 5; again++) expect(await receiptOf(await post(key))).toBe(first)

    const other = randomUUID()
    const atOnce = await Promise.all(Array.from({ length: 20 }, () => post(other).then(receiptOf)))
    expect(new Set(atOnce).size).toBe(1)
    expect(atOnce[0]).toMatch(/^201 /)

    // Now the limits are reached: what was stored is still confirmed, and what is new is not taken.
    expect(await receiptOf(await post(key))).toBe(first)
    const changed = await post(key, { message: 'Autre chose.' })
    expect([changed.status, await changed.json()]).toEqual([422, { error: { code: 'idempotency_key_reused' } }])
    expect((await post(randomUUID())).status).toBe(429)
    expect((await storedLeads()).map(({ quarantine }) => quarantine)).toEqual([null, null])
  })
})
