import { randomUUID } from 'node:crypto'
import { afterEach, expect, it, vi } from 'vitest'
import { contactRequest, validContact } from '../support/contact'

process.env.LIMIT_CONTACT_PER_CLIENT = '5'

const { POST } = await import('@/app/api/contact/route')

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
