import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { GET, POST } from '@/app/api/contact/route'
import { GET as exportCsv } from '@/app/api/operator/leads.csv/route'
import { errorCodesOf } from '@/lib/leads/contact-fields'
import { contextRows } from '@/lib/leads/context'
import { fieldSchema } from '@/lib/leads/schema'
import { operatorKey } from '../support/api'
import { siteRequest } from '../support/attestations'
import { contactRequest, validContact } from '../support/contact'
import { runSql } from '../support/database'
import { requireStatus } from '../support/requests'
import { setForTest } from '../support/settings'

const rowsOf = (email: string) =>
  runSql('SELECT * FROM Lead WHERE email = ?', email)
const freshEmail = () => `${randomUUID()}@banque.example`

describe('POST /api/contact', () => {
  it('stores the lead and returns 201 with its receipt', async () => {
    const email = freshEmail()
    const typed = {
      name: 'Amélie\r\nBcc: x@y.example\u0000',
      message: 'a\nb\u0007',
      email,
    }

    const response = await POST(contactRequest({ ...validContact, ...typed }))

    const [row] = await rowsOf(email)
    expect(row).toMatchObject({
      name: 'Amélie Bcc: x@y.example',
      message: 'a\nb',
      language: 'fr',
      quarantine: null,
    })
    expect(response.status).toBe(201)
    expect(await response.json()).toEqual({
      id: row?.id,
      received_at: expect.any(String),
    })
  })

  const required = ['required']
  const invalid = (fields: Record<string, string[]>) => ({
    code: 'invalid_fields',
    fields,
  })
  const allRequired = {
    name: required,
    email: required,
    company: required,
    phone: required,
    message: required,
  }
  const texts = {
    name: 'n'.repeat(201),
    email: 'amelie@',
    company: '  ',
    phone: '12',
    message: 'm'.repeat(5001),
  }
  const wrong = {
    email: ['invalid_email'],
    phone: ['invalid_phone'],
    language: ['unknown_language'],
  }
  const long = { name: ['too_long'], message: ['too_long'] }
  it.each<
    [
      status: number,
      error: object,
      body: unknown,
      headers?: Record<string, string>,
    ]
  >([
    [400, { code: 'malformed' }, '{"name":'],
    [
      400,
      { code: 'invalid_idempotency_key' },
      validContact,
      { 'Idempotency-Key': 'short' },
    ],
    [422, invalid(allRequired), { language: 'en' }],
    [
      422,
      invalid({ ...wrong, ...long, company: required }),
      { ...texts, language: 'tlh' },
    ],
    [
      422,
      invalid({ name: ['invalid'], phone: ['invalid'] }),
      { ...validContact, name: { $ne: null }, phone: 15145550100 },
    ],
    [422, invalid({ name: required }), { ...validContact, name: null }],
    [422, invalid({ body: ['invalid'] }), []],
    [422, invalid({ body: ['invalid'] }), 5],
  ])('returns %i with %j for %j', async (status, error, body, headers) => {
    const response = await POST(contactRequest(body, headers))
    expect(response.status).toEqual(status)
    expect(await response.json()).toEqual({ error })
  })
})

function list(query: string) {
  const headers = { Authorization: `Bearer ${operatorKey}` }
  return GET(
    new Request(`http://localhost:3000/api/contact?${query}`, { headers }),
  )
}

it.each(['yesterday', '2026-11-30T13', '2026-11-30T13:00:00 01:00'])(
  'the list of leads has a code for the invalid time %j',
  async (time) => {
    const query = new URLSearchParams({ since: time, until: time })
    const answer = await list(`${query}`)

    const fields = { since: ['invalid_time'], until: ['invalid_time'] }
    expect(await answer.json()).toEqual({
      error: { code: 'invalid_fields', fields },
    })
  },
)

const codesOf = (
  kind: 'line' | 'email' | 'phone' | 'text',
  value: unknown,
  required = true,
) =>
  (
    fieldSchema({ kind, required, max: 70 }).safeParse(value).error?.issues ??
    []
  ).map(({ message }) => message)

const kinds = ['line', 'email', 'phone', 'text'] as const

const optionalField = (kind: (typeof kinds)[number]) =>
  fieldSchema({ kind, required: false, max: 70 })

it.each([
  ['line', ' CFO\n', 'CFO'],
  ['line', 'A\u0000\r\nB\tC', 'A B C'],
  ['email', ' a@b.example ', 'a@b.example'],
  ['phone', ' +33 1 99 00', '+33 1 99 00'],
  ['text', 'a\rb\r\nc\nd\te\u0007 ', 'a\nb\nc\nd\te'],
] as const)(
  'a field of the kind %s turns %j into %j',
  (kind, typed, stored) => {
    expect(optionalField(kind).parse(typed)).toBe(stored)
  },
)

describe.each(kinds)('a field of the kind %s', (kind) => {
  it.each([undefined, '', '  '])('may be %j if it is optional', (value) => {
    expect(optionalField(kind).parse(value)).toBe('')
  })

  it('must not be null, even if it is optional', () => {
    expect(codesOf(kind, null, false)).toEqual(['invalid'])
  })

  it.each([
    ['is missing', undefined, 'required'],
    ['is blank', ' ', 'required'],
    ['is too long', 'x'.repeat(71), 'too_long'],
  ])('that is required and %s has only one error', (_, value, code) => {
    expect(codesOf(kind, value)).toEqual([code])
  })
})

it.each([
  ['email', 'a@'],
  ['phone', '12'],
] as const)('an optional field of the kind %s rejects %j', (kind, wrong) => {
  expect(codesOf(kind, wrong, false)).toEqual([`invalid_${kind}`])
})

it('each kind of field has its own list of error codes', () => {
  const codes = (['email', 'phone', 'message'] as const).map(errorCodesOf)
  const [required, long] = ['required', 'too_long']

  expect(codes).toEqual([
    [required, 'invalid_email', long],
    [required, 'invalid_phone', long],
    [required, long],
  ])
})

const validEmails =
  `info@müller.de u@xn--e1afmkfd.xn--p1ai a&b@example.com niño@correo.example 用户@例子.广告
  josé@exämple.com o’neill+gold@sub.bank.co.uk !#$%&'*+/=?^_\`{|}~-@example.org उपयोगकर्ता@उदाहरण.भारत`.split(
    /\s+/,
  )
const invalidEmails =
  `amelie@ @bank.example a@b@bank.example a@bank a@bank..example a@-bank.example a@bank-.example
  .a@bank.example a.@bank.example a..b@bank.example a@192.0.2.1 a,b@bank.example <a@bank.example>`.split(
    /\s+/,
  )
const otherInvalid = ['a b@bank.example', `${'a'.repeat(65)}@b.de`]

it.each([
  {
    kind: 'phone',
    condition: 'of six digits or more',
    valid: ['12 34 56', '+４９ ３０ ９０１８２０', '+٤٩ ٣٠ ٩٠١٨٢٠'],
    invalid: ['12', '12 34 5', '۰۲۱ ۱۲'],
  },
  {
    kind: 'email',
    condition: 'that mail servers accept',
    valid: validEmails,
    invalid: [...invalidEmails, ...otherInvalid],
  },
] as const)(
  'a field of the kind $kind accepts only values $condition, in any script',
  ({ kind, valid, invalid }) => {
    for (const value of valid) expect(codesOf(kind, value), value).toEqual([])
    for (const value of invalid)
      expect(codesOf(kind, value), value).toEqual([`invalid_${kind}`])
  },
)

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

/** Sends a lead and returns it as operators read it. */
async function storeContext(
  sent: unknown,
  headers: Record<string, string> = {},
) {
  const email = freshEmail()
  const from = { 'X-Forwarded-For': randomUUID(), ...headers }
  const request = contactRequest(
    { ...validContact, email, context: sent },
    from,
  )
  requireStatus(201, await POST(request))
  return readLead(email)
}

async function readLead(email: string) {
  const { leads } = await (await list(`email=${email}`)).json()
  if (leads.length !== 1) throw new Error(`${leads.length} leads of ${email}`)
  return leads[0]
}

describe('the lead context', () => {
  it('is stored as sent and available in JSON', async () => {
    const lead = await storeContext(context)

    expect(lead.context).toEqual(context)
  })

  it('is available in CSV', async () => {
    const { email } = await storeContext(context)

    const csv = await exportCsv(
      siteRequest('GET', `/api/operator/leads.csv?email=${email}`, {
        key: operatorKey,
      }),
    )

    const [, row] = (await csv.text()).split('\r\n')
    expect(row).toMatch(new RegExp(`,${Object.values(context).join(',')}$`))
  })

  it.each<[string, unknown, object]>([
    ['nothing', undefined, {}],
    ['a text instead of an object', 'campaign', {}],
    ['a list instead of an object', [context], {}],
    [
      'unknown fields',
      { cookie: 'id=1', user_agent: 'Firefox', form_page: '/contact' },
      { form_page: '/contact' },
    ],
    [
      'a host in capitals',
      { referrer: 'WWW.Bank.example:8443' },
      { referrer: 'www.bank.example:8443' },
    ],
    [
      'fields that are not text',
      { utm_source: 7, utm_term: {}, referrer: null, form_page: '/' },
      { form_page: '/' },
    ],
    [
      'the query and fragment of a page',
      { landing_page: '/contact?email=a@b.example#form' },
      { landing_page: '/contact' },
    ],
    [
      'addresses of other sites',
      {
        landing_page: 'https://bank.example/a',
        referrer: 'https://bank.example/a?b',
      },
      {},
    ],
    [
      'control characters',
      { utm_source: ' a\u0000\r\nb\u0007 ', time_zone: 'a b' },
      { utm_source: 'a b' },
    ],
    [
      'text that is too long',
      { utm_term: '💶'.repeat(500) },
      { utm_term: '💶'.repeat(50) },
    ],
    ['half of a surrogate pair', { utm_term: 'or\ud83d' }, { utm_term: 'or' }],
  ])('never causes a lead to be refused: %s', async (_, sent, kept) => {
    expect((await storeContext(sent)).context).toEqual(kept)
  })

  it('stays as it was when the message is repeated with another context', async () => {
    const key = {
      'Idempotency-Key': randomUUID(),
      'X-Forwarded-For': '203.0.113.200',
    }
    const contact = { ...validContact, email: freshEmail() }
    const first = await (
      await POST(contactRequest({ ...contact, context }, key))
    ).json()
    const again = await POST(
      contactRequest(
        { ...contact, context: { form_page: '/es/contact' } },
        key,
      ),
    )

    expect(again.status).toBe(201)
    expect(await again.json()).toEqual(first)
    expect((await readLead(contact.email)).context).toEqual(context)
  })

  it('is not stored with Global Privacy Control', async () => {
    const lead = await storeContext(context, { 'Sec-GPC': '1' })

    expect(lead.context).toEqual({})
  })

  it('is not stored with LEADS_CONTEXT=false', async () => {
    setForTest({ LEADS_CONTEXT: 'false' })

    const lead = await storeContext(context)

    expect(lead.context).toEqual({})
  })

  it('is shown in rows for known fields only', () => {
    expect(contextRows({ context: null })).toEqual([])
    expect(contextRows({ context: 'no JSON' })).toEqual([])

    const context = JSON.stringify({
      time_zone: 'Europe/Paris',
      landing_page: '/',
    })
    expect(contextRows({ context })).toEqual(
      Object.entries({ landing_page: '/', time_zone: 'Europe/Paris' }),
    )
  })
})
