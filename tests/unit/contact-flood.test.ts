import { randomUUID } from 'node:crypto'
import { afterEach, expect, it, vi } from 'vitest'
import { contactRequest, validContact } from '../support/contact'
import { storedLeads } from '../support/stored-leads'

Object.assign(process.env, { LIMIT_CONTACT_GLOBAL: '5', LIMIT_CONTACT_FLOOD: '4' })

const { POST } = await import('@/app/api/contact/route')
const { issueToken } = await import('@/lib/leads/admission')
const { log } = await import('@/lib/log')

afterEach(() => {
  vi.useRealTimers()
})

/** Posts from a client and an address that nobody else has. */
async function post(changes: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const email = `${randomUUID()}@banque.example`
  const body = { ...validContact, message: `${randomUUID()} ${validContact.message}`, email, ...changes }
  const response = await POST(contactRequest(body, { 'X-Forwarded-For': randomUUID(), ...headers }))
  const lead = storedLeads().find((each) => each.email === email)
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
  const stored = storedLeads().length
  const refused = await post()
  expect(refused.status).toBe(429)
  expect(refused.retryAfter).toBeGreaterThan(3000)
  expect(storedLeads()).toHaveLength(stored)
})
