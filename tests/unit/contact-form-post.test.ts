import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { contactRequest, validContact } from '../support/contact'

Object.assign(process.env, { LIMIT_CONTACT_PER_CLIENT: '5' })

const { POST } = await import('@/app/api/contact/route')
const { draftFrom } = await import('@/lib/leads/form-again')
const { keepDraft } = await import('@/lib/leads/form-drafts')

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
  expect(read()).toMatchObject({ lost: false, draft: { values, fields } })
})

it('what visitors typed is kept, however many wrong forms other clients post', async () => {
  const visitor = await postForm(mistaken)
  for (let wrong = 0; wrong < 600; wrong++) await postForm({ name: '' }, '192.0.2.66')
  for (let client = 0; client < 600; client++) await postForm({ name: '' })
  expect(visitor.read()).toMatchObject({ lost: false, draft: { values: { name: validContact.name } } })
})

it('a client keeps its last five', async () => {
  const client = '192.0.2.5'
  const sent = []
  for (let form = 0; form < 6; form++) sent.push(await postForm({ ...mistaken, name: `Form ${form}` }, client))
  expect(sent.map(({ read }) => read()?.lost)).toEqual([true, false, false, false, false, false])
  expect(sent[0]?.read()).toMatchObject({ draft: { values: {}, fields } })
})

it('a client that posts wrong forms without end is told what is wrong, and nothing more is kept', async () => {
  const client = '192.0.2.30'
  for (let form = 0; form < 30; form++) expect((await postForm(mistaken, client)).read()?.lost).toBe(false)
  const { read, query } = await postForm(mistaken, client)
  expect(read()).toMatchObject({ lost: true, draft: { values: {}, fields, code: 'rate_limited' } })
  expect(read()?.draft.retryAfterSeconds).toBeGreaterThan(500)
  expect(query).not.toContain(encodeURIComponent(validContact.name))
})

it('with its memory full, drafts of those who fill it make room, and small ones stay', () => {
  const draft = (characters: number) => ({ values: { message: 'x'.repeat(characters) }, idempotencyKey: randomUUID() })
  const visitor = keepDraft(draft(500), 'a visitor')
  const kept = new Set<string>()
  for (let client = 0; client < 1000; client++) {
    for (let form = 0; form < 5; form++) {
      const id = keepDraft(draft(15_000), `client ${client}`)
      if (id) kept.add(id)
    }
  }
  const late = keepDraft(draft(500), 'another visitor')
  const isKept = (id?: string) => draftFrom({ draft: id })?.lost === false
  expect([visitor, late].map(isKept)).toEqual([true, true])
  const characters = [...kept].filter(isKept).length * 15_000
  expect(characters).toBeGreaterThan(1024 * 1024)
  expect(characters).toBeLessThan(20 * 1024 * 1024)
})

it('is gone after 15 minutes, and then still says what was wrong', async () => {
  const { read } = await postForm(mistaken)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 })
  expect(read()).toMatchObject({ lost: true, draft: { values: {}, fields } })
  vi.useRealTimers()
})

it.each([
  [{ draft: 'none', errors: 'email.constructor,honeypot.required,__proto__.x,name.required' }, { name: ['required'] }],
  [{ draft: 'none', errors: 'name.<b>' }, undefined],
  [{ draft: ['a', 'b'], errors: ['name.required'] }, undefined],
])('takes from an address only what the form can say: %j', (params, expected) => {
  expect(draftFrom(params)?.draft.fields).toEqual(expected)
})

it('takes no problem from an address that says nothing of this form', () => {
  expect(draftFrom({})).toBeUndefined()
  expect(draftFrom({ draft: 'none', problem: 'unavailable', retry: '-5' })?.draft).not.toHaveProperty('code')
  const { draft } = draftFrom({ draft: 'none', problem: 'rate_limited', retry: '1e99' }) ?? {}
  expect(draft).toMatchObject({ code: 'rate_limited' })
  expect(draft).not.toHaveProperty('retryAfterSeconds')
})
