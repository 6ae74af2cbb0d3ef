import { readFileSync } from 'node:fs'
import type { Intent } from '@/lib/chatbot/engine/classify-intent'
import { loadModels } from '@/lib/chatbot/engine/model'
import { resolveIntent } from '@/lib/chatbot/engine/resolve-intent'
import { pricesId } from '@/lib/chatbot/engine/training-questions'
import type { Locale } from '@/lib/i18n/routing'

/**
 * A question of tests/chatbot, the entries any of which is right (or `refuse`, or `smallTalk`), and the entry answered
 * before it, if any. The assistant never learns from these questions.
 */
export type Question = { question: string; expected: string[]; after?: string }

export function readQuestions(locale: Locale): Question[] {
  return JSON.parse(readFileSync(`tests/chatbot/gold.${locale}.json`, 'utf8'))
}

/**
 * Asks every question and counts; times are of single answers in milliseconds, the best of ten. A question whose entry
 * is no more in the catalog is left out, and one that an entry answers which was added after the questions were written.
 */
export async function evaluate(questions: Question[], locale: Locale) {
  const models = await loadModels()
  const meant = new Set(questions.flatMap(({ expected }) => expected))
  const isGone = (id: string) => /^\w+\.\w+$/.test(id) && id !== pricesId && !models[locale].entries.has(id)
  const isAdded = (id: string) => models[locale].entries.has(id) && !meant.has(id)
  const results = questions
    .filter(({ expected, after = '' }) => !expected.every(isGone) && !isGone(after))
    .map((asked) => {
      const ask = () => outcome(resolveIntent(asked.question, models, locale, asked.after))
      return { ...asked, got: ask(), tookMs: Math.min(...Array.from({ length: 10 }, () => clock(ask))) }
    })
    .filter(({ got }) => !isAdded(got))
  const answerable = results.filter(({ expected }) => !expected.includes('refuse'))
  const unanswerable = results.filter(({ expected }) => expected.includes('refuse'))
  const refusals = results.filter(({ got }) => got === 'refuse')
  return {
    answered: { share: correct(answerable), of: answerable.length },
    refused: { share: correct(unanswerable), of: unanswerable.length },
    refusalPrecision: correct(refusals),
    p99Ms: percentile(
      results.map(({ tookMs }) => tookMs),
      0.99,
    ),
    misses: results.filter(({ expected, got }) => !expected.includes(got)),
  }
}

function clock(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

function outcome(intent: Intent): string {
  if (intent.kind === 'entry') return intent.id
  if (intent.kind === 'unknown') return 'refuse'
  return intent.kind === 'small_talk' ? 'smallTalk' : `suggest ${intent.ids.join(', ')}`
}

function correct(results: { expected: string[]; got: string }[]): number {
  return results.filter(({ expected, got }) => expected.includes(got)).length / results.length
}

function percentile(values: number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
}
