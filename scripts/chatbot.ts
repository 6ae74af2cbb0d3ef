// `npm run chatbot -- unanswered`: what visitors asked and the site does not say, for whoever edits the FAQ. With `--json`
// the same for the editor: what a server prints there can be chosen in the editor on another computer.
import { listUnanswered } from '@/lib/chatbot/store'
import { type Locale, routing } from '@/lib/i18n/routing'
import type { AskedQuestion } from './edit/unanswered/schema'

const maxShown = 50
const maxExported = 500

const [, , command, option] = process.argv
if (command === 'unanswered' && option === '--json') await printJson()
else if (command === 'unanswered') for (const locale of routing.locales) await printUnanswered(locale)
else {
  console.error('Usage: npm run chatbot -- unanswered [--json]')
  process.exitCode = 1
}

async function printJson() {
  const lists = routing.locales.map(async (locale): Promise<AskedQuestion[]> => {
    const questions = await listUnanswered(locale, maxExported)
    return questions.map(({ text, count, lastAskedAt }) => {
      return { locale, text, count, last: lastAskedAt.toISOString().slice(0, 10) }
    })
  })
  console.log(JSON.stringify((await Promise.all(lists)).flat(), null, 2))
}

async function printUnanswered(locale: Locale) {
  const questions = await listUnanswered(locale, maxShown)
  console.log(`${locale}: ${questions.length === 0 ? 'none' : ''}`)
  for (const { text, count, lastAskedAt } of questions) {
    console.log(`${String(count).padStart(6)} × ${text} (${lastAskedAt.toISOString().slice(0, 10)})`)
  }
}
