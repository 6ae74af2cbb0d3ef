// `npm run chatbot -- unanswered`: what visitors asked and the site does not say, for whoever edits the FAQ.

import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'

if (existsSync('.env')) loadEnvFile('.env')
const { listUnanswered } = await import('@/lib/chatbot/store')
const { routing } = await import('@/lib/i18n/routing')

const maxShown = 50

if (process.argv[2] === 'unanswered') {
  for (const locale of routing.locales) await printUnanswered(locale)
} else {
  console.error('Usage: npm run chatbot -- unanswered')
  process.exitCode = 1
}

async function printUnanswered(locale: (typeof routing.locales)[number]) {
  const questions = await listUnanswered(locale, maxShown)
  console.log(`${locale}: ${questions.length === 0 ? 'none' : ''}`)
  for (const { text, count, lastAskedAt } of questions) {
    console.log(`${String(count).padStart(6)} × ${text} (${lastAskedAt.toISOString().slice(0, 10)})`)
  }
}
