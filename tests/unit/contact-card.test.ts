import { randomUUID } from 'node:crypto'
import { createTranslator } from 'next-intl'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { minuteMs } from '@/lib/durations'
import { changeLead } from '@/lib/leads/change-store'
import { releaseLeads } from '@/lib/leads/delivery/requeue-store'
import { log } from '@/lib/log'
import { catalog } from '../support/catalog'
import { newVisitor } from '../support/chatbot'
import {
  deliveriesOf,
  holdLock,
  ignoreLeadUpdates,
  runSql,
  storedTime as time,
} from '../support/database'
import { deliverDue } from '../support/deliver-due'
import { startReceivers } from '../support/delivery'
import { setForTest } from '../support/settings'
import { decodeMail, onlyMail, readMail, startMailSink } from '../support/sinks'

const mailSink = await startMailSink()
const { webhookSink } = await startReceivers(mailSink, {
  LEADS_ACKNOWLEDGE: 'true',
  LEADS_DIGEST: 'false',
  LIMIT_CHAT_PER_SESSION: '10000',
  LIMIT_CHAT_PER_CLIENT: '10000',
  LIMIT_CHAT_GLOBAL: '10000',
})

const t = createTranslator({
  locale: 'en',
  messages: catalog('en'),
  namespace: 'SalesMail',
})
const start = Date.parse('2026-11-22T12:00:00.000Z')
const at = (minutes: number) => new Date(start + minutes * minuteMs)

beforeEach(async () => {
  await runSql(
    'DELETE FROM ChatSession; DELETE FROM ChatMessage; DELETE FROM RateLimit',
  )
  vi.useFakeTimers({ toFake: ['Date'], now: start })
})

type Row = Record<string, string | number | null>

const rows = (table = 'Lead'): Promise<Row[]> =>
  runSql(`SELECT * FROM "${table}"`)
const row = async () => (await rows())[0] as Row
const events = () => webhookSink.deliveries.map(({ body }) => JSON.parse(body))

/** Returns the stored due time of each sales channel; undefined if none. */
async function due() {
  const { mail, webhook } = await deliveriesOf()
  return { mail: mail?.dueAt, webhook: webhook?.dueAt }
}

const dueAtBoth = (moment: Date) => ({
  mail: time(moment),
  webhook: time(moment),
})

describe('a contact card', () => {
  it('becomes a lead with its fields and the conversation', async () => {
    const visitor = newVisitor()
    const { response } = await visitor.say('What are the fees?')

    const sent = await visitor.sendCard({
      name: 'Eve Martin',
      company: 'Alder Bank',
    })

    expect(sent).toMatchObject({
      status: 201,
      body: { received_at: at(0).toISOString() },
    })
    expect(await rows()).toMatchObject([
      {
        id: sent.body.id,
        source: 'chat',
        name: 'Eve Martin',
        company: 'Alder Bank',
        email: 'eve@bank.example',
      },
    ])
    const { message } = await row()
    expect(message).toContain('Please call me')
    expect(message).toContain(
      `${t('visitor')}, 7:00 AM EST: What are the fees?`,
    )
    expect(message).toContain(response.slice(0, 20))
  })

  it('stores a phone number as typed', async () => {
    await newVisitor().sendCard({ reach: '(787) 555-0142 ext. 7' })

    expect(await row()).toMatchObject({
      email: '',
      phone: '(787) 555-0142 ext. 7',
    })
  })

  it('splits one field into address, number and additional text of the message', async () => {
    const reach = 'eve@bank.example or +1 212 555 0188, evenings only'
    await newVisitor().sendCard({ reach })

    expect(await row()).toMatchObject({
      email: 'eve@bank.example',
      phone: '+1 212 555 0188',
      message: `${reach}\n\nPlease call me`,
    })
  })

  it.each([
    ['eve@bank.example, +1 416 555 0199', '+1 416 555 0199'],
    ['eve@bank.example / +14165550199', '+14165550199'],
    ['eve@bank.example/416.555.0199', '416.555.0199'],
    ['(+1) 416 555 0199 x12 <eve@bank.example>', '(+1) 416 555 0199 x12'],
    ['eve@bank.example; 1-800-555-GOLD.', '1-800-555-GOLD'],
    [
      '+49 30/901820, 0033 1 23 45 67 89 (eve@bank.example)',
      '+49 30/901820, 0033 1 23 45 67 89',
    ],
  ])('finds the number in %s', async (reach, phone) => {
    await newVisitor().sendCard({ reach, note: 'Please call me' })

    expect(await row()).toMatchObject({
      email: 'eve@bank.example',
      phone,
      message: 'Please call me',
    })
  })

  it.each([
    'eve@bank.example, after 18:00 or 12:30',
    'eve@bank.example. From 30/11/2026 14:00',
    'mailto:eve@bank.example until 2026-12-01',
  ])('finds no number in %s', async (reach) => {
    await newVisitor().sendCard({ reach })

    expect(await row()).toMatchObject({ email: 'eve@bank.example', phone: '' })
    expect((await row()).message).toContain(reach)
  })

  it('leaves numbers in the message if they are too long for the field', async () => {
    const numbers = Array.from({ length: 4 }, () => '+1 416 555 0199')
    const reach = numbers.join(' / ')
    await newVisitor().sendCard({ reach })

    expect((await row()).message).toContain(reach)
  })

  it.each([
    { reach: 'o’neill@bank.example', email: "o'neill@bank.example" },
    { reach: 'a@bank。example', email: 'a@bank.example' },
    { reach: 'a＠bank.example', email: 'a@bank.example' },
  ])('stores $reach as the contact form does', async ({ reach, email }) => {
    await newVisitor().sendCard({ reach, note: 'Please call me' })

    expect(await row()).toMatchObject({ email, phone: '' })
    expect((await row()).message).not.toContain('@')
  })

  it.each([
    { reach: '', code: 'required' },
    { reach: 'call me', code: 'invalid_reach' },
    { reach: '555', code: 'invalid_reach' },
    { reach: 'after 18:00 or 12:30', code: 'invalid_reach' },
  ])('refuses $reach with the code $code', async ({ reach, code }) => {
    const { status, body } = await newVisitor().sendCard({ reach })

    expect(status).toBe(422)
    expect(body.error.fields).toEqual({ reach: [code] })
    expect(await rows()).toEqual([])
  })

  it('is stored once if sent twice at once', async () => {
    const visitor = newVisitor()

    const [one, other] = await Promise.all([
      visitor.sendCard(),
      visitor.sendCard(),
    ])

    expect(one.status).toBe(201)
    expect(other.status).toBe(201)
    expect(one.body.id).toBe(other.body.id)
    expect(await rows()).toHaveLength(1)
  })

  it('is quarantined if the hidden field is filled', async () => {
    const { status } = await newVisitor().sendCard({
      honeypot: 'https://spam.example',
    })

    expect(status).toBe(201)
    expect(await row()).toMatchObject({ quarantine: 'honeypot' })
    expect(await deliveriesOf()).toEqual({})
  })

  it('counts against the limits of the contact form', async () => {
    setForTest({ LIMIT_CONTACT_PER_CLIENT: '1' })
    const client = randomUUID()
    await newVisitor(client).sendCard()

    const { status, body } = await newVisitor(client).sendCard({
      reach: 'ann@bank.example',
    })

    expect(status).toBe(429)
    expect(body.error.code).toBe('rate_limited')
    expect(await rows()).toHaveLength(1)
  })

  it('is refused with 503 while the database is locked', async () => {
    vi.useRealTimers()
    const release = await holdLock()

    const { status } = await newVisitor().sendCard()

    await release()
    expect(status).toBe(503)
    expect(await rows()).toEqual([])
  })
})

describe('a changed contact card', () => {
  it('updates the lead before its first message to sales', async () => {
    const visitor = newVisitor()
    const first = await visitor.sendCard({ reach: '+41 22 555 01 44' })

    const changed = await visitor.sendCard({ reach: '+41 22 555 01 45' })

    expect(changed).toMatchObject({ status: 201, body: { id: first.body.id } })
    expect(await rows()).toMatchObject([{ phone: '+41 22 555 01 45' }])
    expect(await due()).toEqual(dueAtBoth(at(2)))
  })

  it('causes a second mail after the first mail to sales', async () => {
    const visitor = newVisitor()
    await visitor.sendCard()
    await deliverDue(at(2))

    await visitor.sendCard({ note: 'After nine, please' })
    await deliverDue(at(3))

    expect(events()).toMatchObject([
      { type: 'lead.received', data: { updated_at: null } },
      { type: 'lead.updated', data: { email: 'eve@bank.example' } },
    ])
    expect(mailSink.mails).toHaveLength(2)
    expect(decodeMail(mailSink.mails[1] ?? '')).toContain('After nine, please')
  })

  /** Sends a card in which an operator then corrects two fields. */
  async function sendCorrected() {
    const visitor = newVisitor()
    const card = { reach: 'eve@bnak.example', company: 'Bank' }
    const { body } = await visitor.sendCard(card)
    const corrected = { email: 'eve@bank.example', company: 'Bank AG' }
    await changeLead(body.id, 'alice', { typed: corrected })
    return { visitor, card, corrected }
  }

  it('keeps an operator’s correction', async () => {
    const { visitor, card, corrected } = await sendCorrected()

    await visitor.sendCard({ ...card, note: 'After nine, please' })

    expect(await rows()).toMatchObject([corrected])
  })

  it('replaces an operator’s correction of a field that it changes', async () => {
    const { visitor, card } = await sendCorrected()

    await visitor.sendCard({ ...card, company: 'Bank SA' })

    expect(await rows()).toMatchObject([
      { email: 'eve@bank.example', company: 'Bank SA' },
    ])
  })

  it('stays in quarantine and is delivered completely once released', async () => {
    const visitor = newVisitor()
    await visitor.sendCard({ honeypot: 'filled in' })

    await visitor.sendCard({
      honeypot: 'filled in',
      note: 'After nine, please',
    })
    await releaseLeads([String((await row()).id)], 'alice')
    await deliverDue(at(1))

    expect(decodeMail(onlyMail(mailSink))).toContain('After nine, please')
  })

  it('gets a later change time, even if the clock is set back', async () => {
    const visitor = newVisitor()
    await visitor.sendCard()
    const changes: unknown[] = []
    for (const [index, minutes] of [0, 0, -10, 10].entries()) {
      vi.setSystemTime(at(minutes))
      await visitor.sendCard({ note: `Note ${index}` })
      changes.push((await row()).updatedAt)
    }

    expect(changes).toEqual(
      [start, start + 1, start + 2, at(10)].map((moment) => time(moment)),
    )
  })

  it('loses no change if it is changed several times at once', async () => {
    const visitor = newVisitor()
    await visitor.sendCard()

    const notes = ['One', 'Two', 'Three', 'Four']
    const changes = await Promise.all(
      notes.map((note) => visitor.sendCard({ note })),
    )

    expect(changes.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(notes).toContain(String((await row()).message).split('\n')[0])
    expect(await rows()).toHaveLength(1)
  })

  it('fails instead of being retried forever if the lead keeps changing', async () => {
    const errors = vi.spyOn(log, 'error').mockReturnValue()
    const visitor = newVisitor()
    await visitor.sendCard()
    const heedUpdates = await ignoreLeadUpdates()

    const { status } = await visitor.sendCard({ note: 'After nine' })

    await heedUpdates()
    errors.mockRestore()
    expect(status).toBe(500)
    expect((await visitor.sendCard({ note: 'After nine' })).status).toBe(201)
  })
})

describe('the mail about a contact card', () => {
  it('waits for corrections until the visitor leaves', async () => {
    const visitor = newVisitor()
    await visitor.sendCard()
    const before = await due()

    await visitor.leave()

    expect(before).toEqual(dueAtBoth(at(2)))
    expect(await due()).toEqual(dueAtBoth(at(0)))
  })

  it('shows the conversation without Markdown', async () => {
    const visitor = newVisitor()
    await visitor.say('What are the fees?')
    await visitor.sendCard()

    await deliverDue(at(2))

    const mail = decodeMail(onlyMail(mailSink))
    expect(mail).toContain(
      `${t('assistant')}, 7:00 AM EST: Fees are not published.`,
    )
    expect(mail).not.toContain('](/contact)')
    expect(mail).not.toContain('user:')
  })

  it('is replied to at the visitor’s address', async () => {
    await newVisitor().sendCard()

    await deliverDue(at(2))

    const { headers } = readMail(onlyMail(mailSink))
    expect(headers.get('reply-to')).toBe('eve@bank.example')
  })

  it('quotes the visitor as typed', async () => {
    const visitor = newVisitor()
    const typed = 'My mail is jean_luc@bank.example, for > 500 oz *net*'
    await visitor.say(typed)
    await visitor.sendCard()

    await deliverDue(at(2))

    expect(decodeMail(onlyMail(mailSink))).toContain(
      `${t('visitor')}, 7:00 AM EST: ${typed}`,
    )
  })

  it('refers to the first mail if the card was changed', async () => {
    const visitor = newVisitor()
    const { body } = await visitor.sendCard()
    await deliverDue(at(2))
    await visitor.sendCard({ note: 'After nine' })
    await deliverDue(at(6))

    const [first, second] = mailSink.mails.map((mail) => readMail(mail).headers)
    const messageId = `<lead-${body.id}@localhost>`
    const reference = body.id.slice(0, 8).toUpperCase()
    expect(first?.get('message-id')).toBe(messageId)
    expect(second?.get('in-reply-to')).toBe(messageId)
    const changed = { reference, sender: 'eve@bank.example' }
    expect(second?.get('subject')).toBe(t('chatUpdateSubject', changed))
  })

  it('is not marked as an update if the first mail never arrived', async () => {
    mailSink.mood = 'refuse'
    webhookSink.mood = 'refuse'
    const visitor = newVisitor()
    await visitor.sendCard()
    await deliverDue(at(2))
    await visitor.sendCard({ note: 'After nine' })

    mailSink.mood = 'take'
    webhookSink.mood = 'take'
    await deliverDue(at(6))

    expect(events().map(({ type }) => type)).toEqual(['lead.received'])
    expect(mailSink.mails).toHaveLength(1)
  })
})

describe('the record of conversations', () => {
  it('includes a client’s conversations up to a daily limit', async () => {
    setForTest({ LIMIT_CHAT_RECORDED_PER_CLIENT: '3' })
    const client = randomUUID()

    for (let count = 0; count < 5; count++)
      await newVisitor(client).say('What are the fees?')

    expect(await rows('ChatMessage')).toHaveLength(6)
    expect(await rows('ChatSession')).toHaveLength(3)
  })

  it('marks a conversation whose contact details were not sent', async () => {
    await newVisitor().say('What are the fees?')
    await newVisitor().say('write to eve@bank.example')

    const marked = (await rows('ChatSession')).map(({ contactAsked }) =>
      Boolean(contactAsked),
    )
    expect(marked.toSorted()).toEqual([false, true])
    expect(await rows()).toEqual([])
  })
})
