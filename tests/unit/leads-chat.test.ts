import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { catalog } from '../support/catalog'
import { chatMessage, chatRequest } from '../support/chatbot'
import { holdLock, runSql } from '../support/database'
import { deliverTo } from '../support/delivery'
import { decodeMail, readMail, startMailSink } from '../support/sinks'

const mailSink = await startMailSink()
const webhookSink = await deliverTo(mailSink, {
  LEADS_ACKNOWLEDGE: 'true',
  LEADS_DIGEST: 'false',
  LIMIT_CHAT_PER_SESSION: '10000',
  LIMIT_CHAT_PER_CLIENT: '10000',
  LIMIT_CHAT_GLOBAL: '10000',
  LIMIT_CHAT_LEADS_GLOBAL: '66',
})

const { env } = await import('@/lib/env')
const { POST } = await import('@/app/api/chatbot/chat/route')
const { POST: END } = await import('@/app/api/chatbot/end-session/route')
const { GET } = await import('@/app/api/contact/route')
const { deliverDue } = await import('@/lib/leads/delivery/deliver')
const { endIdleChats } = await import('@/lib/retention')

const minute = 60_000
const asking = 'Please have somebody call me back'

beforeEach(async () => {
  await runSql('DELETE FROM Delivery; DELETE FROM Lead; DELETE FROM ChatSession; DELETE FROM ChatMessage')
})

function newVisitor() {
  const session_id = `1700000000000-${randomUUID()}`
  const client = { 'X-Forwarded-For': randomUUID() }
  return {
    session_id,
    say: async (message: string, language = 'en'): Promise<string> => {
      const response = await POST(chatRequest(chatMessage(message, { session_id, language }), client))
      expect(response.status).toBe(200)
      return (await response.json()).response
    },
    leave: () => END(chatRequest({ session_id, language: 'en' }, client)),
  }
}

type Row = Record<string, string | number | null>

function rows(table = 'Lead'): Promise<Row[]> {
  return runSql(`SELECT * FROM "${table}"`)
}

function deliverLater(minutes: number) {
  return deliverDue(new Date(Date.now() + minutes * minute))
}

const texts = () => mailSink.mails.map(decodeMail)

describe('a visitor who asks to be contacted in the chat', () => {
  it('is a lead at once, with what was said so far, and is told so', async () => {
    const visitor = newVisitor()
    await visitor.say('What are the fees?')
    const answer = await visitor.say(asking)
    expect(answer).toContain(catalog('en').Chat.answers.contactRecorded)
    expect(answer).toContain(catalog('en').Chat.answers.contactMissing)
    const [lead] = await rows()
    expect(lead).toMatchObject({ source: 'chat', language: 'en', quarantine: null })
    expect(lead?.message).toMatch(/user: What are the fees\?[\s\S]*user: Please have somebody call me back/)
  })

  it('is shown to sales exactly what was shown to the visitor', async () => {
    const visitor = newVisitor()
    const shown = [await visitor.say(asking), await visitor.say('+1 416 555 0142')]
    const [lead] = await rows()
    for (const answer of shown) expect(lead?.message).toContain(`assistant: ${answer}`)
    expect(String(lead?.message).match(/ assistant: /g)).toHaveLength(2)
  })

  it('reaches sales by mail and webhook without ending the conversation', async () => {
    await newVisitor().say(`${asking}: eve@bank.example`)
    await deliverDue()
    expect(mailSink.mails).toEqual([])
    await deliverLater(3)
    const mail = readMail(mailSink.mails[0] ?? '')
    expect(mail.headers.get('to')).toBe('sales@halcrest.example')
    expect(mail.headers.get('reply-to')).toContain('eve@bank.example')
    const [delivery] = webhookSink.deliveries
    expect(JSON.parse(delivery?.body ?? '')).toMatchObject({
      type: 'lead.received',
      data: { source: 'chat', email: 'eve@bank.example', message: expect.stringContaining(asking) },
    })
    expect(delivery?.headers['webhook-id']).toBe((await rows())[0]?.id)
  })

  it('and then leaves is mailed to sales right away', async () => {
    const visitor = newVisitor()
    await visitor.say(asking)
    await visitor.leave()
    await deliverDue()
    expect(mailSink.mails).toHaveLength(1)
  })

  it('and gives a number after the first mail is mailed again, as the same lead', async () => {
    const visitor = newVisitor()
    await visitor.say(asking)
    await visitor.leave()
    await deliverDue()
    const answer = await visitor.say('+33 1 99 00 12 34')
    const { contactAdded, contactNoted } = catalog('en').Chat.answers
    expect(answer).toBe(`${contactAdded} ${contactNoted.replace('{details}', '+33 1 99 00 12 34')}`)
    await visitor.leave()
    await deliverDue()
    const [first, second, ...others] = mailSink.mails.map(readMail)
    expect(others).toEqual([])
    expect(texts()[1]).toContain('+33 1 99 00 12 34')
    expect(second?.headers.get('in-reply-to')).toBe(first?.headers.get('message-id'))
    expect(second?.headers.get('message-id')).not.toBe(first?.headers.get('message-id'))
    const types = webhookSink.deliveries.map(({ body }) => JSON.parse(body))
    expect(types.map(({ type }) => type)).toEqual(['lead.received', 'lead.updated'])
    expect(types[0].data.id).toBe(types[1].data.id)
    expect(new Set(webhookSink.deliveries.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
    expect(await rows()).toMatchObject([{ phone: '+33 1 99 00 12 34' }])
    expect(await rows('UnansweredQuestion')).toEqual([])
  })

  it('and adds something while the mail is on its way is mailed again', async () => {
    const visitor = newVisitor()
    await visitor.say(asking)
    await visitor.leave()
    const delivery = deliverDue()
    await visitor.say('My number is +33 1 99 00 12 34')
    await delivery
    await deliverLater(3)
    expect(texts().at(-1)).toContain('+33 1 99 00 12 34')
    await deliverLater(30)
    expect(mailSink.mails.length).toBeLessThanOrEqual(2)
  })

  it('gives an address unasked, and is a lead as well', async () => {
    await newVisitor().say('We are a custodian, write to desk@custody.example')
    expect(await rows()).toMatchObject([{ source: 'chat', email: 'desk@custody.example' }])
  })

  it('is stored with everything it said, also before it asked', async () => {
    const visitor = newVisitor()
    await visitor.say('Je suis Jean Dupont de la banque Valmont', 'fr')
    expect(await rows()).toEqual([])
    await visitor.say('Rappelez-moi au 06 12 34 56 78 pour un devis de 10 000 onces', 'fr')
    expect(await rows()).toMatchObject([
      {
        name: '',
        company: '',
        phone: '+33 6 12 34 56 78',
        email: '',
        message: expect.stringMatching(/Je suis Jean Dupont[\s\S]*10 000 onces/),
        searchText: expect.stringContaining('jean dupont'),
      },
    ])
    await visitor.leave()
    await deliverDue()
    for (const said of ['Jean Dupont', 'banque Valmont', '10 000 onces']) expect(texts()[0]).toContain(said)
  })

  it('is reached where it said last', async () => {
    const visitor = newVisitor()
    await visitor.say('My name is Jane Doe, call me at 212 555 0188')
    await visitor.say('Or ask for Ana Ruiz at Acme Bank: +1 212 555 0199, desk@acme.example')
    expect(await rows()).toMatchObject([{ phone: '+1 212 555 0199', email: 'desk@acme.example' }])
  })

  it('is one lead when it is sent twice at once', async () => {
    const visitor = newVisitor()
    const message = 'I am Jane Doe from Acme Bank, call me at 212 555 0188'
    await Promise.all([visitor.say(message), visitor.say(message)])
    expect(await rows()).toMatchObject([{ phone: '+1 212 555 0188' }])
  })

  it('loses nothing when several messages come at once', async () => {
    const visitor = newVisitor()
    await visitor.say(asking)
    const numbers = Array.from({ length: 8 }, (_, at) => `+33 1 99 00 00 0${at}`)
    await Promise.all(numbers.map((number) => visitor.say(`Or call ${number}`)))
    const [lead, ...others] = await rows()
    expect(others).toEqual([])
    for (const number of numbers) expect(lead?.message).toContain(number)
  })

  it('stands in the list of leads', async () => {
    await newVisitor().say(asking)
    const headers = { Authorization: `Bearer ${env.OPERATOR_KEYS[0]?.key}` }
    const json = await (await GET(new Request('http://localhost:3000/api/contact', { headers }))).json()
    expect(json.leads).toMatchObject([{ source: 'chat', mail: { delivered_at: null } }])
    const csv = await GET(new Request('http://localhost:3000/api/contact?format=csv', { headers }))
    expect(await csv.text()).toContain(',chat,')
  })

  it('is told so when it cannot be recorded, and gets the form', async () => {
    const release = await holdLock()
    const answer = await newVisitor().say('Por favor, quiero que me llame alguien de ventas', 'es')
    await release()
    expect(answer).toContain(catalog('es').Chat.answers.contactFailed)
    expect(answer).toContain('](/es/contact)')
    expect(await rows()).toEqual([])
  })

  it('is told so too when all that was left is an address or a number', async () => {
    const visitor = newVisitor()
    await visitor.say(asking)
    const release = await holdLock()
    const answers = [await visitor.say('eve@bank.example'), await newVisitor().say('+33 1 99 00 12 34')]
    await release()
    for (const answer of answers) expect(answer).toContain(catalog('en').Chat.answers.contactFailed)
    expect((await rows()).map(({ email, phone }) => [email, phone])).toEqual([['', '']])
  })

  it.each(['en', 'fr', 'es'] as const)('gets the confirmation in %s', async (language) => {
    const message = { en: asking, fr: 'Merci de me faire rappeler', es: 'Quiero que me llame alguien de ventas' }
    expect(await newVisitor().say(message[language], language)).toContain(
      catalog(language).Chat.answers.contactRecorded,
    )
  })
})

describe('with a webhook alone', () => {
  it('a request for contact in the chat reaches sales as well', async () => {
    vi.resetModules()
    vi.stubEnv('SMTP_URL', '')
    const { POST: ask } = await import('@/app/api/chatbot/chat/route')
    const { deliverDue: deliver } = await import('@/lib/leads/delivery/deliver')
    await ask(chatRequest(chatMessage(asking)))
    await deliver(new Date(Date.now() + 3 * minute))
    expect(webhookSink.deliveries.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'lead.received', data: { source: 'chat', message: expect.stringContaining(asking) } },
    ])
    expect(mailSink.mails).toEqual([])
    vi.unstubAllEnvs()
  })
})

describe('what one client can cause', () => {
  it('is twenty requests a day, and then the form', async () => {
    const client = { 'X-Forwarded-For': randomUUID() }
    const answers: string[] = []
    for (let count = 0; count < 22; count++) {
      const response = await POST(chatRequest(chatMessage(asking), client))
      answers.push((await response.json()).response)
    }
    expect(await rows()).toHaveLength(20)
    expect(answers.filter((answer) => answer.includes(catalog('en').Chat.answers.contactFailed))).toHaveLength(2)
  })

  it('is no mail a minute: additions beyond the day’s limit are late, not lost', async () => {
    const visitor = newVisitor()
    await visitor.say(asking)
    for (let count = 0; count < 25; count++) {
      await visitor.leave()
      await deliverDue()
      await visitor.say(`Note ${count}`)
    }
    await visitor.leave()
    await deliverDue()
    expect(mailSink.mails).toHaveLength(20)
    await deliverLater(25 * 60)
    expect(texts().at(-1)).toContain('Note 24')
  })

  it('is a mail of bounded size', async () => {
    const visitor = newVisitor()
    await visitor.say(`${asking}, our first wish`)
    for (let count = 0; count < 30; count++) await visitor.say(`${count} ${'x'.repeat(1900)}`)
    const message = String((await rows())[0]?.message)
    expect(message.length).toBeLessThanOrEqual(20_000)
    expect(message).toContain('our first wish')
    expect(message).toContain('user: 29 ')
  })

  it('is a bounded number of recorded messages, while the assistant goes on answering', async () => {
    vi.resetModules()
    vi.stubEnv('LIMIT_CHAT_RECORDED_PER_CLIENT', '5')
    const { POST: limited } = await import('@/app/api/chatbot/chat/route')
    const client = { 'X-Forwarded-For': randomUUID() }
    for (let count = 0; count < 8; count++) {
      expect((await limited(chatRequest(chatMessage('What are the fees?'), client))).status).toBe(200)
    }
    expect(await rows('ChatMessage')).toHaveLength(10)
    expect(await rows('ChatSession')).toHaveLength(5)
    // Whoever asks to be contacted is a lead all the same.
    await limited(chatRequest(chatMessage(asking), client))
    expect(await rows()).toHaveLength(1)
    vi.unstubAllEnvs()
  })

  it('is held back as flood when conversations of everybody exceed the day’s limit, and stored', async () => {
    for (let count = 0; count < 60; count++) await newVisitor().say(asking)
    const leads = await rows()
    expect(leads).toHaveLength(60)
    expect(leads.some(({ quarantine }) => quarantine === 'flood')).toBe(true)
    await deliverLater(3)
    expect(mailSink.mails.length).toBe(leads.filter(({ quarantine }) => quarantine === null).length)
  })
})

describe('a conversation', () => {
  it('is ended when nothing was said for half an hour, though the browser never said so', async () => {
    const visitor = newVisitor()
    await visitor.say('Hello')
    await endIdleChats()
    expect(await rows('ChatSession')).toMatchObject([{ endedAt: null }])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * minute })
    await endIdleChats()
    vi.useRealTimers()
    expect((await rows('ChatSession'))[0]?.endedAt).not.toBeNull()
  })
})
