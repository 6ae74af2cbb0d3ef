import { randomUUID } from 'node:crypto'
import Sqlite from 'better-sqlite3'
import { expect, it, vi } from 'vitest'
import { contactRequest, validContact } from '../support/contact'
import { storedLeads } from '../support/stored-leads'

Object.assign(process.env, { LIMIT_CONTACT_PER_CLIENT: '5' })

const { POST } = await import('@/app/api/contact/route')
const { draftFrom } = await import('@/lib/leads/form-post')
const { keepDraft } = await import('@/lib/leads/form-post')

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
  [{ draft: 'none', errors: 'email.constructor,honeypot.required,__proto__.x,name.required' }, { name: ['required'] }],
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
const storedOf = (email: string) => storedLeads().filter((lead) => lead.email === email).length

it('a form without mistakes leads to its receipt, in its language', async () => {
  const changes = valid()
  const { path, query } = await postForm(changes)
  const [lead] = storedLeads().filter(({ email }) => email === changes.email)
  expect([path, query]).toEqual(['/fr/contact/received', `?reference=${lead?.id.slice(0, 8).toUpperCase()}`])
  expect((await postForm({ ...valid(), language: 'tlh' })).path).toBe('/contact/received')
})

it('the same form is stored once an hour for a client, however often it is sent', async () => {
  const changes = valid()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T12:00:00Z') })
  const first = await postForm(changes, '192.0.2.7')
  vi.setSystemTime(Date.parse('2026-11-22T12:59:59Z'))
  expect((await postForm(changes, '192.0.2.7')).query).toBe(first.query)
  expect(storedOf(changes.email)).toBe(1)
  await postForm(changes, '192.0.2.8')
  expect(storedOf(changes.email)).toBe(2)
  vi.setSystemTime(Date.parse('2026-11-22T13:00:00Z'))
  await postForm(changes, '192.0.2.7')
  vi.useRealTimers()
  expect(storedOf(changes.email)).toBe(3)
})

it('a form that comes back and is sent from elsewhere is the same message, by its key', async () => {
  const idempotency_key = randomUUID()
  const changes = valid()
  for (const client of ['192.0.2.10', '192.0.2.11']) await postForm({ ...changes, idempotency_key }, client)
  expect(storedOf(changes.email)).toBe(1)
  for (const client of ['192.0.2.10', '192.0.2.11']) await postForm({ ...changes, idempotency_key: 'short' }, client)
  expect(storedOf(changes.email)).toBe(3)
})

it('a form that fills the hidden field is stored as spam', async () => {
  const changes = { ...valid(), message: 'Bonjour.', honeypot: 'x' }
  expect((await postForm(changes)).path).toBe('/fr/contact/received')
  expect(storedLeads().find(({ email }) => email === changes.email)).toMatchObject({ quarantine: 'honeypot' })
})

it('a form that is too large comes back empty and says so', async () => {
  const { path, query, read } = await postForm({ message: 'x'.repeat(17_000) })
  expect(path).toBe('/contact/again')
  expect(query).toMatch(/&problem=too_large$/)
  expect(await read()).toMatchObject({ lost: false, draft: { code: 'too_large', values: { message: '', name: '' } } })
})

it('a form that cannot be stored comes back with everything in it', async () => {
  const other = new Sqlite(String(process.env.DATABASE_URL).replace('file:', ''))
  other.exec('BEGIN IMMEDIATE')
  const { path, query, read } = await postForm(valid())
  other.exec('ROLLBACK')
  other.close()
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
