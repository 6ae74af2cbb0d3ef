import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { changeLeads } from '@/lib/leads/change-many-store'
import { changeLead } from '@/lib/leads/change-store'
import { referenceOf } from '@/lib/leads/contact-fields'
import * as counts from '@/lib/leads/count-store'
import * as leads from '@/lib/leads/list-store'
import { progressOf } from '@/lib/leads/progress'
import { leadQuerySchema } from '@/lib/leads/query'
import { log } from '@/lib/log'
import { validContact } from '../support/contact'
import { runSql, storedTime } from '../support/database'
import { newYear, storeDelivery } from '../support/delivery'
import {
  idsOf,
  newEmail,
  requestLeads,
  storeNextLead,
  storeSeveral,
  storeWorked,
  worked,
} from '../support/leads'

const readJson = async (query: string) => (await requestLeads(query)).json()

/** Records that the mail about a lead was delivered or abandoned. */
function endDelivery(id: string, outcome: 'deliveredAt' | 'abandonedAt') {
  return storeDelivery(id, { [outcome]: newYear })
}

const cursorQuery = (text: string) =>
  `cursor=${Buffer.from(text).toString('base64url')}`
const held = { score: 150, quarantine: ['honeypot', 'many_links'] }

describe('the lead list', () => {
  /**
   * Saves five leads of a company. Returns their ids in an order, and a function
   * that reads a page of two of them.
   */
  async function saveForPages(order: 'newest' | 'oldest') {
    const company = randomUUID()
    const ids = (await storeSeveral(5, { company })).sort()
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
      const spam = await storeNextLead({ company, language: 'es' }, held)
      const owned = await storeNextLead({ company })
      const plain = await storeNextLead({ company })
      const changes = { owner: 'Élodie Marie', remindOn: '2020-01-01' }
      await changeLead(owned, 'alice', { typed: changes })
      await changeLeads([plain], { stage: 'qualified' }, { operator: 'alice' })
      await changeLeads([spam], { stage: 'won' }, { operator: 'alice' })
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
    const lead = await leads.findLead(await storeNextLead())

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

  it('no longer counts an abandoned lead as abandoned once someone contacts it', async () => {
    const id = await storeNextLead()
    await endDelivery(id, 'abandonedAt')

    await changeLeads([id], { stage: 'contacted' }, { operator: 'alice' })

    const lead = await leads.findLead(id)
    expect(lead && progressOf(lead)).toBe('delivered')
    expect(await idsOf({ state: 'abandoned' })).not.toContain(id)
  })

  it('shows a stage and an owner that were set in the same change', async () => {
    const id = await storeNextLead()

    await changeLeads(
      [id],
      { stage: 'won', owner: 'Zoé' },
      { operator: 'alice' },
    )

    expect(await leads.findLead(id)).toMatchObject({
      stage: 'won',
      owner: 'Zoé',
    })
  })

  it.each(['limit=500', cursorQuery('2026-01-01T00:00:00Z id')])(
    'accepts the query %s',
    async (query) => {
      expect((await requestLeads(query)).status).toBe(200)
    },
  )

  it.each([
    'state=lost',
    'limit=0',
    'limit=501',
    'since=yesterday',
    'since=2026-02-01&until=2026-01-01',
    'separator=x',
    'order=x',
    'cursor=xyz',
    cursorQuery('2026-01-01T00:00:00Z'),
    cursorQuery('yesterday id'),
  ])('refuses the query %s', async (query) => {
    expect((await requestLeads(query)).status).toBe(422)
  })

  it('includes `since` and excludes `until`', async () => {
    const email = newEmail()
    await storeNextLead({ email })
    const [{ received_at }] = (await readJson(`email=${email}`)).leads
    const found = async (query: string) =>
      (await readJson(`email=${email}&${query}`)).leads.length

    expect(await found(`since=${received_at}`)).toBe(1)
    expect(await found(`until=${received_at}`)).toBe(0)
  })

  it('has no next cursor if its last page is full', async () => {
    const email = newEmail()
    await storeNextLead({ email })
    await storeNextLead({ email })
    const page = (limit: number) => readJson(`email=${email}&limit=${limit}`)

    expect(await page(2)).toMatchObject({ leads: [{}, {}], next_cursor: null })
    expect(await page(1)).toMatchObject({
      leads: [{}],
      next_cursor: expect.any(String),
    })
  })

  it('logs how many leads were read', async () => {
    const logged = vi.spyOn(log, 'info').mockReturnValue()
    const email = newEmail()
    await storeNextLead({ email })
    await storeNextLead({ email })

    await readJson(`email=${email}&limit=1`)

    expect(logged).toHaveBeenCalledWith(
      { operator: 'alice', leads: 1, format: 'json' },
      'leads read',
    )
  })

  it('has every field and delivery of a lead as JSON', async () => {
    const { id, email } = await storeWorked()

    const listed = (await readJson(`email=${email}`)).leads

    const { honeypot: _, ...fields } = validContact
    const mail = {
      attempts: 3,
      next_at: null,
      delivered_at: worked.deliveredAt,
      abandoned_at: null,
      last_error: null,
    }
    const webhook = { ...mail, attempts: 0, delivered_at: null }
    expect(listed).toMatchObject([
      {
        ...fields,
        email,
        reference: referenceOf(id),
        updated_at: worked.changedAt,
        reminder: '2026-12-01',
        quarantine: null,
        spam_score: 0,
        mail,
        webhook,
      },
    ])
  })

  it('counts the leads in quarantine', async () => {
    const before = await counts.countLeads({ state: 'quarantined' })
    await storeNextLead({}, held)

    const { quarantined } = await readJson('')

    expect(quarantined).toBe(before + 1)
  })

  it('says which channels are configured', async () => {
    const { delivery } = await readJson('')

    expect(delivery).toEqual({
      mail: false,
      webhook: false,
      hubspot: false,
      salesforce: false,
      slack: false,
    })
  })
})
