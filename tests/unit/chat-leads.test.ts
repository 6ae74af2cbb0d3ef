import { randomUUID } from 'node:crypto'
import { createTranslator } from 'next-intl'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NewChatLead } from '@/lib/leads/chat-store'
import { catalog } from '../support/catalog'
import { newVisitor } from '../support/chatbot'
import { deliveriesOf, holdLock, ignoreLeadUpdates, runSql, storedTime as time } from '../support/database'
import { deliverTo } from '../support/delivery'
import { decodeMail, readMail, startMailSink } from '../support/sinks'

const mailSink = await startMailSink()
const webhookSink = await deliverTo(mailSink, {
  ...{ LEADS_ACKNOWLEDGE: 'true', LEADS_DIGEST: 'false', LIMIT_CHAT_LEADS_GLOBAL: '60' },
  ...{ LIMIT_CHAT_PER_SESSION: '10000', LIMIT_CHAT_PER_CLIENT: '10000', LIMIT_CHAT_GLOBAL: '10000' },
})

const { createChatLead, deliverChatLeadNow, findChatLead, updateChatLead } = await import('@/lib/leads/chat-store')
const { releaseLead } = await import('@/lib/leads/delivery/store')
const { deliverDue } = await import('@/lib/leads/delivery/deliver')
const { changeEnvironment } = await import('@/lib/env')
const { log } = await import('@/lib/log')

const t = createTranslator({ locale: 'en', messages: catalog('en'), namespace: 'SalesMail' })
const minute = 60_000
const start = Date.parse('2026-11-22T12:00:00.000Z')
const at = (minutes: number) => new Date(start + minutes * minute)
const sessionId = 'session-0123456789'

beforeEach(async () => {
  await runSql('DELETE FROM ChatSession; DELETE FROM ChatMessage; DELETE FROM RateLimit')
  vi.useFakeTimers({ toFake: ['Date'], now: start })
})

afterEach(() => {
  vi.useRealTimers()
})

type Row = Record<string, string | number | null>

const rows = (table = 'Lead'): Promise<Row[]> => runSql(`SELECT * FROM "${table}"`)
const row = async () => (await rows())[0] as Row
const texts = () => mailSink.mails.map(decodeMail)
const events = () => webhookSink.deliveries.map(({ body }) => JSON.parse(body))

const says = (content: string) => [{ role: 'user' as const, content, sentAt: new Date() }]

function create(changes: Partial<NewChatLead> = {}) {
  const lead = { sessionId, language: 'en', turns: says('Call me'), details: {}, dueAt: at(2), quarantine: null }
  return createChatLead({ ...lead, ...changes })
}

function add(content: string, details: NewChatLead['details'] = {}, dueAt = async () => at(5)) {
  return updateChatLead(sessionId, { turns: says(content), details, dueAt })
}

/** The due time and the attempts of each delivery. */
async function due() {
  const rows = Object.values(await deliveriesOf()).toSorted((one, other) => (one.channel < other.channel ? -1 : 1))
  return rows.map(({ channel, dueAt, attempts }) => [channel, dueAt, attempts])
}

const dueAgain = (moment: Date) => ['mail', 'webhook'].map((channel) => [channel, time(moment), 0])

describe('the lead of a conversation', () => {
  it('is stored once, and due on every channel', async () => {
    expect([await findChatLead(sessionId), await add('Too early')]).toEqual([undefined, false])
    expect([await create({ details: { email: 'eve@bank.example' } }), await create()]).toEqual([true, false])
    const known = { name: '', email: 'eve@bank.example', company: '', phone: '' }
    expect(await findChatLead(sessionId)).toEqual(known)
    const message = `[${at(0).toISOString()}] user: Call me`
    expect(await rows()).toMatchObject([{ source: 'chat', quarantine: null, message, ...known }])
    expect(await due()).toEqual(dueAgain(at(2)))
  })

  it('takes a newer address and number, and the first name and company', async () => {
    await create({ details: { name: 'Jane Doe', phone: '+1 212 555 0188' } })
    await add('Or', { name: 'Ana Ruiz', company: 'Acme Bank', phone: '+1 212 555 0199' })
    await add('Thanks', { company: 'Another Bank' })
    const known = { name: 'Jane Doe', email: '', company: 'Acme Bank', phone: '+1 212 555 0199' }
    expect(await findChatLead(sessionId)).toEqual(known)
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
    expect((await deliveriesOf()).mail?.queuedAt).toBe(time(at(0)))
  })

  it.each(['attempts = 1', 'dueAt = NULL, deliveredAt = queuedAt'])(
    'is due again after %s, which lacked it',
    async (set) => {
      await create()
      await runSql(`UPDATE Delivery SET ${set} WHERE channel = 'mail'`)
      await add('After nine')
      expect(await due()).toEqual([
        ['mail', time(at(5)), 0],
        ['webhook', time(at(2)), 0],
      ])
    },
  )

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

  it('was last changed later each time, also while the clock stands still or is set back', async () => {
    await create()
    const changes: unknown[] = []
    for (const minutes of [0, 0, -10, 10]) {
      vi.setSystemTime(at(minutes))
      await add('More')
      changes.push((await row()).updatedAt)
    }
    expect(changes).toEqual([start, start + 1, start + 2, at(10)].map((moment) => time(moment)))
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
})

it('the end of a conversation makes its lead due now, unless it is late on purpose or was tried before', async () => {
  await create()
  await deliverChatLeadNow(sessionId, at(1))
  expect(await due()).toEqual(dueAgain(at(2)))
  await deliverChatLeadNow(sessionId, at(2))
  expect(await due()).toEqual(dueAgain(at(0)))
  await runSql('UPDATE Delivery SET attempts = 1, dueAt = ?', time(at(2)))
  await deliverChatLeadNow(sessionId, at(3))
  expect((await due()).map(([, dueAt]) => dueAt)).toEqual([time(at(2)), time(at(2))])
})

describe('what sales get of a conversation', () => {
  it('is a mail without empty rows, and a second one that refers to it where something is added', async () => {
    await create()
    await deliverDue(at(2))
    await add('On <b>Monday</b>\nor Tuesday', { email: 'eve@bank.example' })
    await deliverDue(at(6))
    const id = String((await row()).id)
    const reference = id.slice(0, 8).toUpperCase()
    const first = `<lead-${id}@localhost>`
    const names = ['message-id', 'reply-to', 'in-reply-to', 'references', 'subject']
    const headers = mailSink.mails.map((mail) => names.map((name) => readMail(mail).headers.get(name)))
    expect(headers).toEqual([
      [first, undefined, undefined, undefined, t('chatSubject', { reference })],
      [`<lead-${id}-${start}@localhost>`, 'eve@bank.example', first, first, t('chatUpdateSubject', { reference })],
    ])
    const [mail = '', update = ''] = texts()
    expect(mail).toContain(`[${at(0).toISOString()}] user: Call me\r\n\r\n${t('language')}: English\r\n`)
    expect(mail).toContain(`>${t('reference')}<`)
    for (const label of [t('name'), t('email'), t('company'), t('phone')]) expect(mail).not.toContain(`>${label}<`)
    expect(update).toContain('On &#60;b&#62;Monday&#60;/b&#62;<br>or Tuesday')
    expect(webhookSink.deliveries.map(({ headers }) => headers['webhook-id'])).toEqual([id, `${id}-${start}`])
    expect(events()).toMatchObject([
      { type: 'lead.received', timestamp: at(0).toISOString(), data: { id, updated_at: null } },
      { type: 'lead.updated', timestamp: at(0).toISOString(), data: { id, email: 'eve@bank.example' } },
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
    const messageId = `<lead-${(await row()).id}@localhost>`
    expect(mailSink.mails.map((mail) => readMail(mail).headers.get('message-id'))).toEqual([messageId])
    expect(events().map(({ type }) => type)).toEqual(['lead.received'])
  })

  it.each(['refuse', 'take'] as const)(
    'is all of it, where something is added while a receiver is still to %s the first event',
    async (mood) => {
      const errors = vi.spyOn(log, 'error')
      await create({ dueAt: at(0) })
      const { promise, resolve: answer } = Promise.withResolvers<void>()
      Object.assign(webhookSink, { mood, answers: promise })
      const delivery = deliverDue(at(0))
      await expect.poll(() => webhookSink.requests).toBe(1)
      await expect.poll(async () => (await deliveriesOf()).mail?.deliveredAt).not.toBeNull()
      await add('After nine')
      answer()
      await delivery
      const deliveredAt = mood === 'take' ? expect.any(String) : null
      expect((await deliveriesOf()).webhook).toMatchObject({ deliveredAt, dueAt: time(at(5)), attempts: 0 })
      webhookSink.answers = Promise.resolve()
      await deliverDue(at(6))
      const [lastError, sent] = mood === 'take' ? [null, ['lead.received', 'lead.updated']] : ['HTTP 503', []]
      expect((await deliveriesOf()).webhook).toMatchObject({ deliveredAt, lastError })
      expect(events().map(({ type }) => type)).toEqual(sent)
      expect(errors).not.toHaveBeenCalled()
    },
  )
})

const asking = 'Please have somebody call me back'
const { contactAdded, contactFailed, contactMissing, contactNoted, contactRecorded } = catalog('en').Chat.answers

describe('a visitor who asks to be contacted in the chat', () => {
  it('is a lead at once, mailed later or right after leaving, and again after giving an address', async () => {
    const visitor = newVisitor()
    const answers = [await visitor.say('What are the fees?'), await visitor.say(asking)]
    const shown = answers.map(({ response }) => response)
    expect(shown[1]).toContain(contactRecorded)
    expect(shown[1]).toContain(contactMissing)
    const { message, ...lead } = await row()
    expect(lead).toMatchObject({ source: 'chat', language: 'en', quarantine: null, email: '' })
    expect(message).toMatch(/user: What are the fees\?[\s\S]*user: Please have somebody call me back/)
    for (const answer of shown) expect(message).toContain(`assistant: ${answer}`)
    expect([await deliverDue(), await due()]).toEqual([0, dueAgain(at(2))])

    await visitor.leave()
    await deliverDue()
    expect(readMail(mailSink.mails[0] ?? '').headers.get('to')).toBe('sales@halcrest.example')
    const added = await visitor.say('eve@bank.example')
    expect(added.response).toBe(`${contactAdded} ${contactNoted.replace('{details}', 'eve@bank.example')}`)
    await visitor.leave()
    await deliverDue()
    expect(events().map(({ type }) => type)).toEqual(['lead.received', 'lead.updated'])
    expect(readMail(mailSink.mails[1] ?? '').headers.get('reply-to')).toBe('eve@bank.example')
    expect(await rows()).toMatchObject([{ email: 'eve@bank.example' }])
    expect(await rows('UnansweredQuestion')).toEqual([])
  })

  it('is stored with everything it said, also before it asked, once if it is sent twice at once', async () => {
    const visitor = newVisitor()
    await visitor.say('Je suis Jean Dupont de la banque Valmont', 'fr')
    expect(await rows()).toEqual([])
    const wish = 'Rappelez-moi au 06 12 34 56 78 pour un devis de 10 000 onces'
    await Promise.all([visitor.say(wish, 'fr'), visitor.say(wish, 'fr')])
    const message = expect.stringMatching(/Je suis Jean Dupont[\s\S]*10 000 onces/)
    const searchText = expect.stringContaining('jean dupont')
    expect(await rows()).toMatchObject([{ name: '', company: '', phone: '+33 6 12 34 56 78', message, searchText }])
  })

  it('is told so when a request, an address or a number cannot be recorded, and gets the form', async () => {
    vi.useRealTimers()
    const visitor = newVisitor()
    await visitor.say(asking)
    const release = await holdLock()
    const spanish = await newVisitor().say('Por favor, quiero que me llame alguien de ventas', 'es')
    const answers = [await visitor.say('eve@bank.example'), await newVisitor().say('+33 1 99 00 12 34')]
    await release()
    expect(spanish.response).toContain(catalog('es').Chat.answers.contactFailed)
    expect(spanish.response).toContain('](/es/contact)')
    for (const { response } of answers) expect(response).toContain(contactFailed)
    expect((await rows()).map(({ email, phone }) => [email, phone])).toEqual([['', '']])
  })
})

describe('what one client can cause', () => {
  it('is twenty requests a day, and then the form', async () => {
    const client = randomUUID()
    const answers: string[] = []
    for (let count = 0; count < 22; count++) answers.push((await newVisitor(client).say(asking)).response)
    expect(await rows()).toHaveLength(20)
    expect(answers.filter((answer) => answer.includes(contactFailed))).toHaveLength(2)
  })

  it('is no mail a minute: additions beyond the day’s limit are late, not lost', async () => {
    const visitor = newVisitor()
    await visitor.say(asking)
    for (let count = 0; count < 22; count++) {
      await visitor.leave()
      await deliverDue()
      await visitor.say(`Note ${count}`)
    }
    expect(mailSink.mails).toHaveLength(20)
    await deliverDue(at(25 * 60))
    expect(texts().at(-1)).toContain('Note 21')
  })

  it('is a bounded number of recorded messages, while the assistant goes on answering', async () => {
    changeEnvironment({ LIMIT_CHAT_RECORDED_PER_CLIENT: '3' })
    const client = randomUUID()
    for (let count = 0; count < 5; count++) await newVisitor(client).say('What are the fees?')
    expect([(await rows('ChatMessage')).length, (await rows('ChatSession')).length]).toEqual([6, 3])
    // Whoever asks to be contacted is a lead all the same.
    await newVisitor(client).say(asking)
    expect(await rows()).toHaveLength(1)
    changeEnvironment({ LIMIT_CHAT_RECORDED_PER_CLIENT: undefined })
  })

  it('is held back as flood when conversations of everybody exceed the day’s limit, and stored', async () => {
    changeEnvironment({ LIMIT_CHAT_LEADS_GLOBAL: '2' })
    for (let count = 0; count < 3; count++) await newVisitor().say(asking)
    changeEnvironment({ LIMIT_CHAT_LEADS_GLOBAL: '60' })
    expect((await rows()).map(({ quarantine }) => String(quarantine)).sort()).toEqual(['flood', 'null', 'null'])
    await deliverDue(at(3))
    expect(mailSink.mails).toHaveLength(2)
  })
})
