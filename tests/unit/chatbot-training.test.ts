import { expect, it } from 'vitest'
import { createClassifier } from '@/lib/chatbot/engine/classifier'
import { wordsOf } from '@/lib/chatbot/engine/tokenize'
import { trainClassifier } from '@/lib/chatbot/engine/train-classifier'
import { questions } from '@/lib/chatbot/engine/training-questions'
import { locales } from '../support/catalog'
import { readQuestions } from '../support/chatbot-questions'

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

it.each(locales)('has not learnt the questions that measure it in %s', (locale) => {
  const key = (question: string) => wordsOf(question).join(' ')
  const trained = new Set(Object.values(questions[locale]).flat().map(key))
  const asked = readQuestions(locale).filter(({ after, expected }) => !after && !expected.includes('smallTalk'))
  expect(asked.filter(({ question }) => trained.has(key(question)))).toEqual([])
})
