import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { contactRequest, validContact } from '../support/contact'
import { storedLeads } from '../support/stored-leads'

Object.assign(process.env, { LIMIT_CONTACT_PER_CLIENT: '2', LIMIT_CONTACT_PER_EMAIL: '2', LIMIT_CONTACT_GLOBAL: '2' })

const { POST } = await import('@/app/api/contact/route')

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
  expect(storedLeads().map(({ quarantine }) => quarantine)).toEqual([null, null])
})
