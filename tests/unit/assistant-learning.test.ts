import { expect, it } from 'vitest'
import { createClassifier } from '@/lib/chatbot/classifier'
import { learn } from '@/lib/chatbot/learn'
import { questions } from '@/lib/chatbot/questions'
import { wordsOf } from '@/lib/chatbot/text'
import { readQuestions } from '../support/assistant'
import { locales } from '../support/catalog'

const examples = [
  { features: ['where', 'vault', 'gold'], topic: 'vaults' },
  { features: ['where', 'vault', 'silver'], topic: 'vaults' },
  { features: ['what', 'fee', 'gold'], topic: 'fees' },
  { features: ['what', 'fee', 'silver'], topic: 'fees' },
]

it('learns what tells topics apart', () => {
  const classify = createClassifier(learn(examples))
  expect(classify(['gold', 'vault'])[0]).toMatchObject({ topic: 'vaults' })
  expect(classify(['gold', 'fee'])[0]).toMatchObject({ topic: 'fees' })
})

it('is in two minds about what it has never heard', () => {
  const [best, second] = createClassifier(learn(examples))(['zeppelin'])
  expect(best?.likelihood).toBeCloseTo(0.5)
  expect(second?.likelihood).toBeCloseTo(0.5)
})

it('learns the same from the same examples', () => {
  expect(learn(examples)).toEqual(learn(examples))
})

it.each(locales)('has not learnt the questions that measure it in %s', (locale) => {
  const key = (question: string) => wordsOf(question).join(' ')
  const learnt = new Set(Object.values(questions[locale]).flat().map(key))
  const asked = readQuestions(locale).filter(({ after, expected }) => !after && !expected.includes('smallTalk'))
  expect(asked.filter(({ question }) => learnt.has(key(question)))).toEqual([])
})
