import { randomUUID } from 'node:crypto'
import { createTranslator } from 'next-intl'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NewChatLead } from '@/lib/leads/chat-store'
import { catalog } from '../support/catalog'
import { deliveriesOf, ignoreLeadUpdates, runSql, selectColumn, storedTime as time } from '../support/database'
import { deliverTo } from '../support/delivery'
import { decodeMail, readMail, startMailSink } from '../support/sinks'

const mailSink = await startMailSink()
const webhookSink = await deliverTo(mailSink, { LEADS_DIGEST: 'false' })

const { createChatLead, deliverChatLeadNow, findChatLead, updateChatLead } = await import('@/lib/leads/chat-store')
const { releaseLead } = await import('@/lib/leads/delivery/store')
const { deliverDue } = await import('@/lib/leads/delivery/deliver')
const { officeTime } = await import('@/lib/i18n/offices')
const { log } = await import('@/lib/log')

const t = createTranslator({ locale: 'en', messages: catalog('en'), namespace: 'SalesMail' })
const minute = 60_000
const start = Date.parse('2026-11-22T12:00:00.000Z')
const at = (minutes: number) => new Date(start + minutes * minute)
const sessionId = 'session-0123456789'

beforeEach(async () => {
  await runSql('DELETE FROM Delivery; DELETE FROM Lead')
  vi.useFakeTimers({ toFake: ['Date'], now: start })
})

afterEach(() => {
  vi.useRealTimers()
})

const says = (content: string) => [{ role: 'user' as const, content, sentAt: new Date() }]

function create(changes: Partial<NewChatLead> = {}) {
  const lead = { sessionId, language: 'en', turns: says('Call me'), details: {}, dueAt: at(2), quarantine: null }
  return createChatLead({ ...lead, ...changes })
}

function add(content: string, details: NewChatLead['details'] = {}, dueAt = async () => at(5)) {
  return updateChatLead(sessionId, { turns: says(content), details, dueAt })
}

type Row = Record<string, string | number | null>

async function row(): Promise<Row> {
  return (await runSql('SELECT * FROM Lead'))[0] as Row
}

/** The due time and the attempts of each delivery. */
async function due() {
  const rows = Object.values(await deliveriesOf()).toSorted((one, other) => (one.channel < other.channel ? -1 : 1))
  return rows.map(({ channel, dueAt, attempts }) => [channel, dueAt, attempts])
}

const dueAgain = (moment: Date) => ['mail', 'webhook'].map((channel) => [channel, time(moment), 0])

describe('the lead of a conversation', () => {
  it('is stored once, with what is known of the visitor, and due on every channel', async () => {
    expect(await findChatLead(sessionId)).toBeUndefined()
    expect(await create({ details: { email: 'eve@bank.example' } })).toBe(true)
    expect(await findChatLead(sessionId)).toEqual({ name: '', email: 'eve@bank.example', company: '', phone: '' })
    expect(await create()).toBe(false)
    expect(await row()).toMatchObject({ source: 'chat', email: 'eve@bank.example', phone: '', name: '', company: '' })
    expect([(await row()).quarantine, await due()]).toEqual([null, dueAgain(at(2))])
    expect((await row()).message).toBe(`[${at(0).toISOString()}] user: Call me`)
  })

  it('takes a newer address and number, and the first name and company', async () => {
    await create({ details: { name: 'Jane Doe', phone: '+1 212 555 0188' } })
    await add('Or', { name: 'Ana Ruiz', company: 'Acme Bank', phone: '+1 212 555 0199' })
    await add('Thanks', { company: 'Another Bank' })
    expect(await findChatLead(sessionId)).toEqual({
      name: 'Jane Doe',
      email: '',
      company: 'Acme Bank',
      phone: '+1 212 555 0199',
    })
  })

  it('is due when no delivery of it is waiting, and then asks once for when', async () => {
    const dueAt = vi.fn(async () => at(5))
    await create({ details: { email: 'eve@bank.example' } })
    expect(await add('As soon as you can', { phone: '+33 1 99 00 12 34' }, dueAt)).toBe(true)
    expect(dueAt).not.toHaveBeenCalled()
    expect(await row()).toMatchObject({ email: 'eve@bank.example', phone: '+33 1 99 00 12 34' })
    expect(await due()).toEqual(dueAgain(at(2)))
    expect(await deliverDue(at(2))).toBe(2)
    expect(await due()).toEqual(['mail', 'webhook'].map((channel) => [channel, null, 1]))
    await add('After nine', { email: 'desk@bank.example' }, dueAt)
    expect(dueAt).toHaveBeenCalledTimes(1)
    expect(await row()).toMatchObject({ email: 'desk@bank.example', phone: '+33 1 99 00 12 34' })
    expect(await due()).toEqual(dueAgain(at(5)))
    expect((await deliveriesOf()).mail?.queuedAt).toBe(time(at(5)))
  })

  it.each([
    ['tried', 'attempts = 1'],
    ['delivered', 'dueAt = NULL, deliveredAt = queuedAt'],
  ])('is due again where it was %s, as that lacked the addition', async (_, changed) => {
    await create()
    await runSql(`UPDATE Delivery SET ${changed} WHERE channel = 'mail'`)
    await add('After nine')
    expect(await due()).toEqual([
      ['mail', time(at(5)), 0],
      ['webhook', time(at(2)), 0],
    ])
  })

  it('grows in quarantine, and is delivered once it is released', async () => {
    const dueAt = vi.fn(async () => at(5))
    await create({ quarantine: 'flood' })
    expect(await due()).toEqual([])
    expect(await add('After nine', {}, dueAt)).toBe(true)
    expect(dueAt).not.toHaveBeenCalled()
    expect([(await row()).quarantine, await due()]).toEqual(['flood', []])
    await releaseLead(String((await row()).id))
    await deliverDue(at(1))
    expect(decodeMail(mailSink.mails[0] ?? '')).toMatch(/user: Call me[\s\S]*user: After nine/)
  })

  it('is not made by an addition', async () => {
    expect(await add('After nine')).toBe(false)
    expect(await row()).toBeUndefined()
  })

  it('was last changed later each time, also while the clock stands still or is set back', async () => {
    await create()
    await add('One')
    expect((await row()).updatedAt).toBe(time(at(0)))
    await add('Two')
    expect((await row()).updatedAt).toBe(time(new Date(start + 1)))
    vi.setSystemTime(at(-10))
    await add('Three')
    expect((await row()).updatedAt).toBe(time(new Date(start + 2)))
    vi.setSystemTime(at(10))
    await add('Four')
    expect((await row()).updatedAt).toBe(time(at(10)))
  })

  it('takes what is added at once, and asks once a message for when it is due', async () => {
    await create()
    await deliverDue(at(2))
    const dueAt = vi.fn(async () => at(5))
    await Promise.all(['One', 'Two', 'Three', 'Four'].map((content) => add(content, {}, dueAt)))
    for (const content of ['One', 'Two', 'Three', 'Four']) expect((await row()).message).toContain(`user: ${content}`)
    expect(dueAt.mock.calls.length).toBeLessThanOrEqual(4)
  })

  it('that changes whenever it is to be updated is an error, not an endless wait', async () => {
    await create()
    const heedUpdates = await ignoreLeadUpdates()
    await expect(add('After nine')).rejects.toThrow('changed too often')
    await heedUpdates()
    expect(await add('After nine')).toBe(true)
  })

  it('is not taken for that of another conversation which says the same', async () => {
    await create({ sessionId: 'another-session' })
    await create()
    expect(await add('After nine')).toBe(true)
    const messages = (await selectColumn('SELECT message FROM Lead ORDER BY length(message)')) as string[]
    expect(messages.map((message) => message.includes('After nine'))).toEqual([false, true])
  })
})

describe('the end of a conversation', () => {
  it('makes its lead due now, if it was due soon', async () => {
    await create()
    await deliverChatLeadNow(sessionId, at(2))
    expect(await due()).toEqual(dueAgain(at(0)))
  })

  it('leaves a lead as it is that is late on purpose, or was tried before', async () => {
    await create()
    await deliverChatLeadNow(sessionId, at(1))
    expect(await due()).toEqual(dueAgain(at(2)))
    await runSql('UPDATE Delivery SET attempts = 1')
    await deliverChatLeadNow(sessionId, at(3))
    expect((await due()).map(([, dueAt]) => dueAt)).toEqual([time(at(2)), time(at(2))])
  })
})

describe('what sales get of a conversation', () => {
  it('is a mail without empty rows, and without an address to answer to where none was given', async () => {
    await create()
    await deliverDue(at(2))
    const [mail = ''] = mailSink.mails
    const reference = String((await row()).id)
      .slice(0, 8)
      .toUpperCase()
    expect(readMail(mail).headers.get('subject')).toBe(t('chatSubject', { reference }))
    expect([...readMail(mail).headers.keys()]).not.toContain('reply-to')
    expect([...readMail(mail).headers.keys()]).not.toContain('references')
    const text = decodeMail(mail)
    const received = officeTime(at(0), 'en')
    expect(received).toContain('2026-11-22 12:00 UTC')
    const rows = [`${t('language')}: English`, `${t('received')}: ${received}`, `${t('reference')}: ${reference}`]
    expect(text).toContain(`[${at(0).toISOString()}] user: Call me\r\n\r\n${rows.join('\r\n')}\r\n`)
    for (const label of [t('name'), t('email'), t('company'), t('phone')]) expect(text).not.toContain(`${label}:`)
    const [, html = ''] = text.split('<!doctype html>')
    expect(html.replace(/ (class|style)="[^"]*"/g, '')).toContain(
      `<tr><td>${t('reference')}</td><td>${reference}</td></tr>`,
    )
    for (const label of [t('name'), t('email'), t('company'), t('phone')]) expect(html).not.toContain(`>${label}<`)
  })

  it('is a second mail and event of their own, that refer to the first, where something is added', async () => {
    await create()
    await deliverDue(at(2))
    await add('On <b>Monday</b>\nor Tuesday', { email: 'eve@bank.example' })
    await deliverDue(at(6))
    const id = String((await row()).id)
    const [first, second] = mailSink.mails.map(readMail)
    expect(first?.headers.get('message-id')).toBe(`<lead-${id}@localhost>`)
    expect(second?.headers.get('message-id')).toBe(`<lead-${id}-${start}@localhost>`)
    expect(second?.headers.get('in-reply-to')).toBe(`<lead-${id}@localhost>`)
    expect(second?.headers.get('references')).toBe(`<lead-${id}@localhost>`)
    const reference = id.slice(0, 8).toUpperCase()
    expect(second?.headers.get('subject')).toBe(t('chatUpdateSubject', { reference }))
    expect(decodeMail(mailSink.mails[1] ?? '')).toContain('On &#60;b&#62;Monday&#60;/b&#62;<br>or Tuesday')
    const events = webhookSink.deliveries.map(({ headers, body }) => [headers['webhook-id'], JSON.parse(body)])
    expect(events).toMatchObject([
      [id, { type: 'lead.received', timestamp: at(0).toISOString(), data: { updated_at: null } }],
      [`${id}-${start}`, { type: 'lead.updated', timestamp: at(0).toISOString(), data: { email: 'eve@bank.example' } }],
    ])
  })

  it('is no update where the first mail never arrived', async () => {
    mailSink.mood = 'refuse'
    webhookSink.mood = 'refuse'
    await create()
    await deliverDue(at(2))
    await add('After nine')
    mailSink.mood = 'take'
    webhookSink.mood = 'take'
    await deliverDue(at(6))
    const id = String((await row()).id)
    expect(mailSink.mails.map((mail) => readMail(mail).headers.get('message-id'))).toEqual([`<lead-${id}@localhost>`])
    expect(webhookSink.deliveries.map(({ body }) => JSON.parse(body).type)).toEqual(['lead.received'])
  })

  it('is tried again as something was added, and not as it failed, where both happen at once', async () => {
    const errors = vi.spyOn(log, 'error')
    await create({ dueAt: at(0) })
    let answer: () => void = () => undefined
    webhookSink.mood = 'refuse'
    webhookSink.answers = new Promise((resolve) => {
      answer = resolve
    })
    const delivery = deliverDue(at(0))
    await expect.poll(() => webhookSink.requests).toBe(1)
    await expect.poll(async () => (await deliveriesOf()).mail?.deliveredAt).not.toBeNull()
    await add('After nine')
    answer()
    await delivery
    expect((await deliveriesOf()).webhook).toMatchObject({ deliveredAt: null, dueAt: time(at(5)), attempts: 0 })
    webhookSink.answers = Promise.resolve()
    await deliverDue(at(6))
    expect((await deliveriesOf()).webhook).toMatchObject({ deliveredAt: null, lastError: 'HTTP 503' })
    expect(errors).not.toHaveBeenCalled()
  })

  it('is all of it, where something is added while the first mail is on its way', async () => {
    await create({ sessionId, dueAt: at(0) })
    let answer: () => void = () => undefined
    webhookSink.answers = new Promise((resolve) => {
      answer = resolve
    })
    const delivery = deliverDue(at(0))
    await expect.poll(() => webhookSink.requests).toBe(1)
    await expect.poll(async () => (await deliveriesOf()).mail?.deliveredAt).not.toBeNull()
    await add(`After nine ${randomUUID()}`)
    answer()
    await delivery
    expect((await deliveriesOf()).webhook).toMatchObject({ deliveredAt: expect.any(String), dueAt: time(at(5)) })
    await deliverDue(at(6))
    expect(webhookSink.deliveries.map(({ body }) => JSON.parse(body).type)).toEqual(['lead.received', 'lead.updated'])
  })
})
