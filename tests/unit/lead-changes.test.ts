import { describe, expect, it, vi } from 'vitest'
import {
  applyBulkAction,
  applyLeadAction,
  tracesOf,
} from '@/lib/console/leads/actions'
import { migrateDatabase } from '@/lib/database/migrate'
import { dayMs } from '@/lib/durations'
import { changeLead } from '@/lib/leads/change-store'
import {
  markLeadsAsSpam,
  releaseLeads,
} from '@/lib/leads/delivery/requeue-store'
import { deleteOlderThan, findTraces } from '@/lib/leads/erase-store'
import { findLead } from '@/lib/leads/list-store'
import { log } from '@/lib/log'
import { storeChatLead } from '../support/chat-leads'
import {
  ignoreLeadUpdates,
  makeEmptyDatabase,
  migrationsWith,
  runSql,
  runSqlAt,
  selectColumn,
  selectColumnAt,
} from '../support/database'
import { deliverDue } from '../support/deliver-due'
import { startReceivers, storeLead, suspected } from '../support/delivery'
import { setForTest } from '../support/settings'
import {
  decodeMail,
  decodeWords,
  onlyMail,
  readMail,
  startMailSink,
} from '../support/sinks'

const mailSink = await startMailSink()
const { webhookSink } = await startReceivers(mailSink, {
  OPERATOR_EMAILS: 'ben:ben@halcrest.example',
})

async function lead(id: string) {
  const found = await findLead(id)
  if (!found) throw new Error(`There is no lead ${id}.`)
  return found
}

/**
 * Stores and delivers a lead, then clears the received mail and webhook event.
 */
async function storeDelivered() {
  const { id, email } = await storeLead()
  await deliverDue()
  mailSink.reset?.()
  webhookSink.reset()
  return { id, email }
}

const events = () => webhookSink.deliveries.map(({ body }) => JSON.parse(body))

const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs)

const bulk = { action: 'retry', match: '' } as const

describe('a corrected address', () => {
  it('also removes a former address that an old version stored', async () => {
    const { id } = await storeLead()
    await runSql(
      'UPDATE Lead SET emailKey = ? WHERE id = ?',
      'old@x.example',
      id,
    )

    await changeLead(id, 'alice', { typed: { email: 'new@x.example' } })

    expect(
      await selectColumn('SELECT emailKey FROM Lead WHERE id = ?', id),
    ).toEqual([''])
  })
})

describe('the webhook', () => {
  it('reports each change of owner or stage, and the erasure', async () => {
    const { id } = await storeDelivered()

    await changeLead(id, 'alice', { typed: { owner: 'Zoé', stage: 'won' } })
    await deliverDue()
    await applyLeadAction(await lead(id), 'alice', { action: 'erase' })
    await deliverDue()

    const reference = id.slice(0, 8).toUpperCase()
    const changed = { id, reference, operator: 'alice' }
    const told = events().map(({ type, data }) => ({ type, data }))
    expect(told).toHaveLength(3)
    expect(told).toContainEqual({
      type: 'lead.assigned',
      data: { ...changed, owner: 'Zoé', previous: null },
    })
    expect(told).toContainEqual({
      type: 'lead.stage_changed',
      data: { ...changed, stage: 'won', previous: 'new' },
    })
    expect(told[2]).toEqual({ type: 'lead.erased', data: changed })
    expect(await selectColumn('SELECT id FROM LeadNotice')).toEqual([])
  })

  it('repeats an event under the same id after an error', async () => {
    const { id } = await storeDelivered()
    await changeLead(id, 'alice', { typed: { stage: 'lost' } })
    webhookSink.mood = 'refuse'
    await deliverDue()
    const errors = await selectColumn('SELECT lastError FROM LeadNotice')
    webhookSink.mood = 'take'

    await deliverDue(new Date(Date.now() + 60_000))

    const ids = webhookSink.deliveries.map(
      ({ headers }) => headers['webhook-id'],
    )
    expect(errors).toEqual(['HTTP 503'])
    expect(new Set(ids).size).toBe(1)
    expect(events().at(-1)).toMatchObject({ data: { stage: 'lost' } })
  })

  it('reports expired leads, except those in quarantine', async () => {
    const { id } = await storeDelivered()
    const spam = await storeLead({}, suspected)
    await changeLead(spam.id, 'alice', { typed: { stage: 'lost' } })
    await changeLead(id, 'alice', { typed: { stage: 'lost' } })
    await deliverDue()
    webhookSink.reset()

    await deleteOlderThan(new Date(Date.now() + 1000), new Date())
    await deliverDue()

    expect(events()).toMatchObject([
      { type: 'lead.erased', data: { id, operator: null } },
    ])
  })

  it('gets no notice of an erasure once it is no longer set up', async () => {
    const { id } = await storeDelivered()
    setForTest({ LEADS_WEBHOOK_URL: '' })

    await applyLeadAction(await lead(id), 'alice', { action: 'erase' })

    expect(await selectColumn('SELECT id FROM LeadNotice')).toEqual([])
  })
})

describe('an owner', () => {
  it('gets a mail about a lead that someone else assigned', async () => {
    const { id, email } = await storeDelivered()

    await changeLead(id, 'alice', { typed: { owner: 'Ben' } })
    await deliverDue()

    const mail = onlyMail(mailSink)
    expect(readMail(mail).headers.get('to')).toBe('ben@halcrest.example')
    expect(decodeMail(mail)).toContain(email)
  })

  it('gets a mail whose subject is not reordered by a right-to-left name', async () => {
    const { id } = await storeDelivered()
    await changeLead(id, 'alice', { typed: { company: 'שרכה (Gulf)' } })

    await changeLead(id, 'alice', { typed: { owner: 'Ben' } })
    await deliverDue()

    const { headers } = readMail(onlyMail(mailSink))
    expect(decodeWords(headers.get('subject'))).toContain(
      '\u2068שרכה (Gulf)\u2069 is assigned to you',
    )
  })

  it('gets a mail that names a lead by its number if there is only that', async () => {
    const id = await storeChatLead({ phone: '+33 1 99 00 12 34' })
    await deliverDue()
    mailSink.reset?.()

    await changeLead(id, 'alice', { typed: { owner: 'Ben' } })
    await deliverDue()

    const { headers } = readMail(onlyMail(mailSink))
    expect(headers.get('subject')).toContain(
      ': +33 1 99 00 12 34 is assigned to you',
    )
  })

  it('gets one mail about many leads that were assigned at once', async () => {
    for (let each = 0; each < 3; each++) await storeDelivered()

    const all = { action: 'assign', owner: 'Ben', match: '' } as const
    const changed = await applyBulkAction(all, 'alice')
    await deliverDue()

    const mail = decodeMail(onlyMail(mailSink))
    expect(mail).toContain(`alice has assigned ${changed} leads to you.`)
    expect(mail).toContain('/operator/leads?stage=open&owner=Ben')
  })

  it('gets a mail at once even if the clock was ahead', async () => {
    const { id } = await storeDelivered()
    vi.useFakeTimers({ toFake: ['Date'], now: daysFromNow(1) })
    await changeLead(id, 'alice', { typed: { owner: 'Ben' } })
    vi.useRealTimers()

    await deliverDue()
    await deliverDue()

    expect(mailSink.mails).toHaveLength(1)
  })

  it('gets no mail while DELIVERIES is off, as the webhook gets no event', async () => {
    const { id } = await storeDelivered()
    const due = { owner: 'Ben', remindOn: '2020-01-01', stage: 'won' } as const
    setForTest({ DELIVERIES: 'off' })

    await changeLead(id, 'alice', { typed: due })
    for (const days of [0, 2, 4]) await deliverDue(daysFromNow(days))

    expect(mailSink.mails).toEqual([])
    expect(events()).toEqual([])
    const queued = await selectColumn('SELECT kind FROM LeadNotice')
    expect(queued).toHaveLength(3)
  })

  it('gets no mail about a lead taken or erased in the meantime', async () => {
    const [own, erased] = [await storeDelivered(), await storeDelivered()]
    await changeLead(own.id, 'ben', { typed: { owner: 'ben' } })
    await changeLead(erased.id, 'alice', { typed: { owner: 'ben' } })
    await applyLeadAction(await lead(erased.id), 'alice', { action: 'erase' })

    await deliverDue()

    expect(mailSink.mails).toEqual([])
  })
})

describe('a lead that is marked as spam', () => {
  /** Stores a lead that was delivered to the webhook but not by mail. */
  async function storeWithoutMail() {
    const { SMTP_URL } = process.env
    const { id } = await storeLead()
    setForTest({ SMTP_URL: '' })
    await deliverDue()
    setForTest({ SMTP_URL })
    webhookSink.reset()
    return id
  }

  it('is not delivered', async () => {
    const id = await storeWithoutMail()

    const marked = await markLeadsAsSpam([id], 'alice')
    await deliverDue()

    expect(marked).toEqual([id])
    expect(mailSink.mails).toEqual([])
    expect(events()).toEqual([])
    expect(await lead(id)).toMatchObject({ quarantine: 'marked' })
  })

  it('goes to its undelivered channels once released', async () => {
    const id = await storeWithoutMail()
    await markLeadsAsSpam([id], 'alice')
    await deliverDue()

    await releaseLeads([id], 'alice')
    await deliverDue()

    expect(mailSink.mails).toHaveLength(1)
    expect(events()).toEqual([])
  })
})

describe('all leads that match', () => {
  it('are sent to a channel that was set up later', async () => {
    const { LEADS_WEBHOOK_URL } = process.env
    setForTest({ LEADS_WEBHOOK_URL: '' })
    const ids = [await storeLead(), await storeLead()].map(({ id }) => id)
    const spam = await storeLead({}, suspected)
    await deliverDue()
    mailSink.reset?.()
    setForTest({ LEADS_WEBHOOK_URL })

    const match = 'missing=webhook'
    const changed = await applyBulkAction(
      { action: 'retry', match, channel: 'webhook' },
      'alice',
    )
    await deliverDue()

    expect(changed).toBe(2)
    const received = events().map(({ data }) => data.id)
    expect(received.toSorted()).toEqual(ids.toSorted())
    expect(received).not.toContain(spam.id)
    expect(mailSink.mails).toEqual([])
  })

  it('are changed only if received before the confirmation', async () => {
    const first = await storeDelivered()
    const before = new Date(Date.now() + 1).toISOString()
    await new Promise((resolve) => setTimeout(resolve, 5))
    const later = await storeDelivered()

    const changed = await applyBulkAction(
      { action: 'stage', stage: 'lost', match: 'state=accepted', before },
      'alice',
    )

    expect(changed).toBe(1)
    expect((await lead(first.id)).stage).toBe('lost')
    expect((await lead(later.id)).status).toBe('new')
  })

  it.each(['stage=x', 'stagee=new'])(
    'are none if a filter is invalid: %s',
    async (match) => {
      await storeDelivered()

      const changed = await applyBulkAction({ ...bulk, match }, 'alice')

      expect(changed).toBe(0)
    },
  )
})

describe('notes on other leads that name a person', () => {
  async function noteOnOtherLead() {
    const { id, email } = await storeDelivered()
    const other = await storeDelivered()
    await changeLead(id, 'alice', { note: { text: 'Of this person' } })
    await changeLead(other.id, 'alice', { note: { text: 'Knows nobody' } })
    const text = `Ask ${email} first`
    await changeLead(other.id, 'alice', { note: { text } })
    return { id, email, other: other.id }
  }

  it('are found among the person’s traces', async () => {
    const { id } = await noteOnOtherLead()

    const traces = await tracesOf(await lead(id))

    expect(traces.notes).toHaveLength(1)
  })

  it('are deleted when the person is erased', async () => {
    const { id, email, other } = await noteOnOtherLead()

    await applyLeadAction(await lead(id), 'alice', { action: 'erase' })

    const texts = await selectColumn('SELECT text FROM LeadNote')
    const searched = await selectColumn('SELECT searchText FROM Lead')
    expect(texts).toEqual(['Knows nobody'])
    expect((await lead(other)).note).toBe('Knows nobody')
    expect(searched).not.toContain(email)
    expect(await findTraces(email)).toMatchObject({ leads: [], notes: [] })
  })
})

it('a search text that still contains an erased note is logged', async () => {
  const { id } = await storeDelivered()
  const other = await storeDelivered()
  const { email } = await lead(id)
  await changeLead(other.id, 'alice', { note: { text: `Ask ${email} first` } })
  const logged = vi.spyOn(log, 'error')
  const heedUpdates = await ignoreLeadUpdates()
  await applyLeadAction(await lead(id), 'alice', { action: 'erase' })
  await heedUpdates()

  expect(logged).toHaveBeenCalledWith(
    { lead: other.id },
    expect.stringContaining('erased note'),
  )
})

it('a migration keeps the stages, notes and reminders of handled leads', async () => {
  const url = await makeEmptyDatabase()
  await migrateDatabase(url, migrationsWith(url, {}, '202611282'))
  const at = '2026-11-22T09:00:00.000+00:00'
  const columns =
    'id, idempotencyKey, bodyHash, receivedAt, name, email, company, phone, message, language, searchText, status, remindOn, note'
  const insert = `INSERT INTO Lead (${columns}) VALUES (?, ?, '', ?, 'Jean O’Brien', '', 'De-Beers', '', '', 'en', 'jean o’brien', ?, ?, ?)`
  await runSqlAt(url, insert, ['1', '1', at, 'handled', '2020-01-01', 'Called'])
  await runSqlAt(url, insert, ['2', '2', at, 'new', '2020-01-01', ''])
  const event =
    "INSERT INTO LeadEvent (id, leadId, at, kind, operator) VALUES ('e', '1', ?, 'noted', 'zoe')"
  await runSqlAt(url, event, ['2026-11-23T09:00:00.000+00:00'])

  await migrateDatabase(url)

  const notes = 'SELECT operator FROM LeadNote'
  expect(await selectColumnAt(url, notes)).toEqual(['zoe'])
  expect(
    await selectColumnAt(url, 'SELECT remindOn FROM Lead ORDER BY id'),
  ).toEqual([null, '2020-01-01'])
  const [searched] = await selectColumnAt(url, 'SELECT searchText FROM Lead')
  expect(searched).toContain('jeanobrien\ndebeers')
})
