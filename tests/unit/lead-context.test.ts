import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { GET, POST } from '@/app/api/contact/route'
import { changeEnvironment, env } from '@/lib/env'
import { bodyOf } from '@/lib/leads/browser/submit'
import { contextFields, contextRows } from '@/lib/leads/context'
import { contactRequest, validContact } from '../support/contact'

const operator = { Authorization: 'Bearer alice-key-0123456789-0123456789-abc' }

const context = {
  landing_page: '/fr/direct-reserve',
  form_page: '/fr/contact',
  referrer: 'www.google.com',
  utm_source: 'newsletter',
  utm_medium: 'email',
  utm_campaign: 'Été 2026',
  utm_term: 'or en jetons',
  utm_content: 'bouton',
  time_zone: 'America/Toronto',
  browser_locale: 'fr-CA',
}

let client = 0

/** Sends a lead from a client of its own, and returns what operators read of it. */
async function stored(sent: unknown, headers: Record<string, string> = {}) {
  const email = `${randomUUID()}@banque.example`
  const from = { 'X-Forwarded-For': `203.0.113.${++client}`, ...headers }
  const response = await POST(contactRequest({ ...validContact, email, context: sent }, from))
  expect(response.status).toBe(201)
  return readLead(email)
}

async function readLead(email: string) {
  const { leads } = await (await list(`email=${email}`)).json()
  expect(leads).toHaveLength(1)
  return leads[0]
}

function list(query: string) {
  return GET(new Request(`http://localhost:3000/api/contact?${query}`, { headers: operator }))
}

afterEach(() => changeEnvironment({ LEADS_CONTEXT: undefined }))

describe('the context of a lead', () => {
  it('is kept as it was sent, and told in JSON and CSV', async () => {
    const lead = await stored(context)
    expect(lead.context).toEqual(context)
    const csv = await (await list(`email=${lead.email}&format=csv`)).text()
    const [header = '', row = ''] = csv.trim().split('\r\n')
    expect(header.replaceAll('"', '').split(',')).toEqual(expect.arrayContaining(contextFields))
    expect(row).toContain('Été 2026')
    expect(row).toContain('America/Toronto')
  })

  it.each<[string, unknown, object]>([
    ['nothing', undefined, {}],
    ['no object', 'campaign', {}],
    ['a list', [context], {}],
    ['other fields', { cookie: 'id=1', user_agent: 'Firefox', form_page: '/contact' }, { form_page: '/contact' }],
    [
      'fields that are no text',
      { utm_source: 7, utm_term: { a: 1 }, referrer: null, form_page: '/' },
      { form_page: '/' },
    ],
    ['what was asked of a page', { landing_page: '/contact?email=a@b.example#form' }, { landing_page: '/contact' }],
    ['addresses elsewhere', { landing_page: 'https://bank.example/a', referrer: 'https://bank.example/a?b' }, {}],
    [
      'control characters',
      { utm_source: ' news\u0000\r\nletter\u0007 ', time_zone: 'a b' },
      { utm_source: 'news letter' },
    ],
    ['text that is too long', { utm_term: '💶'.repeat(500) }, { utm_term: '💶'.repeat(100) }],
    ['half a character', { utm_term: 'or\ud83d' }, { utm_term: 'or\ufffd' }],
  ])('never refuses a lead: %s', async (_, sent, kept) => {
    expect((await stored(sent)).context).toEqual(kept)
  })

  it('goes with the longest message, as far as the request has room for it', async () => {
    const message = 'é'.repeat(5000)
    expect(JSON.parse(bodyOf({ ...validContact, message }, context))).toEqual({ ...validContact, message, context })
    const longest = { ...validContact, message: '金'.repeat(5000), name: '金'.repeat(200), company: '金'.repeat(50) }
    const body = bodyOf(longest, context)
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(16 * 1024)
    expect(Object.keys(JSON.parse(body).context)).toContain('landing_page')
    expect((await POST(contactRequest(body, { 'X-Forwarded-For': '203.0.113.210' }))).status).toBe(201)
  })

  it('does not make another message of the same text', async () => {
    const key = { 'Idempotency-Key': randomUUID(), 'X-Forwarded-For': '203.0.113.200' }
    const contact = { ...validContact, email: `${randomUUID()}@banque.example` }
    const first = await (await POST(contactRequest({ ...contact, context }, key))).json()
    const again = await POST(contactRequest({ ...contact, context: { form_page: '/es/contact' } }, key))
    expect(again.status).toBe(201)
    expect(await again.json()).toEqual(first)
    expect((await readLead(contact.email)).context).toEqual(context)
  })

  it('is not kept for a visitor with Global Privacy Control, nor with LEADS_CONTEXT=false', async () => {
    expect((await stored(context, { 'Sec-GPC': '1' })).context).toEqual({})
    changeEnvironment({ LEADS_CONTEXT: 'false' })
    expect((await stored(context)).context).toEqual({})
  })

  it.each([
    ['its page, which the browser names', `${env.SITE_URL}/fr/contact?a=b`, {}, { form_page: '/fr/contact' }],
    ['nothing with Global Privacy Control', `${env.SITE_URL}/fr/contact`, { 'Sec-GPC': '1' }, {}],
    ['nothing of a page elsewhere', 'https://elsewhere.example/fr/contact', {}, {}],
  ])('of a form without JavaScript is %s', async (_, referer, headers, kept) => {
    const email = `${randomUUID()}@banque.example`
    const form = new URLSearchParams({ ...validContact, email }).toString()
    const sent = { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Forwarded-For': `203.0.113.${++client}` }
    const response = await POST(contactRequest(form, { ...sent, Referer: referer, ...headers }))
    expect(response.headers.get('location')).toMatch(/^\/fr\/contact\/received\?/)
    expect((await readLead(email)).context).toEqual(kept)
  })

  it('is shown in rows, of what is known only', () => {
    expect(contextRows({ context: null })).toEqual([])
    expect(contextRows({ context: 'no JSON' })).toEqual([])
    const text = JSON.stringify({ time_zone: 'Europe/Paris', landing_page: '/' })
    expect(contextRows({ context: text })).toEqual([
      ['landing_page', '/'],
      ['time_zone', 'Europe/Paris'],
    ])
  })
})
