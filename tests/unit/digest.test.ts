import { createTranslator } from 'next-intl'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { saveMemory } from '@/lib/chatbot/conversation-store'
import { dayMs, hourMs, minuteMs } from '@/lib/durations'
import { shortOfficeTime } from '@/lib/i18n/offices'
import { countWaiting } from '@/lib/leads/count-store'
import {
  markLeadsAsSpam,
  releaseLeads,
} from '@/lib/leads/delivery/requeue-store'
import { eraseLeads } from '@/lib/leads/erase-store'
import { listLeads } from '@/lib/leads/list-store'
import { leadQuerySchema } from '@/lib/leads/query'
import { log } from '@/lib/log'
import { catalog } from '../support/catalog'
import { storeChatLead } from '../support/chat-leads'
import { validContact } from '../support/contact'
import { runSql, selectColumn, storedTime } from '../support/database'
import { deliverDue } from '../support/deliver-due'
import { startReceivers, storeLead } from '../support/delivery'
import { setForTest } from '../support/settings'
import { decodeMail, onlyMail, readMail, startMailSink } from '../support/sinks'

const mailSink = await startMailSink()
const { webhookSink } = await startReceivers(mailSink)

const { reasons } = catalog('en').OperatorLeads
const t = createTranslator({
  locale: 'en',
  messages: catalog('en'),
  namespace: 'DigestMail',
})
const start = Date.now()
const at = (ms: number) => new Date(start + ms)
const { company, name } = validContact

beforeEach(async () => {
  // Simulates the site's start, which schedules the first digest an hour later.
  await deliverDue(at(-hourMs))
})

/**
 * Stores a lead received at the given time. Marks it as delivered unless it is
 * quarantined.
 */
async function storeLeadAt(
  ms: number,
  changes: Record<string, string> = {},
  admission = {},
) {
  const { id, reference } = await storeLead(changes, admission)
  await runSql(
    'UPDATE Lead SET receivedAt = ? WHERE id = ?',
    storedTime(at(ms)),
    id,
  )
  await runSql(
    `UPDATE Delivery SET dueAt = NULL, deliveredAt = queuedAt WHERE leadId = '${id}'`,
  )
  return { id, reference, time: shortOfficeTime(at(ms), 'en') }
}

const quarantine = (
  ms: number,
  reasons = ['honeypot'],
  score = 100,
  changes = {},
) => storeLeadAt(ms, changes, { score, quarantine: reasons })

const close = (id: string) =>
  runSql(`UPDATE Lead SET status = 'handled', stage = 'won' WHERE id = '${id}'`)

const mails = () =>
  mailSink.mails.map((mail) => decodeMail(mail).replaceAll('\r\n', '\n'))
const onlyDigest = () => onlyMail({ mails: mails() })
const events = () => webhookSink.deliveries.map(({ body }) => JSON.parse(body))

const question = {
  text: 'Do you sell <b>platinum</b>?',
  language: 'fr',
  count: 3,
}

/**
 * Stores what a digest can report: new leads with and without an owner, a late
 * lead, a quarantined lead and an unanswered question. Then sends the digest.
 */
async function sendDigest() {
  const fresh = await storeLeadAt(-hourMs)
  const owned = await storeLeadAt(-hourMs + minuteMs)
  await runSql(`UPDATE Lead SET owner = 'Zoé' WHERE id = '${owned.id}'`)
  const late = await storeLeadAt(-2 * hourMs)
  await runSql(
    `UPDATE Delivery SET dueAt = '${storedTime(at(9 * dayMs))}' WHERE leadId = '${late.id}'`,
  )
  const held = await quarantine(-hourMs, ['honeypot', 'disposable_email'], 140)
  const { text, language, count } = question
  await runSql(
    'INSERT INTO UnansweredQuestion (id, text, language, count, lastAskedAt) VALUES (?, ?, ?, ?, ?)',
    'q1',
    text,
    language,
    count,
    storedTime(at(-minuteMs)),
  )
  await deliverDue(at(0))
  return { fresh, owned, late, held }
}

function listed({ reference, time }: Awaited<ReturnType<typeof storeLeadAt>>) {
  return t('lead', { reference, time, company, name })
}

function consoleLink(path: string) {
  return `${catalog('en').OwnerMail.open}: http://localhost:3000/operator/${path}`
}

describe('the digest', () => {
  it('is one mail to sales whose subject counts what it reports', async () => {
    await sendDigest()

    const { headers } = readMail(onlyMail(mailSink))
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': expect.stringContaining('multipart/alternative'),
      to: 'sales@halcrest.example',
      subject: t('subject', {
        received: 3,
        quarantined: 1,
        undelivered: 1,
        unanswered: 1,
        unsent: 0,
      }),
    })
  })

  it('lists new leads with their owners', async () => {
    const { fresh, owned } = await sendDigest()

    const [mail] = mails()
    expect(mail).toContain(t('received', { count: 3 }))
    expect(mail).toContain(`- ${listed(fresh)}: ${t('nobody')}`)
    expect(mail).toContain(`- ${listed(owned)}: Zoé`)
  })

  it('keeps the order of an item whose owner is written right to left', async () => {
    const owned = await storeLeadAt(-hourMs)
    await runSql("UPDATE Lead SET owner = 'דנה (Gulf)' WHERE id = ?", owned.id)

    await deliverDue(at(0))

    expect(mails()[0]).toContain(`- ${listed(owned)}: \u2068דנה (Gulf)\u2069`)
  })

  it('lists late deliveries and links to them', async () => {
    const { late } = await sendDigest()

    const [mail] = mails()
    expect(mail).toContain(t('undelivered', { count: 1 }))
    expect(mail).toContain(listed(late))
    expect(mail).toContain(consoleLink('leads?state=undelivered'))
  })

  it('counts the reasons for quarantine and links to the leads', async () => {
    await sendDigest()

    const [mail] = mails()
    const reason = { reason: reasons.honeypot, count: 1 }
    expect(mail).toContain(t('quarantine.intro', { count: 1 }))
    expect(mail).toContain(t('quarantine.reason', reason))
    expect(mail).toContain(consoleLink('leads?state=quarantined'))
  })

  it('lists unanswered questions and links to them', async () => {
    await sendDigest()

    const [mail] = mails()
    expect(mail).toContain(t('question', question))
    expect(mail).toContain(consoleLink('questions'))
  })

  it('is sent to the webhook as data', async () => {
    const { late, held } = await sendDigest()

    const data = {
      since: at(-dayMs).toISOString(),
      until: at(0).toISOString(),
      received: 3,
      id: webhookSink.deliveries[0]?.headers['webhook-id'],
      unanswered: { count: 1, questions: [question] },
      received_leads: [{ owner: null }, { owner: null }, { owner: 'Zoé' }],
      quarantined: {
        count: 1,
        total: 1,
        leads: [{ id: held.id, spam_score: 140 }],
      },
      undelivered: { count: 1, leads: [{ id: late.id }] },
    }
    const timestamp = at(0).toISOString()
    expect(events()).toMatchObject([
      { type: 'digest', version: 1, timestamp, data },
    ])
  })

  it('counts conversations that gave contact details but sent no lead', async () => {
    for (const id of ['unsent', 'sent'])
      await saveMemory(id, {
        language: 'en',
        lastFacts: [],
        suggested: [],
        hasContactDetails: true,
      })
    await storeChatLead({ sessionId: 'sent', email: 'eve@bank.example' })

    await deliverDue(at(minuteMs))

    const mail = mails().find((text) =>
      text.includes(t('unsent', { count: 1 })),
    )
    expect(mail).toContain('http://localhost:3000/operator/leads?view=unsent')
    expect(events().find(({ type }) => type === 'digest').data.unsent).toEqual({
      count: 1,
    })
  })

  it('reports a due reminder, unless its lead is closed', async () => {
    const reminded = await storeLeadAt(-2 * hourMs)
    const handled = await storeLeadAt(-2 * hourMs)
    await runSql("UPDATE Lead SET remindOn = '2020-01-01'")
    await close(handled.id)

    await deliverDue(at(0))

    expect(mails()[0]).toContain(t('reminders', { count: 1 }))
    const { reminders } = events()[0].data
    expect(reminders.leads).toMatchObject([{ id: reminded.id }])
  })

  /** Saves two leads whose delivery was given up, and closes one of them. */
  async function saveGivenUp() {
    const open = await storeLeadAt(-2 * hourMs)
    const closed = await storeLeadAt(-2 * hourMs)
    await runSql(
      'UPDATE Delivery SET deliveredAt = NULL, abandonedAt = queuedAt',
    )
    await close(closed.id)
    return open
  }

  it('reports a lead whose delivery was given up, unless it is closed', async () => {
    const { id } = await saveGivenUp()

    await deliverDue(at(0))

    expect(onlyDigest()).toContain(t('abandoned', { count: 1 }))
    const { abandoned } = events()[0].data
    expect(abandoned.leads).toMatchObject([{ id }])
  })

  it('agrees with the console’s list of leads that were given up', async () => {
    const { id } = await saveGivenUp()

    const listed = await listLeads(
      leadQuerySchema.parse({ state: 'abandoned' }),
    )

    expect(listed.map((lead) => lead.id)).toEqual([id])
    expect(await countWaiting()).toMatchObject({ abandoned: 1 })
  })

  it('lists no waiting leads until one got another stage', async () => {
    await storeLeadAt(-hourMs)
    await storeLeadAt(-3 * dayMs)

    await deliverDue(at(0))

    expect(onlyDigest()).not.toContain(t('waiting', { count: 1 }))
  })

  it('lists leads that are still new once another got a stage', async () => {
    await storeLeadAt(-hourMs)
    const oldest = await storeLeadAt(-3 * dayMs)
    await deliverDue(at(0))
    const contacted = await storeLeadAt(-4 * dayMs)
    await runSql(
      `UPDATE Lead SET status = 'handled' WHERE id = '${contacted.id}'`,
    )
    await storeLeadAt(hourMs)

    await deliverDue(at(dayMs))

    // Counts the lead of the first digest as well, because it now waits, too.
    expect(mails()[1]).toContain(t('waiting', { count: 2 }))
    const { waiting } = events()[1].data
    expect(waiting.leads[0]).toMatchObject({ id: oldest.id })
  })

  it('does not list leads marked as spam as quarantined', async () => {
    const { id } = await storeLeadAt(-hourMs)
    await markLeadsAsSpam([id], 'alice')
    await quarantine(-hourMs)

    await deliverDue(at(0))

    expect(mails()[0]).toContain(t('quarantine.intro', { count: 1 }))
  })

  const htmlPart = () => onlyDigest().split('<!doctype html>')[1]

  it('links its leads in HTML', async () => {
    const { reference } = await storeLeadAt(-hourMs)

    await deliverDue(at(0))

    expect(htmlPart()).toContain(
      `href="http://localhost:3000/operator/leads/${reference}"`,
    )
  })

  it('shows typed markup as text in HTML', async () => {
    await storeLeadAt(-hourMs, { company: '<b>Bank</b>' })

    await deliverDue(at(0))

    const html = htmlPart()
    expect(html).toContain('&#60;b&#62;Bank')
    expect(html).not.toContain('<b>Bank')
  })

  it('is not sent if there is nothing to report', async () => {
    await deliverDue(at(0))

    expect(mails()).toEqual([])
  })

  it('is sent at most daily, with the leads since the previous one', async () => {
    await deliverDue(at(0))
    const first = await quarantine(minuteMs)
    await deliverDue(at(hourMs))
    const second = await quarantine(2 * hourMs)

    await deliverDue(at(20 * hourMs))
    const sentEarly = mails().length
    for (const days of [1, 2]) await deliverDue(at(days * dayMs + hourMs))

    expect(sentEarly).toBe(1)
    expect(mails()).toHaveLength(2)
    expect(mails()[1]).toContain(second.reference)
    expect(mails()[1]).not.toContain(first.reference)
  })

  it('repeats an undelivered lead daily until it is handled', async () => {
    await storeLeadAt(-2 * hourMs)
    await runSql(`UPDATE Delivery SET dueAt = '${storedTime(at(9 * dayMs))}'`)
    for (const days of [0, 1]) await deliverDue(at(days * dayMs))
    await runSql(
      `UPDATE Delivery SET dueAt = NULL, abandonedAt = '${storedTime(at(dayMs))}'`,
    )
    await deliverDue(at(2 * dayMs))
    const sentBefore = mails().length
    await runSql("UPDATE Lead SET status = 'handled'")

    await deliverDue(at(3 * dayMs))

    expect(sentBefore).toBe(3)
    expect(mails()).toHaveLength(3)
  })

  /** Quarantines 24 messages like spam and one like a person's. */
  async function quarantineMany() {
    for (let index = 0; index < 24; index++)
      await quarantine(-90 * dayMs + index, ['honeypot', 'hasty'], 100)
    return quarantine(-minuteMs, ['artificial'], 0)
  }

  it('lists the twenty lowest spam scores in quarantine', async () => {
    const person = await quarantineMany()

    await deliverDue(at(0))

    const mail = onlyDigest()
    const listed = [...mail.matchAll(/^- ([0-9A-F]{8}), .*score/gm)].map(
      ([, reference]) => reference,
    )
    expect(listed).toHaveLength(20)
    expect(listed[0]).toEqual(person.reference)
    expect(mail).toContain(': artificial;')
  })

  it('counts everything in quarantine, most frequent reason first', async () => {
    await quarantineMany()

    await deliverDue(at(0))

    const mail = onlyDigest()
    expect(mail.indexOf(`${reasons.hasty}:`)).toBeLessThan(
      mail.indexOf('artificial:'),
    )
    const by_reason = { honeypot: 24, hasty: 24, artificial: 1 }
    expect(events()[0].data.quarantined).toMatchObject({
      count: 25,
      by_reason,
      total: 25,
    })
  })

  it('omits released and erased leads from quarantine', async () => {
    const [released, erased] = [await quarantine(0), await quarantine(1)]
    const left = await quarantine(2)
    await releaseLeads([released.id], 'alice')
    await eraseLeads([erased.id], 'alice')

    await deliverDue(at(hourMs))

    const { leads } = events().at(-1).data.quarantined
    expect(leads).toMatchObject([{ id: left.id }])
  })

  it('identifies a quarantined lead from the chat by its contact details', async () => {
    const details = { email: 'eve@bank.example', phone: '+33 1 99 00 12 34' }
    await storeChatLead({ ...details, dueAt: at(0), quarantine: ['flood'] })

    await deliverDue(at(hourMs))

    const { leads } = events().at(-1).data.quarantined
    expect(leads).toMatchObject([
      { company: 'chat', name: 'eve@bank.example +33 1 99 00 12 34' },
    ])
  })

  it('is sent only once by several processes', async () => {
    await quarantine(-minuteMs)

    await Promise.all([deliverDue(at(0)), deliverDue(at(0)), deliverDue(at(0))])

    expect(mails()).toHaveLength(1)
    expect(events()).toHaveLength(1)
  })

  it('is sent even if a clock that was ahead has set a later due time', async () => {
    await quarantine(-minuteMs)
    await deliverDue(at(0))
    await runSql(
      `UPDATE Digest SET since = '${storedTime(at(9 * dayMs))}', dueAt = '${storedTime(at(10 * dayMs))}'`,
    )
    const later = await quarantine(hourMs)

    await deliverDue(at(2 * hourMs))

    expect(mails()[1]).toContain(later.reference)
  })

  it('is retried under the same id', async () => {
    await quarantine(-minuteMs)
    mailSink.mood = 'refuse'
    webhookSink.mood = 'refuse'
    await deliverDue(at(0))
    const errors = await selectColumn(
      'SELECT lastError FROM Digest ORDER BY channel',
    )
    webhookSink.mood = 'take'

    await deliverDue(at(2 * hourMs))

    expect(errors).toEqual(['SMTP 451 DATA', 'HTTP 503'])
    expect(events()).toMatchObject([
      { data: { id: `digest-${start}`, until: at(0).toISOString() } },
    ])
  })

  it('is given up after 7 days', async () => {
    const logged = vi.spyOn(log, 'error')
    await quarantine(-minuteMs)
    mailSink.mood = 'refuse'
    await deliverDue(at(0))

    const until = storedTime(Date.now() - 8 * dayMs)
    await runSql(
      `UPDATE Digest SET until = '${until}', attempts = 49 WHERE channel = 'mail'`,
    )
    await quarantine(-8 * dayMs - hourMs)
    await deliverDue(at(3 * hourMs))

    expect(
      (
        await selectColumn("SELECT attempts FROM Digest WHERE channel = 'mail'")
      )[0],
    ).toBe(0)
    expect(mails()).toEqual([])
    expect(logged).toHaveBeenCalledWith(
      expect.objectContaining({ queue: 'digest mail', dueAt: null }),
      'delivery abandoned',
    )
  })

  it('is not sent while LEADS_DIGEST is false', async () => {
    await quarantine(-minuteMs)
    setForTest({ LEADS_DIGEST: 'false' })

    await deliverDue(at(0))

    expect(mails()).toEqual([])
  })

  it('is sent at once when LEADS_DIGEST is true again', async () => {
    await quarantine(-minuteMs)
    setForTest({ LEADS_DIGEST: 'false' })
    await deliverDue(at(0))
    setForTest({ LEADS_DIGEST: 'true' })

    await deliverDue(at(0))

    expect(mails()).toHaveLength(1)
  })

  it('is written in LEADS_LANGUAGE', async () => {
    const french = createTranslator({
      locale: 'fr',
      messages: catalog('fr'),
      namespace: 'DigestMail',
    })
    await quarantine(-minuteMs)
    setForTest({ LEADS_LANGUAGE: 'fr' })

    await deliverDue(at(0))

    expect(onlyDigest()).toContain(french('quarantine.byReason'))
    expect(onlyDigest()).toContain(
      'http://localhost:3000/fr/operator/leads?state=quarantined',
    )
  })

  it('shows markup in a lead as text', async () => {
    await quarantine(-minuteMs, ['honeypot'], 100, {
      company: '<b>Bank</b>',
      name: '=cmd {reference}',
    })

    await deliverDue(at(0))

    expect(mails()[0]).toContain('<b>Bank</b> (=cmd {reference})')
  })
})

describe('the reminder of an owner', () => {
  beforeEach(() =>
    setForTest({
      OPERATOR_EMAILS: 'zoe:zoe@halcrest.example,ben:ben@halcrest.example',
      LEADS_DIGEST: 'false',
    }),
  )

  /** Saves a lead of Zoë's whose reminder is due. */
  async function saveReminded() {
    const lead = await storeLeadAt(-hourMs)
    const values = "owner = 'Zoë', remindOn = '2020-01-01'"
    await runSql(`UPDATE Lead SET ${values} WHERE id = '${lead.id}'`)
    return lead
  }

  // Noon in the office, so that no morning falls between two deliveries of a
  // day.
  const noon = dayMs - (start % dayMs) + 17 * hourMs

  it('waits for the next morning', async () => {
    await saveReminded()

    await deliverDue(at(0))

    expect(mails()).toEqual([])
  })

  it('is sent only to the owner of the lead', async () => {
    const { reference } = await saveReminded()
    await deliverDue(at(0))

    await deliverDue(at(noon))

    const { headers } = readMail(onlyMail(mailSink))
    expect(headers.get('to')).toBe('zoe@halcrest.example')
    expect(onlyDigest()).toContain(reference)
  })

  it('is sent once in a morning', async () => {
    await saveReminded()

    for (const ms of [0, noon, noon + hourMs]) await deliverDue(at(ms))

    expect(mails()).toHaveLength(1)
  })

  it('is sent again on the next morning', async () => {
    await saveReminded()

    for (const ms of [0, noon, noon + dayMs]) await deliverDue(at(ms))

    expect(mails()).toHaveLength(2)
  })

  it.each([
    ['starts', '2027-03-14T11:00:00Z'],
    ['ends', '2027-11-07T12:00:00Z'],
  ])('is sent at 7:00 when daylight saving time %s', async (_, time) => {
    const morning = Date.parse(time)
    await saveReminded()
    await deliverDue(new Date(morning - 12 * hourMs))

    await deliverDue(new Date(morning - 1))
    const sentEarly = mails().length
    await deliverDue(new Date(morning))

    expect(sentEarly).toBe(0)
    expect(mails()).toHaveLength(1)
  })

  it('is sent even if 200 other owners have leads', async () => {
    const columns =
      'id, idempotencyKey, bodyHash, receivedAt, name, email, company, phone, message, language, owner'
    const others = Array.from({ length: 200 }, (_, other) => {
      const lead = `'${other}', '${other}', '', '2026-11-22T09:00:00.000+00:00', '', '', '', '', '', 'en', '${other}'`
      return `INSERT INTO Lead (${columns}) VALUES (${lead})`
    })
    await runSql(others.join('; '))
    await saveReminded()

    for (const days of [0, 1]) await deliverDue(at(days * dayMs))

    expect(mails()).toHaveLength(1)
  })
})
