// `npm run eval:assistant`: what the assistant answers to the unseen questions of tests/assistant; `-- --misses` lists
// what it does not answer.
import { isDeepStrictEqual } from 'node:util'
import type { Locale } from '@/lib/i18n/routing'
import { log } from '@/lib/log'
import {
  type Answerable,
  type Conversation,
  capturedFrom,
  type ForeignMessage,
  type Graded,
  gradeConversation,
  gradeQuestion,
  grades,
  type LeadPhrase,
  languageOfAnswer,
  type Refused,
  readSet,
  slowestAnswers,
} from '../tests/support/assistant-sets'
import { taughtLocales } from '../tests/support/catalog'

const verbose = process.argv.includes('--misses')
// A checkout without a database has no reports either.
log.level = 'silent'

for (const locale of taughtLocales) {
  for (const [name, graded] of Object.entries(await gradeSets(locale))) print(`${locale} ${name}`, graded)
  const questions = readSet<Answerable>(`questions.${locale}`).map(({ question }) => question)
  console.log(`${locale}: p99 ${(await slowestAnswers(questions, locale)).toFixed(1)} ms`)
  const phrases = readSet<LeadPhrase>(`leads.${locale}`)
  const misses = phrases.filter(
    ({ message, page, expected }) => !isDeepStrictEqual(capturedFrom(message, page), expected),
  )
  printShare(
    `${locale}: leads understood`,
    phrases.length,
    misses.map(({ message }) => message),
  )
}
const messages = readSet<ForeignMessage>('languages')
const languages = await Promise.all(messages.map(languageOfAnswer))
const misses = messages.flatMap(({ message, answer }, at) =>
  languages[at] === answer ? [] : [`${message} → ${languages[at]}, not ${answer}`],
)
printShare('languages:', messages.length, misses)

async function gradeSets(locale: Locale): Promise<Record<string, Graded[]>> {
  const grade = (set: string) =>
    Promise.all(readSet<Answerable | Refused>(`${set}.${locale}`).map((one) => gradeQuestion(one, locale)))
  const refused = await grade('refusals')
  const conversations = readSet<Conversation>(`conversations.${locale}`)
  const turns = (await Promise.all(conversations.map((one) => gradeConversation(one, locale)))).flat()
  return {
    questions: await grade('questions'),
    'harder questions': await grade('harder'),
    'letters, speech and slips': await grade('letters'),
    refusals: refused.filter(({ harder }) => !harder),
    'harder refusals': refused.filter(({ harder }) => harder),
    'follow-ups': turns.filter(({ followUp }) => followUp),
    'other turns': turns.filter(({ followUp }) => !followUp),
  }
}

function print(name: string, graded: Graded[]) {
  const shares = grades.map((grade) => {
    const count = graded.filter((each) => each.grade === grade).length
    return `${grade} ${((100 * count) / graded.length).toFixed(1)} %`
  })
  console.log(`${name} (${graded.length}): ${shares.join(', ')}`)
  if (!verbose) return
  for (const { question, expected, got, grade } of graded)
    if (grade !== 'answered') console.log(`   ${grade}: ${question} → ${got}, not ${expected}`)
}

function printShare(what: string, count: number, misses: string[]) {
  console.log(`${what} ${count - misses.length} of ${count}`)
  if (verbose) for (const miss of misses) console.log(`   ${miss}`)
}
