import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { GET, POST } from '@/app/api/contact/route'
import { changeEnvironment, environment } from '@/lib/env'
import { draftFrom, keepDraft } from '@/lib/leads/form-post'
import { contactRequest, validContact } from '../support/contact'
import { holdLock, runSql, storedLeads } from '../support/database'

async function rows(): Promise<Record<string, unknown>[]> {
  return runSql('SELECT * FROM Lead')
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
    const row = (await rows()).find(({ id }) => id === receipt.id)
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
    expect((await rows()).find((row) => row.id === id)).toMatchObject({ quarantine: 'honeypot' })
  })

  it('keeps one row for a repeated request, also when a hundred arrive at once', async () => {
    const key = randomUUID()
    const before = (await rows()).length
    const sent = Array.from({ length: 100 }, () => POST(contactRequest(validContact, { 'Idempotency-Key': key })))
    const receipts = await Promise.all((await Promise.all(sent)).map((response) => response.json()))
    expect(new Set(receipts.map((receipt) => JSON.stringify(receipt))).size).toBe(1)
    expect((await rows()).length).toBe(before + 1)
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
    expect((await rows()).find((row) => row.id === id)).toMatchObject({
      name: 'Amélie Bcc: x@y.example',
      message: 'a\nb',
    })
  })

  it('answers 503 while another program holds the database, stores nothing, and works again afterwards', async () => {
    const before = (await rows()).length
    const release = await holdLock()
    const response = await POST(contactRequest(validContact))
    expect(response.headers.get('retry-after')).toBe('5')
    await expectProblem(response, 503, { code: 'unavailable' })
    await release()
    expect((await rows()).length).toBe(before)
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

describe('a form without JavaScript', () => {
  const before = environment().LIMIT_CONTACT_PER_CLIENT
  beforeAll(() => changeEnvironment({ LIMIT_CONTACT_PER_CLIENT: '5' }))
  afterAll(() => changeEnvironment({ LIMIT_CONTACT_PER_CLIENT: before }))

  /** Posts the form as a browser without JavaScript does, and follows it to what the page then shows. */
  async function postForm(changes: Record<string, string> = {}, client: string = randomUUID()) {
    const body = new URLSearchParams({ ...validContact, ...changes }).toString()
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Forwarded-For': client }
    const response = await POST(contactRequest(body, headers))
    expect(response.status).toBe(303)
    const location = new URL(response.headers.get('location') ?? '', 'http://localhost:3000')
    const read = () => draftFrom(Object.fromEntries(location.searchParams))
    return { path: location.pathname, query: location.search, read }
  }

  const mistaken = { email: 'amelie@', phone: '' }
  const fields = { email: ['invalid_email'], phone: ['required'] }

  it('a form with mistakes comes back with them and with everything that was typed', async () => {
    const { path, read } = await postForm(mistaken)
    expect(path).toBe('/fr/contact/again')
    const { honeypot: _, language: __, ...values } = { ...validContact, ...mistaken }
    expect(await read()).toMatchObject({ lost: false, draft: { values, fields } })
  })

  it('what visitors typed is kept, however many wrong forms other clients post', async () => {
    const visitor = await postForm(mistaken)
    for (let wrong = 0; wrong < 600; wrong++) await postForm({ name: '' }, '192.0.2.66')
    for (let client = 0; client < 600; client++) await postForm({ name: '' })
    expect(await visitor.read()).toMatchObject({ lost: false, draft: { values: { name: validContact.name } } })
  })

  it('a client keeps its last five', async () => {
    const client = '192.0.2.5'
    const sent = []
    for (let form = 0; form < 6; form++) sent.push(await postForm({ ...mistaken, name: `Form ${form}` }, client))
    expect(await Promise.all(sent.map(async ({ read }) => (await read())?.lost))).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ])
    expect(await sent[0]?.read()).toMatchObject({ draft: { values: {}, fields } })
  })

  it('a client that posts wrong forms without end is told what is wrong, and nothing more is kept', async () => {
    const client = '192.0.2.30'
    for (let form = 0; form < 30; form++) expect((await (await postForm(mistaken, client)).read())?.lost).toBe(false)
    const { read, query } = await postForm(mistaken, client)
    expect(await read()).toMatchObject({ lost: true, draft: { values: {}, fields, code: 'rate_limited' } })
    expect((await read())?.draft.retryAfterSeconds).toBeGreaterThan(500)
    expect(query).not.toContain(encodeURIComponent(validContact.name))
  })

  it('keeps 1,000 drafts, the newest ones', async () => {
    const draft = { values: { message: 'x' }, idempotencyKey: randomUUID() }
    const first = await keepDraft(draft, 'a visitor')
    for (let client = 0; client < 999; client++) await keepDraft(draft, `client ${client}`)
    const last = await keepDraft(draft, 'another visitor')
    const areLost = [first, last].map(async (id) => (await draftFrom({ draft: id }))?.lost)
    expect(await Promise.all(areLost)).toEqual([true, false])
  })

  it('is gone after 15 minutes, and then still says what was wrong', async () => {
    const { read } = await postForm(mistaken)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 })
    expect(await read()).toMatchObject({ lost: true, draft: { values: {}, fields } })
    vi.useRealTimers()
  })

  it.each([
    [
      { draft: 'none', errors: 'email.constructor,honeypot.required,__proto__.x,name.required' },
      { name: ['required'] },
    ],
    [{ draft: 'none', errors: 'name.<b>' }, undefined],
    [{ draft: ['a', 'b'], errors: ['name.required'] }, undefined],
  ])('takes from an address only what the form can say: %j', async (params, expected) => {
    expect((await draftFrom(params))?.draft.fields).toEqual(expected)
  })

  it('takes no problem from an address that says nothing of this form', async () => {
    expect(await draftFrom({})).toBeUndefined()
    expect((await draftFrom({ draft: 'none', problem: 'unavailable', retry: '-5' }))?.draft).not.toHaveProperty('code')
    const { draft } = (await draftFrom({ draft: 'none', problem: 'rate_limited', retry: '1e99' })) ?? {}
    expect(draft).toMatchObject({ code: 'rate_limited' })
    expect(draft).not.toHaveProperty('retryAfterSeconds')
  })

  const valid = () => ({ email: `${randomUUID()}@banque.example` })
  const storedOf = async (email: string) => (await storedLeads()).filter((lead) => lead.email === email).length

  it('a form without mistakes leads to its receipt, in its language', async () => {
    const changes = valid()
    const { path, query } = await postForm(changes)
    const [lead] = (await storedLeads()).filter(({ email }) => email === changes.email)
    expect([path, query]).toEqual(['/fr/contact/received', `?reference=${lead?.id.slice(0, 8).toUpperCase()}`])
    expect((await postForm({ ...valid(), language: 'tlh' })).path).toBe('/contact/received')
  })

  it('the same form is stored once an hour for a client, however often it is sent', async () => {
    const changes = valid()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T12:00:00Z') })
    const first = await postForm(changes, '192.0.2.7')
    vi.setSystemTime(Date.parse('2026-11-22T12:59:59Z'))
    expect((await postForm(changes, '192.0.2.7')).query).toBe(first.query)
    expect(await storedOf(changes.email)).toBe(1)
    await postForm(changes, '192.0.2.8')
    expect(await storedOf(changes.email)).toBe(2)
    vi.setSystemTime(Date.parse('2026-11-22T13:00:00Z'))
    await postForm(changes, '192.0.2.7')
    vi.useRealTimers()
    expect(await storedOf(changes.email)).toBe(3)
  })

  it('a form that comes back and is sent from elsewhere is the same message, by its key', async () => {
    const idempotency_key = randomUUID()
    const changes = valid()
    for (const client of ['192.0.2.10', '192.0.2.11']) await postForm({ ...changes, idempotency_key }, client)
    expect(await storedOf(changes.email)).toBe(1)
    for (const client of ['192.0.2.10', '192.0.2.11']) await postForm({ ...changes, idempotency_key: 'short' }, client)
    expect(await storedOf(changes.email)).toBe(3)
  })

  it('a form that fills the hidden field is stored as spam', async () => {
    const changes = { ...valid(), message: 'Bonjour.', honeypot: 'x' }
    expect((await postForm(changes)).path).toBe('/fr/contact/received')
    expect((await storedLeads()).find(({ email }) => email === changes.email)).toMatchObject({ quarantine: 'honeypot' })
  })

  it('a form that is too large comes back empty and says so', async () => {
    const { path, query, read } = await postForm({ message: 'x'.repeat(17_000) })
    expect(path).toBe('/contact/again')
    expect(query).toMatch(/&problem=too_large$/)
    expect(await read()).toMatchObject({ lost: false, draft: { code: 'too_large', values: { message: '', name: '' } } })
  })

  it('a form that cannot be stored comes back with everything in it', async () => {
    const release = await holdLock()
    const { path, query, read } = await postForm(valid())
    await release()
    expect(path).toBe('/fr/contact/again')
    expect(await read()).toMatchObject({ draft: { code: 'unavailable', values: { name: validContact.name } } })
    // An address says nothing that promises what is gone.
    expect(query).toMatch(/^\?draft=[0-9a-f]{32}$/)
  })

  it('an address says what was wrong, and for how long to wait, where the draft is gone', async () => {
    const client = '192.0.2.40'
    for (let message = 0; message < 5; message++) await postForm(valid(), client)
    const { query, read } = await postForm(valid(), client)
    const seconds = Number(new URLSearchParams(query).get('retry'))
    expect(seconds).toBeGreaterThan(500)
    expect(await read()).toMatchObject({ lost: false, draft: { code: 'rate_limited', retryAfterSeconds: seconds } })
    expect(await draftFrom({ draft: 'none', problem: 'rate_limited', retry: '540' })).toMatchObject({
      lost: true,
      draft: { values: {}, code: 'rate_limited', retryAfterSeconds: 540 },
    })
    for (const retry of ['123456', ' 5', '5s', '', ['540']]) {
      expect((await draftFrom({ draft: 'none', retry }))?.draft).not.toHaveProperty('retryAfterSeconds')
    }
    expect((await postForm(mistaken)).query).toMatch(
      /^\?draft=[0-9a-f]{32}&errors=email\.invalid_email%2Cphone\.required$/,
    )
  })
})
