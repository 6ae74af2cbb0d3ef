import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { GET } from '@/app/api/contact/route'
import { GET as health } from '@/app/api/health/route'
import { toCsv } from '@/lib/http/csv'
import type { Admission } from '@/lib/leads/admission'
import { contextFields } from '@/lib/leads/context'
import { insertLead } from '@/lib/leads/insert-store'
import { findLead } from '@/lib/leads/list-store'
import { parseReference, referenceOf } from '@/lib/leads/reference'
import { saveLead } from '@/lib/leads/store'
import { appendTurns } from '@/lib/leads/transcript'
import { validContact } from '../support/contact'
import { openTestDatabase } from '../support/test-database'

const operator = { Authorization: 'Bearer alice-key-0123456789-0123456789-abc' }

async function list(query: string) {
  const response = await GET(new Request(`http://localhost:3000/api/contact?${query}`, { headers: operator }))
  return response
}

// Each in a millisecond of its own: of one millisecond, leads are listed by their ids.
async function save(changes: Record<string, string> = {}, admission?: Admission) {
  for (const start = Date.now(); Date.now() === start; ) await setImmediate()
  const saved = await saveLead({ ...validContact, ...changes }, randomUUID(), admission)
  return saved === 'key_reused' ? '' : saved.id
}

describe('the operators’ list', () => {
  it('pages by cursor through every lead once, whatever arrives meanwhile', async () => {
    const ids = []
    for (let index = 0; index < 7; index++) ids.push(await save())
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await (await list(`limit=3${cursor && `&cursor=${cursor}`}`)).json()
      seen.push(...page.leads.map(({ id }: { id: string }) => id))
      cursor = page.next_cursor
      await save()
    } while (cursor)
    expect(seen).toHaveLength(ids.length)
    expect(new Set(seen)).toEqual(new Set(ids))
  })

  it('filters by state, e-mail, language and time', async () => {
    const email = `${randomUUID()}@banque.example`
    const held = await save({ email, language: 'es' }, { score: 150, quarantine: ['honeypot', 'many_links'] })
    const normal = await save({ email })
    const ids = async (query: string) => (await (await list(query)).json()).leads.map(({ id }: { id: string }) => id)
    expect(await ids(`email=${email}`)).toEqual([normal, held])
    expect(await ids(`email=${email}&state=quarantined`)).toEqual([held])
    expect(await ids(`email=${email}&language=es`)).toEqual([held])
    expect(await ids(`email=${email}&since=2020-01-01&until=2020-02-01`)).toEqual([])
    expect(await ids('state=abandoned')).toEqual([])
  })

  it('says how many leads are quarantined, whatever is listed, and what each one scored', async () => {
    const email = `${randomUUID()}@banque.example`
    const before = (await (await list('limit=1')).json()).quarantined
    await save({ email }, { score: 150, quarantine: ['honeypot', 'many_links'] })
    const answer = await (await list(`email=${email}`)).json()
    expect(answer).toMatchObject({ quarantined: before + 1, leads: [{ spam_score: 150 }] })
    expect((await (await list('state=abandoned')).json()).quarantined).toBe(before + 1)
    const [header = '', line = ''] = (await (await list(`email=${email}&format=csv`)).text()).split('\r\n')
    expect(header).toMatch(/,quarantine,spam_score,/)
    expect(line).toContain(',"honeypot,many_links",150,')
  })

  it.each(['state=lost', 'cursor=xyz', 'limit=0', 'limit=1000', 'since=yesterday', 'format=xml'])(
    'refuses %s',
    async (query) => {
      expect((await list(query)).status).toBe(422)
    },
  )

  it('takes from 1 to 500 leads a page', async () => {
    expect((await list('limit=1')).status).toBe(200)
    expect((await list('limit=500')).status).toBe(200)
    expect((await list('limit=501')).status).toBe(422)
    const cursor = (position: string) => `cursor=${Buffer.from(position).toString('base64url')}`
    expect((await list(cursor('2026-01-01T00:00:00Z id'))).status).toBe(200)
    expect((await list(cursor('2026-01-01T00:00:00Z'))).status).toBe(422)
    expect((await list(cursor('yesterday id'))).status).toBe(422)
  })

  it('has no cursor on its last page, also when that is full', async () => {
    const email = `${randomUUID()}@banque.example`
    for (let count = 0; count < 2; count++) await save({ email })
    const page = async (limit: number) => (await list(`email=${email}&limit=${limit}`)).json()
    expect(await page(2)).toMatchObject({ leads: [{}, {}], next_cursor: null })
    expect(await page(1)).toMatchObject({ leads: [{}], next_cursor: expect.any(String) })
  })

  it('begins with its first moment and ends before its last', async () => {
    const email = `${randomUUID()}@banque.example`
    await save({ email })
    const [{ received_at }] = (await (await list(`email=${email}`)).json()).leads
    const found = async (query: string) => (await (await list(`email=${email}&${query}`)).json()).leads.length
    expect([await found(`since=${received_at}`), await found(`until=${received_at}`)]).toEqual([1, 0])
  })

  it('names no time that has not come yet, as JSON or as CSV', async () => {
    const email = `${randomUUID()}@banque.example`
    await save({ email })
    const [lead] = (await (await list(`email=${email}`)).json()).leads
    expect(lead).toMatchObject({ updated_at: null, quarantine: null, mail: { next_at: null, delivered_at: null } })
    const [, line = ''] = (await (await list(`email=${email}&format=csv`)).text()).split('\r\n')
    expect(line).toMatch(/,form,20[^,]+Z,,.*,fr,,0,{6}new,,,{10}$/s)
  })

  it('names the times at which a lead was added to, and delivered on each channel', async () => {
    const email = `${randomUUID()}@banque.example`
    const id = await save({ email })
    const at = (hour: number) => `2026-11-22T0${hour}:00:00.000Z`
    const database = openTestDatabase()
    const set =
      'UPDATE Lead SET updatedAt = ?, mailDeliveredAt = ?, webhookDeliveredAt = ?, mailAttempts = 3 WHERE id = ?'
    database.prepare(set).run(at(1), at(2), at(3), id)
    database.close()
    const [lead] = (await (await list(`email=${email}`)).json()).leads
    const { honeypot: _, ...fields } = validContact
    expect(lead).toMatchObject({ ...fields, email, reference: id.slice(0, 8).toUpperCase() })
    expect(lead).toMatchObject({ updated_at: at(1), mail: { attempts: 3, delivered_at: at(2) } })
    expect(lead).toMatchObject({ webhook: { attempts: 0, delivered_at: at(3), abandoned_at: null, last_error: null } })
    const [header = '', line = ''] = (await (await list(`email=${email}&format=csv`)).text()).split('\r\n')
    expect(header).toMatch(/^id,reference,source,received_at,updated_at,name,email,.*,mail_delivered_at,webhook_deliv/)
    expect(line.startsWith(`${id},${referenceOf(id)},form,20`)).toBe(true)
    expect(line).toContain(`Z,${at(1)},`)
    expect(line.endsWith(`,fr,,0,${at(2)},${at(3)},,,,new,,${','.repeat(contextFields.length)}`)).toBe(true)
  })

  it('exports CSV that no spreadsheet runs as a formula', async () => {
    const email = `${randomUUID()}@banque.example`
    await save({ email, name: '=HYPERLINK("https://evil.example")', company: 'A, "B" & fils', message: 'a\nb' })
    const response = await list(`email=${email}&format=csv`)
    expect(response.headers.get('content-type')).toContain('text/csv')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.subarray(0, 3).toString('hex'), 'for Excel').toBe('efbbbf')
    const text = bytes.toString()
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
    expect(text).toContain('"A, ""B"" & fils"')
    expect(text.split('\r\n')).toHaveLength(3)
  })

  it.each([
    ['+33 1 99 00 12 34', '+33 1 99 00 12 34,+33199001234'],
    ['0033 1 99 00 12 34', '0033 1 99 00 12 34,+33199001234'],
    ['+44 (0)20 7946 0018 ext. 12', "'+44 (0)20 7946 0018 ext. 12,+442079460018"],
    ['+1-514-555-0142', "'+1-514-555-0142,+15145550142"],
    ['01 99 00 12 34', '01 99 00 12 34,'],
    ["+1 cmd|' /C calc'!A0", "'+1 cmd|' /C calc'!A0,"],
    ['+41 445', '+41 445,'],
  ])('exports the number %s as it was typed, and as CRMs take it', async (phone, cells) => {
    const email = `${randomUUID()}@banque.example`
    await save({ email, phone } as Partial<typeof validContact>)
    const text = await (await list(`email=${email}&format=csv`)).text()
    expect(text).toContain(`,${cells},"Nous`)
  })

  it('shows in the health answer what waits, to operators only', async () => {
    const answer = async (headers?: Record<string, string>) =>
      (await health(new Request('http://localhost:3000/api/health', { headers }))).json()
    expect(await answer()).toEqual({ status: 'ok' })
    expect(await answer(operator)).toMatchObject({ leads: { quarantined: expect.any(Number) } })
  })
})

describe('a lead', () => {
  it('is found by its id and by its reference, in any spelling, as long as one lead has it', async () => {
    const id = await save()
    expect((await findLead(id))?.id).toBe(id)
    expect((await findLead(referenceOf(id)))?.id).toBe(id)
    expect(await findLead(randomUUID())).toBeNull()
    expect(await findLead('')).toBeNull()
  })

  it('has a reference that an address may hold, and nothing else may', () => {
    expect(parseReference('9B1DEB4D')).toBe('9B1DEB4D')
    for (const other of ['9b1deb4d', '9B1DEB4D0', ' 9B1DEB4D', '9B1DEB4', '<b>', undefined, ['9B1DEB4D']]) {
      expect(parseReference(other)).toBeUndefined()
    }
  })
})

describe('the transcript of a conversation', () => {
  const sentAt = new Date('2026-11-21T09:30:00Z')
  const turn = (role: 'user' | 'assistant', content: string) => ({ role, content, sentAt })
  const at = '[2026-11-21T09:30:00.000Z]'

  it('has a paragraph for each turn', () => {
    const first = appendTurns('', [turn('user', 'Hello'), turn('assistant', 'Hello.')])
    expect(first).toBe(`${at} user: Hello\n\n${at} assistant: Hello.`)
    expect(appendTurns(first, [turn('user', 'Fees?')])).toBe(`${first}\n\n${at} user: Fees?`)
  })

  it('has the first 300 characters of an answer, and all that the visitor wrote', () => {
    expect(appendTurns('', [turn('assistant', 'x'.repeat(300))])).toBe(`${at} assistant: ${'x'.repeat(300)}`)
    expect(appendTurns('', [turn('assistant', 'x'.repeat(301))])).toBe(`${at} assistant: ${'x'.repeat(300)} […]`)
    expect(appendTurns('', [turn('user', 'x'.repeat(2000))])).toBe(`${at} user: ${'x'.repeat(2000)}`)
  })

  it('is shortened in its middle beyond 20,000 characters', () => {
    const head = `${at} user: `
    const whole = appendTurns('', [turn('user', 'x'.repeat(20_000 - head.length))])
    expect([whole.length, whole.includes('[…]')]).toEqual([20_000, false])
    const longer = appendTurns('', [turn('user', `${'x'.repeat(20_000 - head.length)}y`)])
    expect(longer).toHaveLength(20_000)
    expect(longer.slice(0, 5010)).toBe(`${head}${'x'.repeat(5000 - head.length)}\n\n[…]\n\nxxx`)
    expect(longer.endsWith('xy')).toBe(true)
  })
})

it('quotes CSV cells as RFC 4180 says', () => {
  expect(
    toCsv([
      ['a', 'b,c'],
      ['@x', '\tz'],
    ]),
  ).toBe('a,"b,c"\r\n\'@x,\'\tz\r\n')
})

it.each([
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(1)', "'＠SUM(1)"],
  [' =1+1', "' =1+1"],
  ['a;b', '"a;b"'],
  // Where lists are written with semicolons, a spreadsheet begins a cell after each of them, quoted or not.
  ['a;=1+1', `"a;'=1+1"`],
  ['a; @SUM(1)', `"a;' @SUM(1)"`],
  ['a\n=1+1\nb', `"a\n'=1+1\nb"`],
  ['1-2=3; b@c', '"1-2=3; b@c"'],
])('makes of the CSV cell %j %j, which no spreadsheet runs or splits', (value, cell) => {
  expect(toCsv([['first', value, 'last']])).toBe(`first,${cell},last\r\n`)
})

describe('leads that arrive together', () => {
  const storedAt = (email: string) => {
    const database = openTestDatabase()
    const ids = database.prepare(`SELECT id FROM "Lead" WHERE email = '${email}'`).pluck().all()
    database.close()
    return ids
  }

  it('are stored once for each key, and all are told of their own', async () => {
    const email = `${randomUUID()}@banque.example`
    const keys = Array.from({ length: 120 }, () => randomUUID())
    const lead = { ...validContact, email }
    const [shared = ''] = keys
    const [receipts, again, other] = await Promise.all([
      Promise.all(keys.map((key) => saveLead(lead, key))),
      Promise.all([saveLead(lead, shared), saveLead(lead, shared)]),
      saveLead({ ...lead, message: 'Autre chose.' }, shared),
    ])
    expect(again).toEqual([receipts[0], receipts[0]])
    expect(other).toBe('key_reused')
    expect(storedAt(email).sort()).toEqual(receipts.map((receipt) => receipt !== 'key_reused' && receipt.id).sort())
  })

  it('are stored also where one of them cannot be', async () => {
    const email = `${randomUUID()}@banque.example`
    const { honeypot: _, ...fields } = validContact
    const row = { ...fields, bodyHash: '', receivedAt: new Date(), email }
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    const insert = (id = '') => insertLead({ ...row, id, idempotencyKey: randomUUID() })
    const settled = await Promise.allSettled([ids[0], ids[1], ids[1], ids[2]].map(insert))
    const rejected = settled.filter(({ status }) => status === 'rejected')
    expect(settled.filter((each) => each.status === 'fulfilled' && each.value)).toHaveLength(3)
    expect(rejected).toHaveLength(1)
    expect(storedAt(email).sort()).toEqual(ids.sort())
  })
})
