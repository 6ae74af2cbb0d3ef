import { randomUUID } from 'node:crypto'
import Sqlite from 'better-sqlite3'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { GET, POST } from '@/app/api/contact/route'
import { changeEnvironment, env } from '@/lib/env'
import { countRepeats, isSpam, issueToken, spamScoreOf, tokenAge } from '@/lib/leads/admission'
import { bodyOf } from '@/lib/leads/browser/submit'
import { contextFields, contextRows } from '@/lib/leads/context'
import { contactFields, emptyFields, errorCodesOf } from '@/lib/leads/fields'
import { fieldSchema } from '@/lib/leads/schema'
import { hashFields, saveLead } from '@/lib/leads/store'
import { contactRequest, validContact } from '../support/contact'

const hour = 3_600_000
const contact = { ...validContact }
const links = { ...contact, message: 'http://a.example http://b.example https://c.example' }
const linked = { ...links, message: `${links.message} <a href="http://d.example">` }
const disposable = { ...contact, email: 'someone@mailinator.com' }
const issued = (ageMs: number) => issueToken(Date.now() - ageMs)

type Scored = [who: string, message: typeof contact | Record<string, string>, token: string | null, others?: number]

describe('the spam score', () => {
  it.each<[...Scored, reasons?: string[]]>([
    ['a person who took their time', contact, issued(60_000)],
    ['a person without JavaScript', contact, null],
    ['a person whose browser filled the form in', contact, issued(2500), 0, ['hasty']],
    ['a person who sends a restored draft at once', contact, issued(5), 0, ['hasty']],
    ['a person on a server whose clock was set back', contact, issued(-hour)],
    ['a person with a disposable address', disposable, issued(60_000), 0, ['disposable_email']],
    ['a person in haste with a disposable address', disposable, issued(5), 0, ['hasty', 'disposable_email']],
    ['a person whose colleagues sent the same text', contact, null, 3, ['repeated_text']],
    ['a person in haste whose colleagues sent it, too', contact, issued(5), 9, ['hasty', 'repeated_text']],
    ['a message with many links', links, issued(60_000), 0, ['many_links']],
    ['a forged token', contact, '123.abc', 0, ['forged_token']],
  ])('of %s keeps nobody from being answered', (_, message, token, others = 0, reasons = []) => {
    const found = spamScoreOf(message as typeof contact, token, others)
    expect(found.reasons).toEqual(reasons)
    expect(isSpam(found)).toBe(false)
  })

  it.each<[...Scored, reasons: string[]]>([
    ['a machine that fills every field', { ...contact, honeypot: 'x' }, issued(60_000), 0, ['honeypot']],
    ['a hasty message with many links', links, issued(2500), 0, ['hasty', 'many_links']],
    ['a forged token with many links', links, '123.abc', 0, ['forged_token', 'many_links']],
    ['many links and markup', linked, null, 0, ['many_links', 'markup']],
    [
      'a text sent in haste from several disposable addresses',
      disposable,
      issued(5),
      2,
      ['hasty', 'repeated_text', 'disposable_email'],
    ],
    [
      'links sent in haste from a disposable address',
      { ...links, email: 'x@sub.mailinator.com' },
      issued(5),
      0,
      ['hasty', 'many_links', 'disposable_email'],
    ],
  ])('of %s is that of spam', (_, message, token, others = 0, reasons) => {
    const found = spamScoreOf(message as typeof contact, token, others)
    expect(found.reasons).toEqual(reasons)
    expect(isSpam(found)).toBe(true)
  })

  it.each<[who: string, message: Scored[1], ageMs: number | null, others: number, score: number]>([
    ['a form sent the moment it was shown', contact, 0, 0, 50],
    ['a form sent after 4 seconds', contact, 4000, 0, 0],
    ['a form sent before 4 seconds were over', contact, 3999, 0, 50],
    ['two links', { ...contact, message: 'http://a.example HTTPS://b.example' }, null, 0, 0],
    ['BBCode', { ...contact, message: 'See [URL=//a.example]this[/URL]' }, null, 0, 50],
    ['a text that one other sent', contact, null, 1, 0],
    ['a text that two others sent', contact, null, 2, 40],
    ['a text that nine others sent', contact, null, 9, 40],
    ['a text that a hundred others sent', contact, null, 100, 40],
    [
      'an address whose name is that of a disposable service',
      { ...contact, email: 'mailinator.com@bank.example' },
      null,
      0,
      0,
    ],
    ['a disposable address in capitals', { ...contact, email: 'x@MAILINATOR.COM' }, null, 0, 40],
  ])('of %s is as much as its signs weigh', (_, message, ageMs, others, score) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const token = ageMs === null ? null : issued(ageMs)
    expect(spamScoreOf(message as typeof contact, token, others).score).toBe(score)
    vi.useRealTimers()
  })

  it('tells a token that was made or changed by somebody else from its own', () => {
    const token = issueToken(1000)
    const [, signature = ''] = token.split('.')
    expect(tokenAge(token, 5000)).toBe(4000)
    expect(tokenAge(token, 0)).toBe(-1000)
    const others = [
      `2000.${signature}`,
      `1000.${signature.slice(1)}`,
      `1000.${signature.slice(1)}é`,
      '1000.',
      '1000',
      '',
    ]
    for (const other of others) expect(tokenAge(other, 5000), other).toBeUndefined()
  })

  it('counts the other mailboxes that sent a text, however it is spaced and numbered', async () => {
    const text = 'We build websites for banks such as yours, from 100 dollars.'
    const sent = [
      await countRepeats(text, 'a@x.example'),
      await countRepeats(text, 'a@x.example'),
      await countRepeats('WE BUILD websites for banks,\n\n  such as yours, from 250 dollars!', 'b@x.example'),
      await countRepeats(text, 'c@x.example'),
    ]
    expect(sent).toEqual([0, 0, 1, 2])
  })

  it('counts no conversation that the site itself put into the message', async () => {
    const carried = `My conversation with the assistant:\n\nYou: What is the minimum order?\n\nAssistant: ${'It depends. '.repeat(9)}`
    const sent = []
    for (const sender of ['a', 'b', 'c', 'd']) sent.push(await countRepeats(carried, `${sender}@x.example`))
    expect(sent).toEqual([0, 0, 0, 0])
  })

  it('counts no text that many people write by themselves', async () => {
    const senders = ['a@x.example', 'b@x.example', 'c@x.example']
    const sent = senders.map((email) => countRepeats('Please call me.', email))
    expect(await Promise.all(sent)).toEqual([0, 0, 0])
  })
})

describe('a repeated request', () => {
  it('is recognised by the hash that the first one was stored with, from whatever version', async () => {
    // SHA-256 of ["Amélie Dubois", e-mail address, company, telephone number, message, "fr"] as JSON.
    const known = '1e30ba3eb8e0072a2310e7f4f930f55ed7555b558a4bb84330f5e22fb3e82770'
    expect(hashFields({ ...emptyFields, ...validContact })).toBe(known)
    const key = randomUUID()
    await saveLead(validContact, key)
    const database = new Sqlite(String(process.env.DATABASE_URL).replace('file:', ''), { readonly: true })
    expect(database.prepare('SELECT bodyHash FROM Lead WHERE idempotencyKey = ?').get(key)).toEqual({ bodyHash: known })
    database.close()
  })

  it.each([...contactFields, 'language'] as const)('is another one when its %s is another', async (field) => {
    const key = randomUUID()
    await saveLead(validContact, key)
    expect(await saveLead({ ...validContact, [field]: field === 'language' ? 'es' : 'Other' }, key)).toBe('key_reused')
  })
})

describe('a field that is not required', () => {
  it.each([
    ['line', ' CFO\n', 'CFO', 'x'.repeat(21), 'too_long'],
    ['email', ' a@b.example ', 'a@b.example', 'a@', 'invalid_email'],
    ['phone', '+33 1 99 00', '+33 1 99 00', '12', 'invalid_phone'],
    ['text', 'one\r\ntwo ', 'one\ntwo', 'x'.repeat(21), 'too_long'],
  ] as const)('may be left out or empty, and is validated where it is given: %s', (kind, given, tidy, wrong, code) => {
    const schema = fieldSchema({ kind, required: false, max: 20 })
    expect([undefined, '', '  ', given].map((value) => schema.parse(value))).toEqual(['', '', '', tidy])
    expect(schema.safeParse(wrong).error?.issues.map(({ message }) => message)).toEqual([code])
    expect(schema.safeParse('x'.repeat(21)).error?.issues.map(({ message }) => message)).toEqual(['too_long'])
    expect(schema.safeParse(null).success).toBe(false)
  })
})

describe.each(['line', 'email', 'phone', 'text'] as const)('a field of the kind %s', (kind) => {
  it.each([
    [' ', 'required'],
    [undefined, 'required'],
    ['x'.repeat(21), 'too_long'],
  ])('tells one thing that is wrong, not all at once: %j', (wrong, code) => {
    const { error } = fieldSchema({ kind, required: true, max: 20 }).safeParse(wrong)
    expect(error?.issues.map(({ message }) => message)).toEqual([code])
  })
})

it('tidies what is typed: signs without a shape, and the line ends of every system', () => {
  const tidy = (kind: 'line' | 'text', value: string) => fieldSchema({ kind, required: true, max: 50 }).parse(value)
  expect(tidy('line', 'A\u0000\r\nB\tC')).toBe('A B C')
  expect(tidy('text', 'a\rb\r\nc\nd\te\u0007')).toBe('a\nb\nc\nd\te')
})

it.each([
  ['12 34 56', true],
  ['12 34 5', false],
  ['+４９ ３０ ９０１８２０', true],
  ['+٤٩ ٣٠ ٩٠١٨٢٠', true],
  ['۰۲۱ ۱۲', false],
])('takes six digits of any script for a phone number, and no fewer: %s', (phone, isValid) => {
  expect(fieldSchema({ kind: 'phone', required: true, max: 50 }).safeParse(phone).success).toBe(isValid)
})

it.each([
  'info@müller.de',
  'u@xn--e1afmkfd.xn--p1ai',
  'a&b@example.com',
  'niño@correo.example',
  'josé@exämple.com',
  'o’neill+gold@sub.bank.co.uk',
  "!#$%&'*+/=?^_`{|}~-@example.org",
  '用户@例子.广告',
  'उपयोगकर्ता@उदाहरण.भारत',
])('accepts the e-mail address %s', (address) => {
  expect(fieldSchema({ kind: 'email', required: true, max: 254 }).parse(` ${address} `)).toBe(address)
})

it.each([
  'amelie@',
  '@bank.example',
  'a b@bank.example',
  'a@b@bank.example',
  'a@bank',
  'a@bank..example',
  'a@-bank.example',
  'a@bank-.example',
  '.a@bank.example',
  'a.@bank.example',
  'a..b@bank.example',
  'a@192.0.2.1',
  'a,b@bank.example',
  '<a@bank.example>',
  'a@bank.example\u200b',
  `${'a'.repeat(65)}@bank.example`,
])('refuses %j as an e-mail address', (address) => {
  const { error } = fieldSchema({ kind: 'email', required: true, max: 254 }).safeParse(address)
  expect(error?.issues.map(({ message }) => message)).toEqual(['invalid_email'])
})

it('has the codes of what may be wrong with a field, those of its kind among them', () => {
  expect(Object.fromEntries(contactFields.map((field) => [field, errorCodesOf(field)]))).toEqual({
    name: ['required', 'too_long'],
    email: ['required', 'invalid_email', 'too_long'],
    company: ['required', 'too_long'],
    phone: ['required', 'invalid_phone', 'too_long'],
    message: ['required', 'too_long'],
  })
})

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
