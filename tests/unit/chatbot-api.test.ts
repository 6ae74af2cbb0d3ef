import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { POST } from '@/app/api/chatbot/chat/route'
import { POST as END } from '@/app/api/chatbot/end-session/route'
import { GET } from '@/app/api/chatbot/status/route'
import { countUnanswered, listUnanswered } from '@/lib/chatbot/store'
import { deleteExpired } from '@/lib/retention'
import { catalog, taughtLocales } from '../support/catalog'
import { chatMessage, chatRequest } from '../support/chatbot'
import { holdLock, runSql } from '../support/database'

afterEach(() => {
  vi.unstubAllEnvs()
})

async function ask(message: string, changes: Record<string, unknown> = {}) {
  const response = await POST(chatRequest(chatMessage(message, changes)))
  expect(response.status).toBe(200)
  return response.json()
}

async function end(session_id: string) {
  return END(chatRequest({ session_id, language: 'en' }))
}

async function rows(table: string): Promise<Record<string, unknown>[]> {
  return runSql(`SELECT * FROM "${table}"`)
}

async function expectProblem(response: Response, status: number, error: object) {
  expect(response.status).toBe(status)
  expect(await response.json()).toEqual({ error })
}

const fees = { en: 'What are the fees?', fr: 'Quels sont les frais ?', es: '¿Cuáles son las comisiones?' }

it.each(taughtLocales)(
  'answers in %s with the words of the catalog, links and the entry they come from',
  async (language) => {
    const words = catalog(language)
    const prefix = language === 'en' ? '' : `/${language}`
    const { response, ...answer } = await ask(fees[language], { language })
    expect(answer).toEqual({
      redirect_to: null,
      lead_type: null,
      should_show_contact_form: true,
      sources: [{ id: 'fees.published', title: words.HomeFaq.title, path: `${prefix || '/'}#faq` }],
      suggestions: expect.any(Array),
    })
    expect(response).toContain(`](${prefix}/contact)`)
    const [text, disclosed] = response.replace(/\[(.*?)\]\(.*?\)/g, '$1').split('\n\n')
    expect(text).toBe(words.Facts.fees.published.text.replace(/<\/?contact>/g, ''))
    expect(disclosed).toMatch(/^- \*\*.+\*\* .+ · .+ · .+$/)
  },
)

describe('a conversation', () => {
  it('is understood from one question to the next, and kept apart from others', async () => {
    const session_id = `test-${randomUUID()}`
    await ask('Is there a minimum trade size in gold?', { session_id })
    const [source] = (await ask('And silver?', { session_id })).sources
    expect(source.id).toBe('trading.minimum')
    const alone = await ask('And silver?')
    expect(alone.sources[0]?.id).not.toBe('trading.minimum')
  })

  it('is kept with its session, and can be ended more than once', async () => {
    const session_id = `test-${randomUUID()}`
    await ask('What are the fees?', { session_id })
    await ask('Hello', { session_id })
    expect((await rows('ChatMessage')).filter((row) => row.sessionId === session_id)).toHaveLength(4)
    for (const id of [session_id, session_id, 'never-seen-before']) expect((await end(id)).status).toBe(204)
    const session = (await rows('ChatSession')).find((row) => row.id === session_id)
    expect(session).toMatchObject({ language: 'en', lastEntry: 'fees.published', contactAsked: 0 })
    expect(session?.endedAt).not.toBeNull()
  })

  it('goes on in the same session after its end, also on a page of another language', async () => {
    const session_id = `test-${randomUUID()}`
    await ask('Is there a minimum trade size in gold?', { session_id })
    await end(session_id)
    const [source] = (await ask('Et pour l’argent ?', { session_id, language: 'fr' })).sources
    expect(source.id).toBe('trading.minimum')
    const session = (await rows('ChatSession')).find((row) => row.id === session_id)
    expect(session).toMatchObject({ language: 'fr', endedAt: null })
  })

  it('is answered as well while another program holds the database', async () => {
    const release = await holdLock()
    const answer = await ask('What are the fees?')
    await release()
    expect(answer.sources[0].id).toBe('fees.published')
  })

  it('stays one row when its messages arrive together', async () => {
    const session_id = `test-${randomUUID()}`
    await Promise.all(Array.from({ length: 10 }, () => ask('Hello', { session_id })))
    expect((await rows('ChatSession')).filter((row) => row.id === session_id)).toHaveLength(1)
  })

  it('is gone after 30 days', async () => {
    const session_id = `test-${randomUUID()}`
    await ask('Who won the football last night?', { session_id })
    await deleteExpired()
    expect((await rows('ChatMessage')).some((row) => row.sessionId === session_id)).toBe(true)
    const month = 30 * 24 * 60 * 60 * 1000
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + month + 1000 })
    await deleteExpired()
    vi.useRealTimers()
    for (const table of ['ChatMessage', 'ChatSession', 'UnansweredQuestion']) expect(await rows(table)).toEqual([])
  })
})

describe('unanswered questions', () => {
  it('are counted by text, without who asked', async () => {
    for (const message of ['Who is your actuary?', 'who is your ACTUARY', 'Who is your actuary?']) await ask(message)
    const [first] = await listUnanswered('en', 1)
    expect(first).toMatchObject({ text: 'Who is your actuary?', count: 3 })
    expect(Object.keys((await rows('UnansweredQuestion'))[0] ?? {})).toEqual([
      'id',
      'text',
      'language',
      'count',
      'lastAskedAt',
    ])
  })

  it('keep no address and no number', async () => {
    await countUnanswered('Mail joke@bank.example or https://bank.example or +33 1 99 00 12 34 a joke', 'en')
    expect(await listUnanswered('en', 100)).toContainEqual(expect.objectContaining({ text: 'Mail … or … or … a joke' }))
  })
})

describe('a request', () => {
  it.each([
    ['no session', { session_id: undefined }, { session_id: ['required'] }],
    ['a session that is none', { session_id: '<b>' }, { session_id: ['invalid_session_id'] }],
    ['a blank message', { message: ' \n ' }, { message: ['required'] }],
    ['more than 2,000 characters', { message: 'x'.repeat(2001) }, { message: ['too_long'] }],
    ['another language', { language: 'tlh' }, { language: ['unknown_language'] }],
  ])('with %s is answered 422 with a code', async (_, changes, fields) => {
    const response = await POST(chatRequest(chatMessage('Hello', changes)))
    await expectProblem(response, 422, { code: 'invalid_fields', fields })
  })

  it('of more than 8 KiB is answered 413, malformed 400, of another type 415, from another site 403', async () => {
    const large = JSON.stringify(chatMessage('x'.repeat(8200)))
    await expectProblem(await POST(chatRequest(large)), 413, { code: 'too_large' })
    await expectProblem(await POST(chatRequest('{"message"')), 400, { code: 'malformed' })
    await expectProblem(await POST(chatRequest('a=b', { 'Content-Type': 'text/plain' })), 415, { code: 'wrong_type' })
    const foreign = { 'Sec-Fetch-Site': 'cross-site' }
    await expectProblem(await POST(chatRequest(chatMessage('Hello'), foreign)), 403, { code: 'cross_site' })
    await expectProblem(await END(chatRequest({}, foreign)), 403, { code: 'cross_site' })
  })

  it('beyond 20 a minute in a session is told when to come back', async () => {
    const session_id = `test-${randomUUID()}`
    for (let count = 0; count < 20; count++) await ask('Hello', { session_id })
    const response = await POST(chatRequest(chatMessage('Hello', { session_id })))
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    await expectProblem(response, 429, { code: 'rate_limited' })
    await ask('Hello')
  })

  it('beyond 60 a minute from a client is told when to come back', async () => {
    const client = { 'X-Forwarded-For': '198.51.100.7' }
    const statuses = []
    for (let count = 0; count < 61; count++)
      statuses.push((await POST(chatRequest(chatMessage('Hello'), client))).status)
    expect(statuses).toEqual([...Array(60).fill(200), 429])
  })
})

describe('GET /api/chatbot/status', () => {
  it('says that the assistant is there', async () => {
    const response = await GET(new Request('http://localhost:3000/api/chatbot/status'))
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({ enabled: true, disabled_reason: null })
  })

  it('says why it is not, with CHATBOT_ENABLED=false, and then nothing is answered', async () => {
    vi.stubEnv('CHATBOT_ENABLED', 'false')
    vi.resetModules()
    const status = await import('@/app/api/chatbot/status/route')
    const chat = await import('@/app/api/chatbot/chat/route')
    const response = await status.GET(new Request('http://localhost:3000/api/chatbot/status'))
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ enabled: false, disabled_reason: 'disabled' })
    await expectProblem(await chat.POST(chatRequest(chatMessage('Hello'))), 503, { code: 'unavailable' })
  })
})
