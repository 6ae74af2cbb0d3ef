import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { POST as assign } from '@/app/api/operator/leads/[id]/assign/route'
import { POST as erase } from '@/app/api/operator/leads/[id]/erase/route'
import { POST as handle } from '@/app/api/operator/leads/[id]/handle/route'
import { POST as note } from '@/app/api/operator/leads/[id]/note/route'
import { GET as exportCsv } from '@/app/api/operator/leads.csv/route'
import { POST as signIn } from '@/app/api/operator/session/route'
import { errorKindOf } from '@/lib/console/leads/error-words'
import { exportParameters, readListQuery } from '@/lib/console/leads/list-query'
import { phoneLink } from '@/lib/console/leads/phone-link'
import { findDraft } from '@/lib/leads/form-drafts'
import { findLead, pageOfLeads } from '@/lib/leads/list-store'
import { leadQuerySchema } from '@/lib/leads/query'
import { saveLead } from '@/lib/leads/store'
import { cookieOf, keys, siteRequest, withId } from '../support/attestations'
import { validContact } from '../support/contact'

type Route = typeof handle

async function save(changes: Partial<Record<keyof typeof validContact, string>> = {}) {
  const contact = { ...validContact, email: `${randomUUID()}@banque.example`, ...changes }
  const saved = await saveLead(contact as typeof validContact, randomUUID())
  return saved === 'key_reused' ? '' : saved.id
}

function sendJson(route: Route, id: string, body: unknown = {}) {
  return route(siteRequest('POST', '/api/x', { key: keys.alice, body }), withId(id))
}

async function sendForm(route: Route, id: string, fields: Record<string, string> = {}) {
  const signedIn = await signIn(siteRequest('POST', '/api/operator/session', { body: { key: keys.alice } }))
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' }
  const body = String(new URLSearchParams({ language: 'fr', ...fields }))
  const request = siteRequest('POST', '/api/x', { cookie: cookieOf(signedIn), headers, body })
  const answer = await route(request, withId(id))
  return new URL(answer.headers.get('location') ?? '', 'http://localhost:3000')
}

it('an action is answered as JSON, and done twice says that it is so already', async () => {
  const id = await save()
  expect(await (await sendJson(handle, id)).json()).toEqual({ result: 'handled' })
  expect(await (await sendJson(handle, id.slice(0, 8).toUpperCase())).json()).toEqual({ result: 'handled_already' })
  expect((await findLead(id))?.status).toBe('handled')
})

it.each(['', 'a', '9b1deb4', '%', '../x'])('no lead is meant by %j, the beginning of an id', async (id) => {
  const kept = await save()
  expect((await sendJson(erase, id || kept.slice(0, 3))).status).toBe(404)
  expect(await findLead(kept)).not.toBeNull()
})

it('what an action needs is asked for', async () => {
  const id = await save()
  const refused = await sendJson(assign, id, {})
  expect(refused.status).toBe(422)
  expect(await refused.json()).toEqual({ error: { code: 'invalid_fields', fields: { owner: ['required'] } } })
  expect((await sendJson(assign, id, { owner: 'x'.repeat(101) })).status).toBe(422)
  expect((await sendForm(assign, id, { owner: 'x'.repeat(101) })).searchParams.get('problem')).toBe('invalid')
})

it('a form leads back to its lead, in its language, and after erasing to the list', async () => {
  const id = await save()
  const handled = await sendForm(handle, id)
  expect([handled.pathname, handled.search]).toEqual([`/fr/operator/leads/${id}`, '?done=handled'])
  const erased = await sendForm(erase, id)
  expect([erased.pathname, erased.search]).toEqual(['/fr/operator/leads', '?done=erased&leads=1'])
  // A double click.
  expect((await sendForm(erase, id)).search).toBe('?problem=gone')
})

it('a note that was changed meanwhile is refused, and what was typed is kept', async () => {
  const id = await save()
  expect(await (await sendJson(note, id, { note: 'One\nline', previous_note: '' })).json()).toEqual({ result: 'noted' })
  const conflict = await sendJson(note, id, { note: 'Two', previous_note: '' })
  expect([conflict.status, await conflict.json()]).toEqual([409, { error: { code: 'note_changed' } }])
  const back = await sendForm(note, id, { note: 'Trois & <b>', previous_note: '' })
  expect(back.searchParams.get('problem')).toBe('note_changed')
  expect((await findDraft(back.searchParams.get('draft')))?.values.message).toBe('Trois & <b>')
  expect((await findLead(id))?.note).toBe('One\nline')
  // Browsers send line breaks as CR LF.
  expect((await sendForm(note, id, { note: 'Three', previous_note: 'One\r\nline' })).search).toBe('?done=noted')
})

it('the longest note is taken as a form', async () => {
  const id = await save()
  const longest = '金'.repeat(5000)
  await sendJson(note, id, { note: longest, previous_note: '' })
  const changed = `${longest.slice(1)}銀`
  expect((await sendForm(note, id, { note: changed, previous_note: longest })).search).toBe('?done=noted')
})

it('the export has all leads of a filter, in parts', async () => {
  const company = randomUUID()
  for (let count = 0; count < 3; count++) await save({ company })
  const request = (query: string) =>
    exportCsv(siteRequest('GET', `/api/operator/leads.csv?${query}`, { key: keys.alice }))
  const answer = await request(`q=${company}&limit=1`)
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="leads.csv"')
  const text = await answer.text()
  expect(text.split(company)).toHaveLength(4)
  expect(text.split('received_at')).toHaveLength(2)
  expect((await request('state=lost')).status).toBe(422)
})

it('the list pages to older and newer leads, each once', async () => {
  const company = randomUUID()
  const ids = []
  for (let count = 0; count < 5; count++) ids.push(await save({ company }))
  const page = (cursor: string | undefined, direction: 'older' | 'newer') =>
    pageOfLeads(leadQuerySchema.parse({ q: company, limit: 2, ...(cursor && { cursor }) }), direction)
  const first = await page(undefined, 'older')
  const second = await page(first.older, 'older')
  const third = await page(second.older, 'older')
  const seen = [first, second, third].flatMap(({ leads }) => leads.map(({ id }) => id))
  expect(seen.toSorted()).toEqual(ids.toSorted())
  expect([first.newer, third.older]).toEqual([undefined, undefined])
  const back = await page(third.newer, 'newer')
  expect(back.leads).toEqual(second.leads)
  expect((await page(back.newer, 'newer')).leads).toEqual(first.leads)
  expect((await page(back.newer, 'newer')).newer).toBeUndefined()
})

it('an address of the list filters by what it says rightly, up to the end of its last day', () => {
  const { filters, query } = readListQuery({ q: ' bank ', state: 'lost', since: '2026-01-01', until: '2026-01-31' })
  expect(filters).toEqual({ q: 'bank', since: '2026-01-01', until: '2026-01-31' })
  expect(query).toMatchObject({ q: 'bank', limit: 50, until: new Date('2026-02-01') })
  expect(exportParameters(filters)).toEqual({ q: 'bank', since: '2026-01-01', until: '2026-02-01' })
  expect(readListQuery({ newer: 'nonsense', since: 'yesterday' })).toMatchObject({ filters: {}, direction: 'newer' })
})

it.each([
  ['+33 (0)1 99 00 12 34', 'tel:+33199001234'],
  ['01 99 00 12 34 ext. 5', 'tel:0199001234'],
  ['call me 12 34 56', undefined],
])('the link of the number %j is %j', (phone, link) => {
  expect(phoneLink(phone)).toBe(link)
})

it.each([
  ['SMTP 550', 'refused'],
  ['SMTP 421 EENVELOPE', 'later'],
  ['HTTP 503', 'later'],
  ['HTTP 404', 'refused'],
  ['ECONNREFUSED', 'unreachable'],
  ['DELIVERY_TIMEOUT', 'timeout'],
  ['EAUTH SMTP 535', 'password'],
  ['strange', 'other'],
])('the error %s is told as %s', (code, kind) => {
  expect(errorKindOf(code)).toBe(kind)
})
