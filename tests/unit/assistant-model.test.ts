import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reply } from '@/lib/chatbot/engine/reply'
import { type Answerable, type Refused, readSet } from '../support/assistant-sets'
import { type TaughtLocale, taughtLocales } from '../support/catalog'
import { chatMessage, chatRequest } from '../support/chatbot'
import { inventions, startModelServer } from '../support/model-server'
import type { BehaviourName } from '../support/upstream'

// The sets that measure the assistant, with a language model: whatever it writes, nothing is told that no fact says.
type Answer = { response: string; sources: { id: string }[] }

let server: Awaited<ReturnType<typeof startModelServer>>
let post: (request: Request) => Promise<Response>

beforeEach(async () => {
  server = await startModelServer()
  vi.stubEnv('CHATBOT_MODEL_URL', server.base)
  vi.stubEnv('CHATBOT_MODEL', 'small-model')
  vi.stubEnv('CHATBOT_MODEL_DAILY_CALLS', '100000')
  vi.stubEnv('CHATBOT_MODEL_TIMEOUT_MS', '500')
  vi.resetModules() // the settings of this test, and a breaker of its own
  post = (await import('@/app/api/chatbot/chat/route')).POST
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await server.stop()
})

async function ask(message: string, language: TaughtLocale): Promise<Answer> {
  const response = await post(chatRequest(chatMessage(message, { language })))
  expect(response.status).toBe(200)
  return response.json()
}

// Every sixth question of a set, in each language.
function sampleOf(set: string) {
  return taughtLocales.flatMap((language) => {
    const questions = readSet<Answerable | Refused>(`${set}.${language}`).filter((_, at) => at % 6 === 0)
    return questions.map(({ question }) => ({ question, language }))
  })
}

// A model is sent each fact on one line, with plain spaces.
const plain = (answer: string) => answer.replace(/\[(.*?)\]\(.*?\)/g, '$1').replace(/\s+/g, ' ')

async function expectEmbedded({ question, language }: { question: string; language: TaughtLocale }) {
  const { response, sources } = (await reply(question, language)).answer
  expect(await ask(question, language)).toMatchObject({ response, sources })
}

it('words an answer from the facts that were found, with their pages', async () => {
  const questions = sampleOf('questions')
  for (const { question, language } of questions) {
    const found = await reply(question, language)
    const { response, sources } = await ask(question, language)
    const facts = [found.answer.response, ...found.retrieved.map(({ text }) => text)].map(plain)
    const [firstWords = ''] = plain(response).split('.')
    expect(facts.join('\n')).toContain(firstWords)
    for (const { id } of sources) expect(found.retrieved.map((fact) => fact.id)).toContain(id)
  }
  expect(server.received.length).toBeGreaterThan(questions.length * 0.8)
})

it('tells the facts themselves, whatever a model invents', async () => {
  const questions = sampleOf('questions')
  for (const [at, invent] of Object.values(inventions).entries()) {
    server.behave(invent)
    for (const asked of questions.filter((_, index) => index % 8 === at % 8)) await expectEmbedded(asked)
  }
  expect(server.received.length).toBeGreaterThan(Object.keys(inventions).length)
})

it.each<BehaviourName>(['hangs', 'drips', 'answers 500', 'sends bad JSON', 'sends too much'])(
  'tells the facts themselves when a model’s server %s',
  async (behaviour) => {
    server.behave(behaviour)
    for (const asked of sampleOf('questions').filter((_, at) => at % 8 === 0)) await expectEmbedded(asked)
    expect(server.received.length).toBeGreaterThan(0)
  },
)

it('tells the facts themselves when no server is there', async () => {
  await server.stop()
  for (const asked of sampleOf('questions').filter((_, at) => at % 8 === 0)) await expectEmbedded(asked)
  server = await startModelServer()
})

it('asks no model about what is refused, nor for a call or a quote', async () => {
  for (const { question, language } of sampleOf('refusals')) {
    const before = server.received.length
    const { sources } = await ask(question, language)
    if (sources.length === 0) expect(server.received, question).toHaveLength(before)
  }
  const before = server.received.length
  await ask('Please have somebody call me back', 'en')
  await ask('We need a quote for 10,000 oz of gold', 'en')
  expect(server.received).toHaveLength(before)
})
