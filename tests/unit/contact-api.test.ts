import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { GET, POST } from '@/app/api/contact/route'
import { contactRequest, validContact } from '../support/contact'
import { openTestDatabase, wordingOf } from '../support/test-database'

function rows(): Record<string, unknown>[] {
  const database = openTestDatabase()
  try {
    return database.prepare('SELECT * FROM Lead').all() as Record<string, unknown>[]
  } finally {
    database.close()
  }
}

async function expectProblem(response: Response, status: number, error: object) {
  expect(response.status).toBe(status)
  expect(await response.json()).toEqual({ error })
}

describe('POST /api/contact', () => {
  it('stores the lead with what its delivery needs, and answers 201 with its receipt', async () => {
    const response = await POST(contactRequest(validContact))
    expect(response.status).toBe(201)
    const receipt = await response.json()
    expect(receipt).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), received_at: expect.any(String) })
    const row = rows().find(({ id }) => id === receipt.id)
    expect(row).toMatchObject({
      name: validContact.name,
      email: validContact.email,
      message: validContact.message,
      language: 'fr',
      quarantine: null,
    })
  })

  it('answers the same for a filled honeypot, but holds the lead back', async () => {
    const response = await POST(contactRequest({ ...validContact, honeypot: 'https://spam.example' }))
    expect(response.status).toBe(201)
    const { id } = await response.json()
    expect(rows().find((row) => row.id === id)).toMatchObject({ quarantine: 'honeypot' })
  })

  it('keeps one row for a repeated request, also when a hundred arrive at once', async () => {
    const key = randomUUID()
    const before = rows().length
    const sent = Array.from({ length: 100 }, () => POST(contactRequest(validContact, { 'Idempotency-Key': key })))
    const receipts = await Promise.all((await Promise.all(sent)).map((response) => response.json()))
    expect(new Set(receipts.map((receipt) => JSON.stringify(receipt))).size).toBe(1)
    expect(rows().length).toBe(before + 1)
  })

  it('refuses the key of one message for another', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    await POST(contactRequest(validContact, headers))
    const other = await POST(contactRequest({ ...validContact, message: 'Autre chose.' }, headers))
    await expectProblem(other, 422, { code: 'idempotency_key_reused' })
  })

  it('refuses a key that is no key', async () => {
    const response = await POST(contactRequest(validContact, { 'Idempotency-Key': 'short' }))
    await expectProblem(response, 400, { code: 'invalid_idempotency_key' })
  })

  it.each(['{"name":', '', 'null,'])('answers 400 to malformed JSON: %s', async (body) => {
    await expectProblem(await POST(contactRequest(body)), 400, { code: 'malformed' })
  })

  it('answers 415 to another content type', async () => {
    const response = await POST(contactRequest('name=A', { 'Content-Type': 'text/plain' }))
    await expectProblem(response, 415, { code: 'wrong_type' })
  })

  it('answers 413 to more than 16 KiB, whatever Content-Length claims', async () => {
    const large = JSON.stringify({ ...validContact, message: 'x'.repeat(16 * 1024) })
    await expectProblem(await POST(contactRequest(large, { 'Content-Length': '10' })), 413, { code: 'too_large' })
  })

  it('answers 422 with a code for every missing field', async () => {
    const required = ['required']
    await expectProblem(await POST(contactRequest({ language: 'en' })), 422, {
      code: 'invalid_fields',
      fields: { name: required, email: required, company: required, phone: required, message: required },
    })
  })

  it('answers 422 with a code for every bad field', async () => {
    const bad = {
      name: 'n'.repeat(201),
      email: 'amelie@',
      company: '  ',
      phone: '12',
      message: 'm'.repeat(5001),
      language: 'tlh',
    }
    await expectProblem(await POST(contactRequest(bad)), 422, {
      code: 'invalid_fields',
      fields: {
        name: ['too_long'],
        email: ['invalid_email'],
        company: ['required'],
        phone: ['invalid_phone'],
        message: ['too_long'],
        language: ['unknown_language'],
      },
    })
  })

  it.each([
    ['a JSON list', []],
    ['a number', 7],
    ['fields of other types', { ...validContact, name: { $ne: null } }],
  ])('answers 422 to %s', async (_, body) => {
    expect((await POST(contactRequest(body))).status).toBe(422)
  })

  it.each<Record<string, string | undefined>>([
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': undefined, Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': undefined, Origin: 'null' },
  ])('answers 403 to a request from another site: %o', async (headers) => {
    await expectProblem(await POST(contactRequest(validContact, headers)), 403, { code: 'cross_site' })
  })

  it.each<Record<string, string | undefined>>([
    { Origin: 'https://www.halcrest.example' },
    { 'Sec-Fetch-Site': undefined, Origin: 'http://localhost:3000' },
    { 'Sec-Fetch-Site': undefined, Origin: 'http://127.0.0.1:3100', Host: '127.0.0.1:3100' },
  ])('accepts its own origin: %o', async (headers) => {
    expect((await POST(contactRequest(validContact, headers))).status).toBe(201)
  })

  it('keeps line breaks in the message, and none in the other fields', async () => {
    const response = await POST(
      contactRequest({ ...validContact, name: 'Amélie\r\nBcc: x@y.example\u0000', message: 'a\nb\u0007' }),
    )
    const { id } = await response.json()
    expect(rows().find((row) => row.id === id)).toMatchObject({ name: 'Amélie Bcc: x@y.example', message: 'a\nb' })
  })

  it('answers 503 while another program holds the database, stores nothing, and works again afterwards', async () => {
    const before = rows().length
    const other = openTestDatabase()
    other.exec(wordingOf().keepFromWriting)
    const response = await POST(contactRequest(validContact))
    expect(response.headers.get('retry-after')).toBe('5')
    await expectProblem(response, 503, { code: 'unavailable' })
    other.exec('ROLLBACK')
    other.close()
    expect(rows().length).toBe(before)
    expect((await POST(contactRequest(validContact))).status).toBe(201)
  })
})

describe('GET /api/contact', () => {
  function listRequest(authorization?: string) {
    const headers = authorization ? { Authorization: authorization } : undefined
    return GET(new Request('http://localhost:3000/api/contact', { headers }))
  }

  it.each([undefined, 'Bearer', 'Bearer wrong', 'Basic alice', 'Bearer alice-key-0123456789-0123456789-ab'])(
    'answers 401 and nothing else to %s',
    async (authorization) => {
      const response = await listRequest(authorization)
      expect(response.headers.get('www-authenticate')).toBe('Bearer')
      await expectProblem(response, 401, { code: 'unauthorized' })
    },
  )

  it.each(['alice-key-0123456789-0123456789-abc', 'bob-key-0123456789-0123456789-abcdef'])(
    'lists the leads, newest first, to an operator',
    async (key) => {
      const stored = await (await POST(contactRequest(validContact))).json()
      const response = await listRequest(`Bearer ${key}`)
      expect(response.status).toBe(200)
      const { leads, delivery } = await response.json()
      // No channel is set up here: the operator is told that leads are only stored.
      expect(delivery).toEqual({ mail: false, webhook: false, hubspot: false, salesforce: false, slack: false })
      expect(leads[0]).toMatchObject({ id: stored.id, name: validContact.name, received_at: stored.received_at })
      expect(Object.keys(leads[0])).not.toContain('idempotencyKey')
    },
  )
})
