// `npm run chatbot -- unanswered`: what visitors asked and the site does not say, for whoever edits the FAQ.
import { listUnanswered } from '@/lib/chatbot/store'
import { type Locale, routing } from '@/lib/i18n/routing'

const maxShown = 50

const [, , command] = process.argv
if (command === 'unanswered') for (const locale of routing.locales) await printUnanswered(locale)
else {
  console.error('Usage: npm run chatbot -- unanswered')
  process.exitCode = 1
}

async function printUnanswered(locale: Locale) {
  const questions = await listUnanswered(locale, maxShown)
  console.log(`${locale}: ${questions.length === 0 ? 'none' : ''}`)
  for (const { text, count, lastAskedAt } of questions) {
    console.log(`${String(count).padStart(6)} × ${text} (${lastAskedAt.toISOString().slice(0, 10)})`)
  }
}
