import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { GET } from '@/app/api/contact/route'
import { GET as exportCsv } from '@/app/api/operator/leads.csv/route'
import { separatorOf, toCsv } from '@/lib/http/csv'
import { changeLeads } from '@/lib/leads/change-many-store'
import { changeLead } from '@/lib/leads/change-store'
import { parseReference, referenceOf } from '@/lib/leads/contact-fields'
import { contextFields } from '@/lib/leads/context'
import * as counts from '@/lib/leads/count-store'
import {
  addressKeyOf,
  addressSpellingsOf,
  emailKeyOf,
  lowerAscii,
} from '@/lib/leads/email-address'
import * as leads from '@/lib/leads/list-store'
import { phoneLinks } from '@/lib/leads/phone-numbers'
import { progressOf } from '@/lib/leads/progress'
import { leadQuerySchema } from '@/lib/leads/query'
import { foldForSearch, searchTermsOf } from '@/lib/leads/search-text'
import { writeTranscript } from '@/lib/leads/transcript'
import { log } from '@/lib/log'
import { validContact } from '../support/contact'
import { runSql, storedTime } from '../support/database'
import { newYear, storeDelivery, storeLead } from '../support/delivery'
import { changeStoredChatLead, storeChatLead } from '../support/leads'

const operator = { Authorization: 'Bearer alice-key-0123456789-0123456789-abc' }

function requestLeads(query: string) {
  return GET(
    new Request(`http://localhost:3000/api/contact?${query}`, {
      headers: operator,
    }),
  )
}

const readLeads = async (query: string) => (await requestLeads(query)).json()
const newEmail = () => `${randomUUID()}@banque.example`
const idsOf = async (query: object) =>
  (await leads.listLeads(leadQuerySchema.parse(query))).map(({ id }) => id)

// Stores each lead in a different millisecond, because leads received in the
// same millisecond are ordered by id.
async function saveLead(changes?: Record<string, string>, admission?: object) {
  for (const start = Date.now(); Date.now() === start; ) await setImmediate()
  return (await storeLead(changes, admission)).id
}

/** Records that the mail about a lead was delivered or abandoned. */
function endDelivery(id: string, outcome: 'deliveredAt' | 'abandonedAt') {
  return storeDelivery(id, { [outcome]: newYear })
}

async function saveSeveral(count: number, changes?: Record<string, string>) {
  const ids: string[] = []
  while (ids.length < count) ids.push(await saveLead(changes))
  return ids
}

const exportOf = (query: string) =>
  exportCsv(
    new Request(`http://localhost:3000/api/operator/leads.csv?${query}`, {
      headers: operator,
    }),
  )
const csvOf = async (email: string, parameters = '') => {
  const answer = await exportOf(`email=${email}${parameters}`)
  return Buffer.from(await answer.arrayBuffer()).toString()
}
const cursor = (text: string) =>
  `cursor=${Buffer.from(text).toString('base64url')}`
const held = { score: 150, quarantine: ['honeypot', 'many_links'] }

describe('the lead list', () => {
  /**
   * Saves five leads of a company. Returns their ids in an order, and a function
   * that reads a page of two of them.
   */
  async function saveForPages(order: 'newest' | 'oldest') {
    const company = randomUUID()
    const ids = (await saveSeveral(5, { company })).sort()
    if (order === 'newest') ids.reverse()
    // Gives leads the same time, so that they are ordered by id.
    await runSql(
      'UPDATE Lead SET receivedAt = ? WHERE company = ?',
      storedTime(newYear),
      company,
    )
    const readPage = (cursor?: string, direction?: 'forward' | 'back') =>
      leads.pageOfLeads(
        leadQuerySchema.parse({ q: company, order, limit: 2, cursor }),
        direction ?? 'forward',
      )
    return { ids, readPage }
  }

  it.each(['newest', 'oldest'] as const)(
    'pages forward, %s first',
    async (order) => {
      const { ids, readPage } = await saveForPages(order)

      const first = await readPage()
      const second = await readPage(first.next)
      const third = await readPage(second.next)

      const pages = [first, second, third]
      const listed = pages.flatMap((page) => page.leads.map(({ id }) => id))
      expect(listed).toEqual(ids)
      expect(first.previous).toBeUndefined()
      expect(third.next).toBeUndefined()
    },
  )

  it.each(['newest', 'oldest'] as const)(
    'pages back to the beginning, %s first',
    async (order) => {
      const { readPage } = await saveForPages(order)
      const first = await readPage()
      const second = await readPage(first.next)
      const third = await readPage(second.next)

      const secondAgain = await readPage(third.previous, 'back')
      const firstAgain = await readPage(secondAgain.previous, 'back')

      expect(secondAgain.leads).toEqual(second.leads)
      expect(firstAgain).toEqual({
        leads: first.leads,
        previous: undefined,
        next: first.next,
      })
    },
  )

  describe('with a filter', () => {
    const company = randomUUID()
    const ids: Record<string, string> = {}
    const find = (query: object) => idsOf({ q: company, ...query })

    beforeAll(async () => {
      const spam = await saveLead({ company, language: 'es' }, held)
      const owned = await saveLead({ company })
      const plain = await saveLead({ company })
      const changes = { owner: 'Élodie Marie', remindOn: '2020-01-01' }
      await changeLead(owned, 'alice', { typed: changes })
      await changeLeads([plain], { stage: 'qualified' }, 'alice')
      await changeLeads([spam], { stage: 'won' }, 'alice')
      await endDelivery(owned, 'abandonedAt')
      await endDelivery(plain, 'deliveredAt')
      Object.assign(ids, { spam, owned, plain })
    })

    it.each<[query: object, found: string[]]>([
      [{}, ['plain', 'owned', 'spam']],
      [{ order: 'oldest' }, ['spam', 'owned', 'plain']],
      [{ state: 'quarantined' }, ['spam']],
      [{ state: 'accepted' }, ['plain', 'owned']],
      [{ state: 'abandoned' }, ['owned']],
      [{ state: 'delivered' }, ['plain']],
      [{ state: 'undelivered' }, []],
      [{ state: 'stored' }, []],
      [{ missing: 'webhook' }, ['plain', 'owned']],
      [{ missing: 'mail' }, []],
      [{ stage: 'qualified' }, ['plain']],
      [{ stage: 'won' }, ['spam']],
      [{ stage: 'open' }, ['plain', 'owned']],
      [{ stage: 'new', state: 'accepted' }, ['owned']],
      [{ owner: ' elodie marie ' }, ['owned']],
      [{ owner: 'nobody at all' }, []],
      [{ owner: '-' }, ['plain', 'spam']],
      [{ reminder: 'due' }, ['owned']],
      [{ language: 'es' }, ['spam']],
      [{ since: '2020-01-01', until: '2020-02-01' }, []],
    ])('by %j contains %j and counts them', async (query, found) => {
      const counted = counts.countLeads(
        leadQuerySchema.parse({ q: company, ...query }),
      )

      expect(await find(query)).toEqual(found.map((name) => ids[name]))
      expect(await counted).toBe(found.length)
    })

    it('agrees with the progress of each lead', async () => {
      const query = leadQuerySchema.parse({ q: company })

      const shown = await leads.listLeads(query)

      expect(shown.map(progressOf)).toEqual([
        'delivered',
        'abandoned',
        'quarantined',
      ])
    })

    it('agrees with the counts of waiting leads', async () => {
      expect(await counts.countWaiting()).toEqual({
        undelivered: 0,
        abandoned: 1,
        quarantined: 1,
      })
    })
  })

  it('counts a lead as stored if no channel was configured', async () => {
    const lead = await leads.findLead(await saveLead())

    expect(lead && progressOf(lead)).toBe('stored')
  })

  it('counts a lead as undelivered while a delivery is due', () => {
    const waiting = {
      channel: 'mail',
      attempts: 1,
      dueAt: new Date(),
      deliveredAt: null,
      abandonedAt: null,
      lastError: null,
    }
    const lead = { quarantine: null, status: 'new', deliveries: [waiting] }

    expect(progressOf(lead)).toBe('undelivered')
  })

  it('ignores case, accents and phone number formats in a search', async () => {
    const word = randomUUID()
    const typed = {
      company: `Crédit Œuvrier ${word}`,
      message: 'Nous cherchons des Jetons d’or',
    }
    const id = await saveLead({
      ...typed,
      name: 'Zoë Ångström',
      phone: '+41 (22) 555-01-99',
    })
    await changeLead(id, 'alice', { note: { text: 'Rückruf am Montag' } })
    for (const q of [
      'credit oeuvrier',
      'ZOË angstrom',
      'jetons D’OR',
      'ruckruf',
      id.slice(0, 8),
    ]) {
      expect(await idsOf({ q: `${q} ${word}` }), q).toEqual([id])
    }
    for (const q of ['+41 22 555 01 99', '022 5550199'])
      expect(await idsOf({ q }), q).toContain(id)

    expect(await idsOf({ q: `zoe nakamura ${word}` })).toEqual([])
  })

  it('no longer counts an abandoned lead as abandoned once someone contacts it', async () => {
    const id = await saveLead()
    await endDelivery(id, 'abandonedAt')
    const readLeads = async () => (await leads.findLead(id)) as leads.StoredLead
    expect(progressOf(await readLeads())).toBe('abandoned')

    await changeLeads([id], { stage: 'contacted' }, 'alice')

    expect(progressOf(await readLeads())).toBe('delivered')
    expect(await idsOf({ state: 'abandoned' })).not.toContain(id)
  })

  it('shows a stage and an owner that were set in the same change', async () => {
    const id = await saveLead()

    await changeLeads([id], { stage: 'won', owner: 'Zoé' }, 'alice')

    expect(await leads.findLead(id)).toMatchObject({
      stage: 'won',
      owner: 'Zoé',
    })
  })

  it('finds apostrophes, hyphens and spaces in any spelling', async () => {
    const word = randomUUID().replaceAll('-', '')
    const id = await saveLead({ company: word, name: 'Jean‑Luc O’Brien' })

    for (const q of ["O'Brien", 'O’Brien', 'obrien', 'jean-luc', 'jeanluc'])
      expect(await idsOf({ q: `${q} ${word}` }), q).toEqual([id])
    expect(await idsOf({ q: `o-brian ${word}` })).toEqual([])
  })

  it('finds a national number by its international form', async () => {
    const id = await saveLead({ phone: '(212) 555-0133' })

    expect(await idsOf({ q: '+12125550133' })).toContain(id)
    expect(await idsOf({ q: '+1 212-555-0134' })).not.toContain(id)
  })

  it.each([
    '+15145550176',
    '1-514-555-0176',
    '001 514 555 0176',
    '(514) 555 0176',
  ])('finds %s by the beginning or a part of the number', async (phone) => {
    const id = await saveLead({ phone })

    const beginnings = ['+1514', '+1 514', '1514', '1 (514)', '0015145']
    for (const q of [...beginnings, '(514)', '(514) 555', '514-5', '555 01'])
      expect(await idsOf({ q }), q).toContain(id)
    expect(await idsOf({ q: '+1515' })).not.toContain(id)
  })

  it.each(['+33 (0)1 99 00 56 79', '0033 199005679', '01 99 00 56 79'])(
    'finds %s by the beginning of its international form',
    async (phone) => {
      const id = await saveLead({ phone })

      for (const q of ['+331 99', '+33 (0)1 99', '0033199', '01 99'])
        expect(await idsOf({ q }), q).toContain(id)
    },
  )

  it('finds a number in a message as it was typed', async () => {
    const id = await saveLead({
      phone: '',
      message: 'Call 022 555 01 42 today',
    })

    expect(await idsOf({ q: '022 555 01 42' })).toContain(id)
  })

  it.each(['+33 (0)1 99 00 56 78', '+33199005678', '01 99 00 56 78'])(
    'finds %s by every way to write the number',
    async (phone) => {
      const id = await saveLead({ phone })

      const spellings = ['0199005678', '0033199005678', '(0)1 99 00 56 78']
      for (const q of [...spellings, '+33 (0)1‑99‑00‑56‑78', '+33 1 99005678'])
        expect(await idsOf({ q }), q).toContain(id)
    },
  )

  it.each([
    ['José Núñez', 'jose nunez'],
    ['ＡＢＣ銀行', 'abc銀行'],
    ['ABC銀行', 'ＡＢＣ銀行'],
    ['ﬁrst ｶﾞｽ', 'first ガス'],
    ['Ada\u00ADQuill', 'adaquill'],
    ['AdaQuill', 'Ada\u200BQuill'],
  ])(
    'finds %j by %j in either Unicode normalization form',
    async (company, typed) => {
      const word = randomUUID()
      const id = await saveLead({
        company: `${company.normalize('NFD')} ${word}`,
      })

      expect(await idsOf({ q: `${typed.normalize('NFC')} ${word}` })).toEqual([
        id,
      ])
      expect(await idsOf({ q: `${typed.normalize('NFD')} ${word}` })).toEqual([
        id,
      ])
    },
  )

  it('finds %, _ and \\ literally', async () => {
    const unlike = await saveLead({ company: 'Fonds 1000 A B' })
    for (const company of ['Fonds 100% AxB', 'Fonds 10_00', 'Fonds \\A']) {
      const id = await saveLead({ company })
      const ids = await idsOf({ q: company.split(' ')[1] })
      expect(ids, company).toContain(id)
      expect(ids, company).not.toContain(unlike)
    }
  })

  it('finds a conversation by later additions and by addresses in its text', async () => {
    const [sessionId, email, other] = [
      randomUUID(),
      `${randomUUID()}@chat.example`,
      `${randomUUID()}@chat.example`,
    ]
    const lead = { sessionId, email, transcript: `Or write to ${other}.` }
    await storeChatLead(lead)
    const [id = ''] = await idsOf({ q: email })
    await changeStoredChatLead({ ...lead, phone: '+1 555 0177 88' })

    expect(await idsOf({ q: '1555017788' })).toEqual([id])
    expect(await idsOf({ email: email.toUpperCase() })).toEqual([id])
    expect(await idsOf({ email: other })).toEqual([id])
  })

  it('finds an address by another spelling of its domain', async () => {
    const name = randomUUID()
    const id = await saveLead({ email: `${name}@bücher.example` })

    const found = await idsOf({ email: `${name}@xn--bcher-kva.example` })

    expect(found).toEqual([id])
  })

  it.each([
    ...['limit=500', cursor('2026-01-01T00:00:00Z id')].map(
      (query) => [query, 200] as const,
    ),
    ...[
      'state=lost',
      'limit=0',
      'limit=501',
      'since=yesterday',
      'separator=x',
      'order=x',
      'cursor=xyz',
    ]
      .concat(
        'since=2026-02-01&until=2026-01-01',
        cursor('2026-01-01T00:00:00Z'),
        cursor('yesterday id'),
      )
      .map((query) => [query, 422] as const),
  ])('answers %s with %i', async (query, status) => {
    expect((await requestLeads(query)).status).toBe(status)
  })

  it('includes `since` and excludes `until`', async () => {
    const email = newEmail()
    await saveLead({ email })
    const [{ received_at }] = (await readLeads(`email=${email}`)).leads
    const found = async (query: string) =>
      (await readLeads(`email=${email}&${query}`)).leads.length

    expect(await found(`since=${received_at}`)).toBe(1)
    expect(await found(`until=${received_at}`)).toBe(0)
  })

  it('has no next cursor if its last page is full', async () => {
    const email = newEmail()
    await saveLead({ email })
    await saveLead({ email })
    const page = (limit: number) => readLeads(`email=${email}&limit=${limit}`)

    expect(await page(2)).toMatchObject({ leads: [{}, {}], next_cursor: null })
    expect(await page(1)).toMatchObject({
      leads: [{}],
      next_cursor: expect.any(String),
    })
  })

  it('logs how many leads were read', async () => {
    const logged = vi.spyOn(log, 'info').mockReturnValue()
    const email = newEmail()
    await saveLead({ email })
    await saveLead({ email })

    await readLeads(`email=${email}&limit=1`)

    expect(logged).toHaveBeenCalledWith(
      { operator: 'alice', leads: 1, format: 'json' },
      'leads read',
    )
  })

  const changedAt = '2026-11-22T01:00:00.000Z'
  const deliveredAt = '2026-11-22T02:00:00.000Z'

  /** Saves a delivered lead with a note and a reminder. */
  async function saveWorked() {
    const email = newEmail()
    const id = await saveLead({ email })
    const note = { text: 'Called' }
    await changeLead(id, 'alice', { typed: { remindOn: '2026-12-01' }, note })
    await runSql('UPDATE Lead SET updatedAt = ? WHERE id = ?', changedAt, id)
    await storeDelivery(id, { deliveredAt, attempts: 3 })
    return { id, email }
  }

  it('has every field and delivery of a lead as JSON', async () => {
    const { id, email } = await saveWorked()

    const listed = (await readLeads(`email=${email}`)).leads

    const { honeypot: _, ...fields } = validContact
    const mail = {
      attempts: 3,
      next_at: null,
      delivered_at: deliveredAt,
      abandoned_at: null,
      last_error: null,
    }
    const webhook = { ...mail, attempts: 0, delivered_at: null }
    expect(listed).toMatchObject([
      {
        ...fields,
        email,
        reference: referenceOf(id),
        updated_at: changedAt,
        reminder: '2026-12-01',
        quarantine: null,
        spam_score: 0,
        mail,
        webhook,
      },
    ])
  })

  it('has every field and delivery of a lead as CSV', async () => {
    const { id, email } = await saveWorked()

    const [header, line] = (await csvOf(email)).split('\r\n')

    const columns =
      'id,reference,source,received_at,updated_at,name,email,.*,quarantine,spam_score,mail_delivered_at,'
    expect(header).toMatch(new RegExp(`^\uFEFF?${columns}`))
    const today = new Date().toISOString().slice(0, 10)
    const blank = ','.repeat(contextFields.length - 1)
    const end = `,fr,,0,${deliveredAt},,,,,new,,${today} alice: Called,2026-12-01,${blank}`
    expect(line).toMatch(
      new RegExp(`^${id},#${referenceOf(id)},form,20.*${end}$`, 's'),
    )
  })

  it('counts the leads in quarantine', async () => {
    const before = await counts.countLeads({ state: 'quarantined' })
    await saveLead({}, held)

    const { quarantined } = await readLeads('')

    expect(quarantined).toBe(before + 1)
  })

  it('says which channels are configured', async () => {
    const { delivery } = await readLeads('')

    expect(delivery).toEqual({
      mail: false,
      webhook: false,
      hubspot: false,
      salesforce: false,
      slack: false,
    })
  })
})

describe('the CSV of leads', () => {
  it('has all leads of a query', async () => {
    const company = randomUUID()
    await saveSeveral(3, { company })

    const answer = await exportOf(`q=${company}&limit=1`)

    const text = await answer.text()
    expect(text.split(company)).toHaveLength(4)
    expect(text.split('received_at')).toHaveLength(2)
  })

  it('begins with a byte order mark for Excel', async () => {
    const answer = await exportOf(`q=${randomUUID()}`)

    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="leads.csv"',
    )
    const text = Buffer.from(await answer.arrayBuffer()).toString()
    expect(text).toMatch(/^\uFEFFid,/)
  })

  it('is refused for an invalid query', async () => {
    expect((await exportOf('state=lost')).status).toBe(422)
  })

  it('is read in parts', async () => {
    const company = randomUUID()
    await saveSeveral(3, { company })
    const inPartsOf = async (rows: number) => {
      const parts = await Array.fromAsync(
        leads.readLeads(leadQuerySchema.parse({ q: company }), rows),
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
      await saveLead({ email, phone })
      expect(await csvOf(email)).toContain(`,${cells},"Nous`)
    },
  )

  it('separates cells by semicolons for spreadsheets in French', async () => {
    const email = newEmail()
    await saveLead({ email })

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

describe('a lead', () => {
  it('is found by its id or its reference', async () => {
    const id = await saveLead()
    const idOf = async (name: string) => (await leads.findLead(name))?.id
    const found = [
      await idOf(id),
      await idOf(referenceOf(id)),
      await idOf(randomUUID()),
      await idOf(''),
    ]
    expect(found).toEqual([id, id, undefined, undefined])
  })

  it('has a reference of eight hexadecimal digits', () => {
    const references = [
      '9B1DEB4D',
      '9b1deb4d',
      '9B1DEB4D0',
      '<b>',
      undefined,
      ['9B1DEB4D'],
    ].map(parseReference)
    expect(references).toEqual(['9B1DEB4D', ...Array(5)])
  })

  const related = (of: leads.StoredLead | null) => of && leads.findRelated(of)

  it('is related to leads of the same address or company, ignoring case', async () => {
    const [company, email] = [`Bank ${randomUUID()}`, newEmail()]
    const ids = [
      await saveLead({ company }),
      await saveLead({ email }),
      await saveLead({ company: company.toUpperCase(), email }),
    ]
    const lead = await leads.findLead(ids[2] ?? '')
    expect(await related(lead)).toMatchObject([{ id: ids[1] }, { id: ids[0] }])
  })

  it('is not related to leads that only mention its address or company', async () => {
    const [company, email] = [`Bank ${randomUUID()}`, newEmail()]
    const lead = await leads.findLead(await saveLead({ company, email }))
    await saveLead({ name: company, message: `To\n${email}` })

    expect(await related(lead)).toEqual([])
  })

  it('is not related to any if it has neither address nor company', async () => {
    const lead = await leads.findLead(await saveLead({}))
    await saveLead({ message: 'Two\n\nparagraphs' })

    expect(await related(lead && { ...lead, email: '', company: '' })).toEqual(
      [],
    )
  })
})

const normalized: [(text: string) => unknown, string, unknown][] = [
  [addressKeyOf, 'A.B@MÜLLER.de', 'a.b@xn--mller-kva.de'],
  [addressSpellingsOf, 'Ann@Bank.example', ['ann@bank.example']],
  [addressSpellingsOf, 'no address', ['no address']],
  [emailKeyOf, '+gold@bank.example', '+gold@bank.example'],
  [emailKeyOf, 'a.b+x+y@bank.example', 'a.b@bank.example'],
  [emailKeyOf, 'A.B+x@GoogleMail.com', 'ab@gmail.com'],
  [lowerAscii, 'ÉLODIE@Bank', 'Élodie@bank'],
  [foldForSearch, 'Œuvre ŁÓDŹ Straße 5% a_b', 'oeuvre lodz strasse 5％ a＿b'],
  [
    searchTermsOf,
    '0041 (22) 555',
    [['4122555', '41022555', '\n22555', '\n022555', '0041 (22) 555']],
  ],
  [searchTermsOf, '2345', [['2345']]],
  [searchTermsOf, '+1 5', [['+1'], ['5']]],
  [searchTermsOf, '#123456 x', [['123456'], ['x']]],
  [
    searchTermsOf,
    'a b c d e f g h i j k',
    'abcdefghij'.split('').map((word) => [word]),
  ],
  [searchTermsOf, 'O’Brien', [['o_brien', 'obrien']]],
  [
    searchTermsOf,
    '+1 (212) 555-0133',
    [
      [
        '12125550133',
        '102125550133',
        '\n2125550133',
        '\n02125550133',
        '+1 (212) 555-0133',
      ],
    ],
  ],
]
for (const [normalize, text, expected] of normalized) {
  it(`${normalize.name} normalizes “${text}” for comparing, searching or calling`, () => {
    expect(normalize(text)).toEqual(expected)
  })
}

describe('the transcript of a conversation', () => {
  const sentAt = new Date('2026-11-21T19:30:00Z')
  const turn = (role: 'user' | 'assistant', content: string) => ({
    role,
    content,
    sentAt,
  })

  it('has the speaker and the office time before each message', async () => {
    const transcript = await writeTranscript([
      turn('user', 'Hello'),
      turn('assistant', '**Fees** are at [us](/contact)'),
    ])

    const [heading, ...turns] = transcript.split('\n\n')
    expect(heading).toContain('November 21, 2026')
    expect(turns).toEqual([
      'Visitor, 2:30 PM EST: Hello',
      'Assistant, 2:30 PM EST: Fees are at us',
    ])
  })

  it('is cut in the middle beyond 20,000 characters', async () => {
    const transcript = await writeTranscript([
      turn('user', `first ${'x'.repeat(25_000)} last`),
    ])

    expect(transcript).toHaveLength(20_000)
    expect(transcript.slice(0, 5000)).toContain('first')
    expect(transcript).toContain('\n\n[…]\n\n')
    expect(transcript.endsWith('last')).toBe(true)
  })

  it('is empty if there are no messages', async () => {
    expect(await writeTranscript([])).toBe('')
  })
})

it.each([
  ['1', 'en', []],
  ['0123456789012345', 'en', []],
  ['012345678901234', 'en', ['tel:012345678901234']],
  ['0049 30 901820', 'en', ['tel:+4930901820']],
  ['(212) 555-0133', 'fr', ['tel:+12125550133']],
  ['01 99 00 12 34', 'fr', ['tel:+33199001234']],
  ['01‑99‑00‑12‑34', 'fr', ['tel:+33199001234']],
])(
  'the visitor’s number %j is linked in %s to %j',
  (phone, language, links) => {
    expect(phoneLinks(phone, language).map(({ href }) => href)).toEqual(links)
  },
)
