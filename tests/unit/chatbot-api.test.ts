import { describe, expect, it, vi } from 'vitest'
import { POST } from '@/app/api/chatbot/chat/route'
import { GET } from '@/app/api/chatbot/status/route'
import {
  listUnanswered,
  recordUnanswered,
} from '@/lib/chatbot/conversation-store'
import { dayMs } from '@/lib/durations'
import { deleteExpired } from '@/lib/retention/expiry-store'
import { catalog } from '../support/catalog'
import { chatMessage, chatRequest, newVisitor } from '../support/chatbot'
import { runSql, storedTime } from '../support/database'
import { setForTest } from '../support/settings'

function rows(table: string): Promise<Record<string, unknown>[]> {
  return runSql(`SELECT * FROM "${table}"`)
}

async function sessionsOf(session_id: string) {
  return (await rows('ChatSession')).filter(({ id }) => id === session_id)
}

async function expectProblem(
  response: Response,
  status: number,
  error: object,
) {
  expect(response.status).toBe(status)
  expect(await response.json()).toEqual({ error })
}

it('the assistant answers with catalog text, links and its source', async () => {
  const words = catalog('fr')
  const { response, ...answer } = await newVisitor().say(
    'Quels sont les frais ?',
    'fr',
  )
  expect(answer).toEqual({
    redirect_to: null,
    lead_type: null,
    should_show_contact_form: true,
    sources: [
      { id: 'fees.published', title: words.HomeFaq.title, path: '/fr#faq' },
    ],
    suggestions: expect.any(Array),
    unanswered: false,
    offers_contact: true,
  })

  const [text, lead, disclosed] = response.split('\n\n')
  expect(text).toContain('](/fr/contact)')
  expect(text.replace(/\[(.*?)\]\(.*?\)/g, '$1')).toBe(
    words.Facts.fees.published.text.replace(/<\/?contact>/g, ''),
  )
  expect(lead).toBe('Voici les types de frais\u202f:')
  expect(disclosed).toMatch(/^- .+\u202f: .+ · .+ · .+$/)
})

describe('a conversation with the assistant', () => {
  const minimum = expect.objectContaining({ id: 'trading.minimum' })

  /** Asks a question about gold, and returns the visitor. */
  async function askMinimum() {
    const visitor = newVisitor()
    await visitor.say('Hello')
    await visitor.say('Is there a minimum trade size in gold?')
    return visitor
  }

  it('is stored with the messages of both sides', async () => {
    const { session_id } = await askMinimum()

    const messages = (await rows('ChatMessage')).filter(
      ({ sessionId }) => sessionId === session_id,
    )
    expect(messages).toHaveLength(4)
    expect(await sessionsOf(session_id)).toEqual([
      expect.objectContaining({
        language: 'en',
        lastEntry: 'trading.minimum',
        contactAsked: 0,
      }),
    ])
  })

  it('can be ended repeatedly, or before it began', async () => {
    const { leave } = await askMinimum()

    const responses = [await leave(), await leave(), await newVisitor().leave()]

    expect(responses.map(({ status }) => status)).toEqual([204, 204, 204])
  })

  it('can continue after it was ended, even in another language', async () => {
    const { session_id, say, leave } = await askMinimum()
    await leave()

    const { sources } = await say('Et pour l’argent ?', 'fr')

    expect(sources).toContainEqual(minimum)
    expect(await sessionsOf(session_id)).toEqual([
      expect.objectContaining({ language: 'fr' }),
    ])
  })

  it('does not refer to the questions of another visitor', async () => {
    await askMinimum()

    const { sources } = await newVisitor().say('Et pour l’argent ?', 'fr')

    expect(sources).not.toContainEqual(minimum)
  })

  it('stays in one session if messages arrive together', async () => {
    const { session_id, say } = newVisitor()

    await Promise.all(Array.from({ length: 10 }, () => say('Hello')))

    expect(await sessionsOf(session_id)).toHaveLength(1)
  })

  /** Lets days pass, also for the site's trusted time. */
  async function passDays(days: number) {
    const now = Date.now() + days * dayMs
    vi.useFakeTimers({ toFake: ['Date'], now })
    await runSql('UPDATE RetentionClock SET trustedAt = ?', storedTime(now))
  }

  it('is kept for 30 days', async () => {
    const { session_id, say } = newVisitor()
    await say('Who won the football last night?')
    await passDays(29.9)

    await deleteExpired()

    expect(await sessionsOf(session_id)).toHaveLength(1)
  })

  it('is deleted after 30 days', async () => {
    await newVisitor().say('Who won the football last night?')
    await passDays(30.1)

    await deleteExpired()

    expect(await rows('ChatMessage')).toEqual([])
    expect(await rows('ChatSession')).toEqual([])
    expect(await rows('UnansweredQuestion')).toEqual([])
  })
})

describe('the list of unanswered questions', () => {
  it('counts questions by text, and stores nothing about visitors', async () => {
    for (const message of [
      'Who is your actuary?',
      'who is your ACTUARY',
      'Who is your actuary?',
    ])
      await newVisitor().say(message)

    const [first] = await listUnanswered('en', 1)
    const [row = {}] = await rows('UnansweredQuestion')

    expect(first).toMatchObject({ text: 'Who is your actuary?', count: 3 })
    expect(Object.keys(row)).toEqual([
      'id',
      'text',
      'language',
      'count',
      'lastAskedAt',
      'comment',
    ])
  })

  it('includes reported answers, with the visitors’ comments', async () => {
    const { session_id } = newVisitor()
    const { POST: report } = await import('@/app/api/chatbot/feedback/route')
    const feedback = {
      session_id,
      language: 'en',
      message: 'Is it warm in the vault?',
      comment: 'Or ask eve@bank.example',
    }

    const response = await report(chatRequest(feedback))

    expect(response.status).toBe(204)
    const [first] = (await listUnanswered('en', 100)).filter(
      ({ text }) => text === feedback.message,
    )
    expect(first).toMatchObject({ count: 1, comment: 'Or ask …' })
  })

  it('counts a reported answer and its comment as one', async () => {
    const { session_id } = newVisitor()
    const { POST: report } = await import('@/app/api/chatbot/feedback/route')
    const message = 'Is it dark in the vault?'
    const feedback = { session_id, language: 'en', message }

    await report(chatRequest(feedback))
    await report(chatRequest({ ...feedback, comment: 'I meant the office' }))

    expect(await listUnanswered('en', 100)).toContainEqual(
      expect.objectContaining({
        text: message,
        count: 1,
        comment: 'I meant the office',
      }),
    )
  })

  it('stores questions without addresses or numbers', async () => {
    await recordUnanswered(
      'Mail joke@bank.example or https://bank.example or +33 1 99 00 12 34 a joke',
      'en',
    )

    expect(await listUnanswered('en', 100)).toContainEqual(
      expect.objectContaining({ text: 'Mail … or … or … a joke' }),
    )
  })
})

describe('a request to the assistant', () => {
  it.each([
    ['no session', { session_id: undefined }, { session_id: ['required'] }],
    [
      'an invalid session',
      { session_id: '<b>' },
      { session_id: ['invalid_session_id'] },
    ],
    ['a blank message', { message: ' \n ' }, { message: ['required'] }],
    [
      'more than 2,000 characters',
      { message: 'x'.repeat(2001) },
      { message: ['too_long'] },
    ],
    [
      'another language',
      { language: 'tlh' },
      { language: ['unknown_language'] },
    ],
  ])(
    'with %s is refused with 422 and an error code',
    async (_, changes, fields) => {
      const response = await POST(chatRequest(chatMessage('Hello', changes)))
      await expectProblem(response, 422, { code: 'invalid_fields', fields })
    },
  )

  it.each<{
    sender: string
    max: number
    changes?: Record<string, string>
    headers?: Record<string, string>
  }>([
    {
      sender: 'session',
      max: 20,
      changes: { session_id: 'test-of-one-session' },
    },
    {
      sender: 'client',
      max: 60,
      headers: { 'X-Forwarded-For': '198.51.100.7' },
    },
  ])(
    'from one $sender beyond $max per minute is refused with a Retry-After',
    async ({ max, changes, headers }) => {
      const sendMessage = () =>
        POST(chatRequest(chatMessage('Hello', changes), headers))
      for (let count = 0; count < max; count++)
        expect((await sendMessage()).status).toBe(200)
      const response = await sendMessage()
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      await expectProblem(response, 429, { code: 'rate_limited' })

      await newVisitor().say('Hello')
    },
  )
})

it('requests beyond the assistant’s global limit get 503 with a Retry-After', async () => {
  setForTest({ LIMIT_CHAT_GLOBAL: '1' })
  await runSql('DELETE FROM RateLimit')
  await newVisitor().say('Hello')

  const response = await POST(chatRequest(chatMessage('Hello')))

  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  await expectProblem(response, 503, { code: 'unavailable' })
})

it('malformed messages do not count against the assistant’s global limit', async () => {
  setForTest({ LIMIT_CHAT_GLOBAL: '1' })
  await runSql('DELETE FROM RateLimit')

  const malformed = await POST(chatRequest('{'))
  const next = await POST(chatRequest(chatMessage('Hello')))

  expect(malformed.status).toBe(400)
  expect(next.status).toBe(200)
})

it('the assistant is reported as enabled by default', async () => {
  const status = await GET(statusRequest())

  expect(await status.json()).toEqual({ enabled: true, disabled_reason: null })
})

describe('with CHATBOT_ENABLED=false', () => {
  it('the assistant is reported as disabled', async () => {
    setForTest({ CHATBOT_ENABLED: 'false' })

    const status = await GET(statusRequest())

    expect(await status.json()).toEqual({
      enabled: false,
      disabled_reason: 'disabled',
    })
  })

  it('a question is refused', async () => {
    setForTest({ CHATBOT_ENABLED: 'false' })

    const answer = await POST(chatRequest(chatMessage('Hello')))

    await expectProblem(answer, 503, { code: 'unavailable' })
  })
})

const statusRequest = () =>
  new Request('http://localhost:3000/api/chatbot/status')
