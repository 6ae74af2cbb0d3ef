import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { separatorOf, toCsv } from '@/lib/http/csv'
import { referenceOf } from '@/lib/leads/contact-fields'
import { contextFields } from '@/lib/leads/context'
import { readLeads } from '@/lib/leads/list-store'
import { leadQuerySchema } from '@/lib/leads/query'
import { validContact } from '../support/contact'
import {
  newEmail,
  requestCsv,
  storeNextLead,
  storeSeveral,
  storeWorked,
  textWithMark,
  worked,
} from '../support/leads'

const csvOf = async (email: string, parameters = '') =>
  textWithMark(await requestCsv(`email=${email}${parameters}`))

describe('the CSV of leads', () => {
  it('has all leads of a query below one header', async () => {
    const company = randomUUID()
    const ids = await storeSeveral(3, { company })

    const answer = await requestCsv(`q=${company}&limit=1`)

    const [header, ...rows] = parse(await answer.text())
    expect(header).toContain('received_at')
    expect(rows.map(([id]) => id).toSorted()).toEqual(ids.toSorted())
  })

  it('has every field and delivery of a lead', async () => {
    const { id, email } = await storeWorked()

    const [row] = parse(await csvOf(email), { bom: true, columns: true })

    const today = new Date().toISOString().slice(0, 10)
    const { honeypot: _, phone, ...typed } = validContact
    const context = contextFields.map((field) => [field, ''])
    expect(row).toEqual({
      ...typed,
      ...Object.fromEntries(context),
      id,
      reference: `#${referenceOf(id)}`,
      source: 'form',
      received_at: expect.stringMatching(/^20.*Z$/),
      updated_at: worked.changedAt,
      email,
      phone: expect.stringContaining(phone),
      phone_international: expect.any(String),
      language: 'fr',
      quarantine: '',
      spam_score: '0',
      mail_delivered_at: worked.deliveredAt,
      webhook_delivered_at: '',
      hubspot_delivered_at: '',
      salesforce_delivered_at: '',
      slack_delivered_at: '',
      stage: 'new',
      owner: '',
      notes: `${today} alice: Called`,
      reminder: '2026-12-01',
    })
  })

  it('has its columns in the order that spreadsheets rely on', async () => {
    const [header = ''] = (await csvOf(newEmail())).split('\r\n')

    expect(header).toMatch(
      /^\uFEFFid,reference,source,received_at,updated_at,name,email,/,
    )
    expect(header).toContain(
      ',language,quarantine,spam_score,mail_delivered_at,webhook_delivered_at,',
    )
    expect(header).toMatch(
      new RegExp(`,stage,owner,notes,reminder,${contextFields.join()}$`),
    )
  })

  it('begins with a byte order mark for Excel', async () => {
    const answer = await requestCsv(`q=${randomUUID()}`)

    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="leads.csv"',
    )
    expect(await textWithMark(answer)).toMatch(/^\uFEFFid,/)
  })

  it('is refused for an invalid query', async () => {
    expect((await requestCsv('state=lost')).status).toBe(422)
  })

  it('is read in parts', async () => {
    const company = randomUUID()
    await storeSeveral(3, { company })
    const inPartsOf = async (rows: number) => {
      const parts = await Array.fromAsync(
        readLeads(leadQuerySchema.parse({ q: company }), rows),
      )
      return parts.map(({ length }) => length)
    }

    expect(await inPartsOf(2)).toEqual([2, 1])
    expect(await inPartsOf(3)).toEqual([3, 0])
  })

  it.each([
    ['+33 1 99 00 12 34', '+33 1 99 00 12 34,+33 1 99 00 12 34'],
    ['0033 1 99 00 12 34', '0033 1 99 00 12 34,+33 1 99 00 12 34'],
    [
      '+44 (0)20 7946 0018 ext. 12',
      "'+44 (0)20 7946 0018 ext. 12,+44 20 7946 0018",
    ],
    ['+1-514-555-0142', "'+1-514-555-0142,+1 514 555 0142"],
    ['01 99 00 12 34', '01 99 00 12 34,'],
    ['+41 445', '+41 44 5,'],
    ['0445550142', '04 45 55 01 42,'],
    ['044 555 014', '04 45 55 01 4,'],
    ['912.345.678', '91 23 45 67 8,'],
    ['5550133,5', '55 50 13 35,'],
    ['+351 912 345 678', '+351 912 34 56 78,+351 912 34 56 78'],
    ['+14165550133', '+1 416 555 0133,+1 416 555 0133'],
    ['+49 30 901820 / 901821', "'+49 30 901820 / 901821,"],
  ])(
    'has the number %s as text, even in a spreadsheet',
    async (phone, cells) => {
      const email = newEmail()
      await storeNextLead({ email, phone })

      const text = await csvOf(email)

      expect(text).toContain(`,${cells},"Nous`)
    },
  )

  it('separates cells by semicolons for spreadsheets in French', async () => {
    const email = newEmail()
    await storeNextLead({ email })

    const text = await csvOf(email, `&separator=${separatorOf('fr')}`)

    expect(text).toMatch(/^\uFEFF?id;reference;source;/)
  })

  it.each([
    ['A, "B" & fils', '"A, ""B"" & fils"'],
    ['=HYPERLINK(A1)', "'=HYPERLINK(A1)"],
    ['@x', "'@x"],
    ['\tz', "'\tz"],
    ['＝1+1', "'＝1+1"],
    ['＠SUM(1)', "'＠SUM(1)"],
    [' =1+1', "' =1+1"],
    // Expects an apostrophe after a semicolon, because some locales'
    // spreadsheets begin a cell there, even inside quotes.
    ['a; @SUM(1)', `"a;' @SUM(1)"`],
    ['a\n=1+1\nb', `"a\n'=1+1\nb"`],
    ['1-2=3; b@c', '"1-2=3; b@c"'],
  ])('quotes %j as %j', (value, cell) => {
    expect(toCsv([['first', value, 'last']])).toBe(`first,${cell},last\r\n`)
  })
})
