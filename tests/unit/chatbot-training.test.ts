import { describe, expect, it } from 'vitest'
import { createClassifier, isFact } from '@/lib/chatbot/classifier/classifier'
import { createWordSearch } from '@/lib/chatbot/classifier/spelling'
import {
  trainClassifier,
  trainingQuestions,
} from '@/lib/chatbot/classifier/training'
import { wordsOf } from '@/lib/chatbot/classifier/words'
import {
  type Answerable,
  type Conversation,
  type ForeignMessage,
  type Refused,
  readSet,
} from '../support/assistant-sets'
import { catalog, taughtLocales } from '../support/catalog'

describe('word extraction', () => {
  it.each([
    [
      'Où est l’or d’aujourd’hui ?',
      ['ou', 'est', 'l', 'or', 'd', 'aujourd', 'hui'],
    ],
    ["l'once qu'on", ['l', 'once', 'qu', 'on']],
    ['¿Cuántas ONZAS? 24/7', ['cuantas', 'onzas', '24', '7']],
    ['erc3643 Cœur', ['erc', '3643', 'coeur']],
    ['0.25 oz', ['fraction', 'oz']],
    ['<b>😀</b>', ['b', 'b']],
  ])('finds the words of %s', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })
})

describe('spelling correction', () => {
  const nearestWord = createWordSearch([
    'storage',
    'custody',
    'fees',
    'attestation',
  ])

  // A short word may have one typo, and a word of eight letters or more two, but
  // none in the first letter.
  it.each([
    ['custdoy', 'custody'],
    ['atestacion', 'attestation'],
    ['custdy', 'custody'],
    ['attstaion', 'attestation'],
    ['sttorage', 'storage'],
  ])('changes %s to %s', (typed, meant) => {
    expect(nearestWord(typed)).toBe(meant)
  })

  it.each(['weather', 'fee', 'age34', 'cstdoy', 'ttestation'])(
    'leaves %s unchanged',
    (typed) => {
      expect(nearestWord(typed)).toBeUndefined()
    },
  )
})

const examples = [
  { features: ['where', 'vault', 'gold'], label: 'vaults' },
  { features: ['where', 'vault', 'silver'], label: 'vaults' },
  { features: ['what', 'fee', 'gold'], label: 'fees' },
  { features: ['what', 'fee', 'silver'], label: 'fees' },
]

it('the classifier learns to distinguish labels and doubts unknown words', () => {
  const classify = createClassifier(trainClassifier(examples))

  expect(classify(['gold', 'vault'])[0]).toMatchObject({ label: 'vaults' })
  expect(classify(['gold', 'fee'])[0]).toMatchObject({ label: 'fees' })
  for (const { likelihood } of classify(['zeppelin']))
    expect(likelihood).toBeCloseTo(0.5)
})

it('the same examples train the same classifier', () => {
  expect(trainClassifier(examples)).toEqual(trainClassifier(examples))
})

// Falls back to the text itself if it has no known words, such as Chinese.
const key = (question: string) => wordsOf(question).join(' ') || question
const isSmallTalk = (topic: string) =>
  ['intent.hello', 'intent.thanks', 'intent.bye'].includes(topic)

describe.each(taughtLocales)('the training questions in %s', (locale) => {
  const taught = trainingQuestions[locale]
  const questions = Object.values(taught).flat()

  it('are not evaluation questions', () => {
    // Small talk and follow-ups may repeat because there are few ways to say
    // them.
    const subjects = Object.entries(taught).filter(
      ([topic]) => !isSmallTalk(topic),
    )
    const trained = new Set(subjects.flatMap(([, asked]) => asked.map(key)))
    const sets = [
      `questions.${locale}`,
      `plain.${locale}`,
      `harder.${locale}`,
      `refusals.${locale}`,
    ]
    const measuring = sets.flatMap((set) =>
      readSet<Answerable | Refused>(set).map(({ question }) => question),
    )
    const conversations = readSet<Conversation>(`conversations.${locale}`)
    const turns = conversations.flatMap(({ turns }) =>
      turns.filter(({ followUp }) => !followUp),
    )
    const others = readSet<ForeignMessage>('languages')
    const messages = [...turns, ...others].map(({ message }) => message)

    expect(
      [...measuring, ...messages].filter((asked) => trained.has(key(asked))),
    ).toEqual([])
  })

  it('are unique', () => {
    const keys = questions.map(key)
    expect(
      questions.filter((_, at) => keys.indexOf(keys[at] ?? '') !== at),
    ).toEqual([])
  })

  it('belong to facts of the catalog or to intents', () => {
    const sections = Object.entries(catalog(locale).Facts)
    const facts = sections.flatMap(([section, of]) =>
      Object.keys(of).map((name) => `${section}.${name}`),
    )
    const intents = [
      ...Object.keys(catalog(locale).Chat.answers),
      'notWhatIAsked',
    ].map((intent) => `intent.${intent}`)
    const labels = Object.keys(taught).filter(
      (label) => !label.startsWith('follow-up.'),
    )

    expect(
      labels.filter((label) => ![...facts, ...intents].includes(label)),
    ).toEqual([])
  })

  it('include at least ten for each fact', () => {
    const facts = Object.keys(taught).filter(isFact)

    expect(facts.filter((topic) => (taught[topic] ?? []).length < 10)).toEqual(
      [],
    )
    expect(facts.sort()).toEqual(
      Object.keys(trainingQuestions.en).filter(isFact).sort(),
    )
  })
})
