import { describe, expect, it } from 'vitest'
import { createClassifier, isFact } from '@/lib/chatbot/engine/classifier'
import type { Intent } from '@/lib/chatbot/engine/decide'
import { trainClassifier, trainingQuestions } from '@/lib/chatbot/engine/training'
import { wordsOf } from '@/lib/chatbot/engine/words'
import {
  type Answerable,
  type Conversation,
  type ForeignMessage,
  type Refused,
  readSet,
} from '../support/assistant-sets'
import { catalog, taughtLocales } from '../support/catalog'

const examples = [
  { features: ['where', 'vault', 'gold'], topic: 'vaults' },
  { features: ['where', 'vault', 'silver'], topic: 'vaults' },
  { features: ['what', 'fee', 'gold'], topic: 'fees' },
  { features: ['what', 'fee', 'silver'], topic: 'fees' },
]

it('learns what tells topics apart', () => {
  const classify = createClassifier(trainClassifier(examples))
  expect(classify(['gold', 'vault'])[0]).toMatchObject({ topic: 'vaults' })
  expect(classify(['gold', 'fee'])[0]).toMatchObject({ topic: 'fees' })
})

it('is in two minds about what it has never heard', () => {
  const [best, second] = createClassifier(trainClassifier(examples))(['zeppelin'])
  expect(best?.likelihood).toBeCloseTo(0.5)
  expect(second?.likelihood).toBeCloseTo(0.5)
})

it('learns the same from the same examples', () => {
  expect(trainClassifier(examples)).toEqual(trainClassifier(examples))
})

const intents: Record<Intent, true> = {
  hello: true,
  thanks: true,
  bye: true,
  help: true,
  offTopic: true,
  noAnswer: true,
  competitor: true,
  distrust: true,
  notWhatIAsked: true,
  distress: true,
  abuse: true,
  gibberish: true,
  noReason: true,
}

// Of what has no words of ours, such as Chinese, the text itself.
const key = (question: string) => wordsOf(question).join(' ') || question
const isSmallTalk = (topic: string) => ['intent.hello', 'intent.thanks', 'intent.bye'].includes(topic)

describe.each(taughtLocales)('what is taught in %s', (locale) => {
  const taught = trainingQuestions[locale]
  const questions = Object.values(taught).flat()

  it('is no question that measures the assistant', () => {
    // There are only so many ways of saying hello, or "and silver?"
    const trained = new Set(
      Object.entries(taught).flatMap(([topic, asked]) => (isSmallTalk(topic) ? [] : asked.map(key))),
    )
    const measuring = [
      ...readSet<Answerable>(`questions.${locale}`),
      ...readSet<Answerable | Refused>(`harder.${locale}`),
      ...readSet<Refused>(`refusals.${locale}`),
    ].map(({ question }) => question)
    const turns = readSet<Conversation>(`conversations.${locale}`).flatMap((conversation) =>
      conversation.turns.filter(({ followUp }) => !followUp),
    )
    const foreign = readSet<ForeignMessage>('languages')
    const leads = readSet<{ message: string }>(`leads.${locale}`)
    const messages = [...turns, ...foreign, ...leads].map(({ message }) => message)
    expect([...measuring, ...messages].filter((asked) => trained.has(key(asked)))).toEqual([])
  })

  it('is each question once', () => {
    const keys = questions.map(key)
    expect(questions.filter((_, at) => keys.indexOf(keys[at] ?? '') !== at)).toEqual([])
  })

  it('leads to facts of the catalog and to intents', () => {
    const facts = Object.entries(catalog(locale).Facts).flatMap(([section, of]) =>
      Object.keys(of).map((name) => `${section}.${name}`),
    )
    const known = [...facts, ...Object.keys(intents).map((intent) => `intent.${intent}`)]
    expect(Object.keys(taught).filter((topic) => !known.includes(topic))).toEqual([])
  })

  it('is at least ten questions for a fact', () => {
    const facts = Object.entries(taught).filter(([topic]) => isFact(topic))
    expect(facts.filter(([, asked]) => asked.length < 10).map(([topic]) => topic)).toEqual([])
    // The same ones in each language.
    expect(facts.map(([topic]) => topic).sort()).toEqual(Object.keys(trainingQuestions.en).filter(isFact).sort())
  })
})
