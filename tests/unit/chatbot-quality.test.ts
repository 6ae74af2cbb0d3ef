import { expect, it } from 'vitest'
import { taughtLocales } from '../support/catalog'
import { evaluate, readQuestions } from '../support/chatbot-questions'

// `npm run eval:chatbot -- --misses` shows which questions these figures are made of.
it.each(taughtLocales)('the assistant is good enough in %s', async (locale) => {
  const questions = readQuestions(locale)
  expect(questions.length).toBeGreaterThanOrEqual(60)
  const { answered, refused, refusalPrecision, p99Ms } = await evaluate(questions, locale)
  expect(answered.share).toBeGreaterThanOrEqual(0.9)
  expect(refused.share).toBeGreaterThanOrEqual(0.9)
  expect(refusalPrecision).toBeGreaterThanOrEqual(0.9)
  expect(p99Ms).toBeLessThan(5)
})
