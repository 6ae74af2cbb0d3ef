// Tests the contact form as posted by a browser without JavaScript.
import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { GET, POST } from '@/app/api/contact/route'
import { dayMs, minuteMs } from '@/lib/durations'
import { env } from '@/lib/env'
import {
  findRefusedInput,
  storeRefusedInput,
} from '@/lib/http/refused-input-store'
import { referenceOf } from '@/lib/leads/contact-fields'
import { readRefusedInput } from '@/lib/leads/form-post'
import { operatorKey } from '../support/api'
import { contactRequest, validContact } from '../support/contact'
import { holdLock, runSql } from '../support/database'
import { requireStatus } from '../support/requests'
import { setForBlock, setForTest } from '../support/settings'

const rowsOf = (email: string) =>
  runSql('SELECT * FROM Lead WHERE email = ?', email)
const valid = () => ({ email: `${randomUUID()}@banque.example` })
const storedOf = async (email: string) => (await rowsOf(email)).length

type Posted = Record<string, string | undefined>

/** Posts a body and follows the redirect to the input that the page shows. */
async function postBody(
  body: string,
  client: string = randomUUID(),
  headers: Posted = {},
) {
  const accepted = {
    'Content-Type': 'application/x-www-form-urlencoded',
    Accept: 'text/html,*/*',
  }
  const request = contactRequest(body, {
    ...accepted,
    'X-Forwarded-For': client,
    ...headers,
  })
  const response = requireStatus(303, await POST(request))
  const location = new URL(
    response.headers.get('location') ?? '',
    'http://localhost:3000',
  )
  const readInput = () =>
    readRefusedInput(Object.fromEntries(location.searchParams))
  return { path: location.pathname, query: location.search, read: readInput }
}

/** Posts the form with the language first, in the order of the page. */
function postForm(
  changes: Record<string, string> = {},
  client?: string,
  headers?: Posted,
) {
  const { language, ...fields } = validContact
  return postBody(
    `${new URLSearchParams({ language, ...fields, ...changes })}`,
    client,
    headers,
  )
}

setForBlock({ LIMIT_CONTACT_PER_CLIENT: '5' })

const mistaken = { email: 'amelie@', phone: '' }
const fields = { email: ['invalid_email'], phone: ['required'] }

describe('a form with mistakes', () => {
  it('is shown with its errors and values', async () => {
    const { path, read } = await postForm(mistaken)

    const typed = { ...validContact, ...mistaken }
    const { honeypot: _, language: __, ...values } = typed
    expect(path).toBe('/fr/contact/again')
    expect(await read()).toMatchObject({
      isLost: false,
      input: { values, fields },
    })
  })

  it('is lost after 15 minutes', async () => {
    const { read } = await postForm(mistaken)

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * minuteMs })

    expect(await read()).toMatchObject({ isLost: true, input: { values: {} } })
  })

  async function postThirty(client: string) {
    const sent = []
    for (let form = 0; form < 30; form++)
      sent.push(await postForm(mistaken, client))
    return sent
  }

  it('is stored only while it is among its client’s five newest', async () => {
    const sent = await postThirty('192.0.2.30')

    const lost = await Promise.all(
      sent.map(async ({ read }) => (await read())?.isLost),
    )
    expect(lost.indexOf(false)).toBe(25)
    expect(lost.filter((each) => !each)).toHaveLength(5)
  })

  it('is rate limited after thirty posts', async () => {
    const client = '192.0.2.31'
    await postThirty(client)

    const answer = await (await postForm(mistaken, client)).read()

    expect(answer).toMatchObject({
      isLost: true,
      input: { values: {}, code: 'rate_limited' },
    })
    expect(answer?.input.retryAfterSeconds).toBeGreaterThan(500)
  })

  it('is dropped after 1,000 newer ones', async () => {
    await runSql('DELETE FROM FormDraft')
    const visitor = await postForm(mistaken)
    const keep = (other: number) =>
      storeRefusedInput({ values: {} }, `client ${other}`)
    for (let other = 0; other < 999; other++) await keep(other)
    const kept = await visitor.read()

    await keep(999)

    expect(kept).toMatchObject({
      isLost: false,
      input: { values: { name: validContact.name } },
    })
    expect(await visitor.read()).toMatchObject({ isLost: true })
  })

  it('is stored even if the client’s earlier forms have dates in the future', async () => {
    const client = '192.0.2.31'
    vi.useFakeTimers({
      toFake: ['Date'],
      now: Date.now() + 60 * dayMs,
    })
    for (let form = 0; form < 5; form++) await postForm(mistaken, client)
    vi.useRealTimers()

    const { read } = await postForm(mistaken, client)

    expect(await read()).toMatchObject({ isLost: false, input: { fields } })
  })

  it('is held in memory without a database, if it is among the newest 100', async () => {
    setForTest({ DATABASE_URL: 'file:/no-such-folder/site.db' })
    const ids = []
    for (let form = 0; form < 101; form++)
      ids.push(await storeRefusedInput({ values: { name: `${form}` } }, ''))

    const kept = await Promise.all(ids.map(findRefusedInput))
    expect(kept.map((input) => input?.values.name)).toEqual([
      undefined,
      ...kept.keys().drop(1).map(String),
    ])
  })
})

it('a form in an unknown language uses the language of its page', async () => {
  const headers = { Referer: 'http://localhost:3000/es/contact' }
  const ofPage = await postForm(
    { ...valid(), language: 'tlh' },
    undefined,
    headers,
  )
  const ofNone = await postForm({ ...valid(), language: 'tlh' })

  expect(ofPage.path).toBe('/es/contact/received')
  expect(ofNone.path).toBe('/contact/received')
})

describe('a form without mistakes', () => {
  it('redirects to the receipt in its language', async () => {
    const changes = valid()
    const { path, query } = await postForm(changes)
    const [lead] = await rowsOf(changes.email)

    expect({ path, query }).toEqual({
      path: '/fr/contact/received',
      query: `?reference=${referenceOf(String(lead?.id))}`,
    })
  })

  it.each([
    {
      condition: 'the page that the browser names as referrer',
      headers: { Referer: `${env.SITE_URL}/fr/contact?a=b` },
      kept: { form_page: '/fr/contact' },
    },
    {
      condition: 'nothing with Global Privacy Control',
      headers: { Referer: `${env.SITE_URL}/fr/contact`, 'Sec-GPC': '1' },
      kept: {},
    },
    {
      condition: 'nothing about a page on another site',
      headers: { Referer: 'https://elsewhere.example/fr/contact' },
      kept: {},
    },
  ])('is stored with this context: $condition', async ({ headers, kept }) => {
    const { email } = valid()
    await postForm({ email }, randomUUID(), headers)
    const Authorization = `Bearer ${operatorKey}`
    const asked = new Request(
      `http://localhost:3000/api/contact?email=${email}`,
      { headers: { Authorization } },
    )
    const { leads } = await (await GET(asked)).json()

    expect(leads.map(({ context }: { context: object }) => context)).toEqual([
      kept,
    ])
  })
})

describe('a form that is sent again', () => {
  it.each([
    {
      condition: 'across a full hour',
      first: '2026-11-22T12:59:59Z',
      second: '2026-11-22T13:00:01Z',
      client: '192.0.2.7',
    },
    {
      condition: 'from another address',
      first: '2026-11-22T12:00:00Z',
      second: '2026-11-22T12:01:00Z',
      client: '192.0.2.8',
    },
    {
      condition: '23 hours later',
      first: '2026-11-22T12:00:00Z',
      second: '2026-11-23T11:00:00Z',
      client: '192.0.2.8',
    },
  ])(
    '$condition has the same receipt and is stored once',
    async ({ first, second, client }) => {
      const changes = valid()
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(first) })
      const receipt = await postForm(changes, '192.0.2.7')
      vi.setSystemTime(Date.parse(second))
      const again = await postForm(changes, client)

      expect(receipt.path).toBe('/fr/contact/received')
      expect(again.query).toBe(receipt.query)
      expect(await storedOf(changes.email)).toBe(1)
    },
  )

  it('counts as one new message if two copies arrive together a day later', async () => {
    const changes = valid()
    vi.useFakeTimers({
      toFake: ['Date'],
      now: Date.parse('2026-11-22T12:00:00Z'),
    })
    const first = await postForm(changes)
    vi.setSystemTime(Date.parse('2026-11-23T12:00:01Z'))
    const later = await Promise.all([postForm(changes), postForm(changes)])
    const references = later.map(({ query }) => query)

    expect(new Set(references).size).toBe(1)
    expect(references).not.toContain(first.query)
    expect(await storedOf(changes.email)).toBe(2)
  })

  it('counts as a new message if its text differs', async () => {
    const changes = valid()
    await postForm(changes)
    const other = await postForm({ ...changes, message: 'Autre chose.' })

    expect(other.path).toBe('/fr/contact/received')
    expect(await storedOf(changes.email)).toBe(2)
  })
})

describe('a large form', () => {
  it.each([
    ['CJK', '文'],
    ['Cyrillic', 'Ж'],
    ['emoji', '😀'],
    ['lines of one letter', 'a\n'],
  ])('may have the longest message in %s', async (_, text) => {
    const changes = {
      ...valid(),
      message: text.repeat(5000 / [...text].length),
    }
    const { path } = await postForm(changes)
    const [lead] = await rowsOf(changes.email)

    expect(path).toBe('/fr/contact/received')
    expect(lead?.message).toBe(changes.message.trim())
  })

  it('keeps its fields if its message is above the limit', async () => {
    const { path, read } = await postForm({ message: 'Ж'.repeat(6000) })
    const kept = await read()

    expect(path).toBe('/fr/contact/again')
    expect(kept?.input.fields).toEqual({ message: ['too_long'] })
    expect(kept?.input.values).toMatchObject({
      name: validContact.name,
      message: 'Ж'.repeat(6000),
    })
  })

  it('keeps the start of its message if it is above the read limit', async () => {
    const { path, read } = await postForm({ message: '文'.repeat(400_000) })
    const { name, message = '' } = (await read())?.input.values ?? {}

    expect(path).toBe('/fr/contact/again')
    expect(name).toBe(validContact.name)
    expect(message.length).toBeGreaterThan(5000)
    expect(message.replaceAll('文', '')).toBe('')
  })

  it.each(Array.from({ length: 12 }, (_, cut) => cut))(
    'keeps whole characters if cut %i bytes past a character boundary',
    async (cut) => {
      const text = encodeURIComponent('😀'.repeat(20_000))
      const { read } = await postBody(
        `language=fr&name=Ada&message=${'x'.repeat(cut)}${text}`,
      )
      const { message = '' } = (await read())?.input.values ?? {}

      expect(message).toMatch(/^x*(😀)+$/u)
    },
  )

  it('is refused if unknown fields make it too large', async () => {
    const { path, read } = await postForm({
      ...valid(),
      other: 'x'.repeat(400_000),
    })

    expect(path).toBe('/fr/contact/again')
    expect(await read()).toMatchObject({
      input: { code: 'too_large', values: { message: validContact.message } },
    })
  })
})

describe('a form that is not UTF-8', () => {
  const typed = () => `${new URLSearchParams({ ...validContact, ...valid() })}`

  it.each([
    {
      code: 'malformed',
      condition: 'in encoded bytes',
      added: '%E9',
      headers: {},
    },
    {
      code: 'wrong_type',
      condition: 'in its header',
      added: '%C3%A9',
      headers: {
        'Content-Type':
          'application/x-www-form-urlencoded; charset=windows-1252',
      },
    },
  ])('is shown again ($code): $condition', async ({ code, added, headers }) => {
    const { path, read } = await postBody(
      `${typed()}${added}`,
      randomUUID(),
      headers,
    )

    expect(path).toBe('/fr/contact/again')
    expect(await read()).toMatchObject({
      input: { code, values: { message: validContact.message } },
    })
  })

  it('may contain percent signs that encode nothing', async () => {
    const { path } = await postBody(`${typed()}&other=100%&more=%zz`)

    expect(path).toBe('/fr/contact/received')
  })
})

describe('a refused form', () => {
  it('is shown again with all its values while the database is busy', async () => {
    const release = await holdLock()
    const { path, read } = await postForm(valid())
    await release()

    expect(path).toBe('/fr/contact/again')
    expect(await read()).toMatchObject({
      input: { code: 'unavailable', values: { name: validContact.name } },
    })
  })

  it('is shown again, but not counted, if another site sent it', async () => {
    const headers = {
      'Sec-Fetch-Site': 'cross-site',
      Origin: 'https://evil.example',
    }
    const client = '192.0.2.41'
    const foreign = await postForm(valid(), client, headers)
    for (let form = 0; form < 30; form++)
      await postForm(valid(), client, headers)
    const own = await postForm(mistaken, client)

    expect(foreign.path).toBe('/fr/contact/again')
    expect((await own.read())?.input).toMatchObject({
      fields,
      values: { name: validContact.name },
    })
  })

  it('is shown again with the remaining wait after a rate limit', async () => {
    const client = '192.0.2.40'
    for (let message = 0; message < 5; message++)
      await postForm(valid(), client)
    const refused = (await (await postForm(valid(), client)).read())?.input

    expect(refused).toMatchObject({
      code: 'rate_limited',
      values: { name: validContact.name },
    })
    expect(refused?.retryAfterSeconds).toBeGreaterThan(500)
  })

  it('has the wait in its address if no input is stored', async () => {
    const limited = { code: 'rate_limited', retryAfterSeconds: 540 }

    expect(
      await readRefusedInput({ input: 'none', retry: '540' }),
    ).toMatchObject({
      isLost: true,
      input: limited,
    })
    expect(await readRefusedInput({})).toBeUndefined()
    expect(await readRefusedInput({ input: ['none', 'other'] })).toMatchObject({
      isLost: true,
    })
  })

  it.each(['123456', ' 5', '5s', '', ['540']])(
    'shows no wait if its address has the invalid wait %j',
    async (retry) => {
      expect(
        (await readRefusedInput({ input: 'none', retry }))?.input,
      ).not.toHaveProperty('code')
    },
  )
})
