// `npm run eval:assistant`: what the assistant answers to the unseen questions of tests/assistant; `-- --misses` lists
// what it does not answer.

import { isDeepStrictEqual } from 'node:util'
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
  const answerable = (set: string) => readSet<Answerable>(`${set}.${locale}`)
  const grade = (asked: (Answerable | Refused)[]) => Promise.all(asked.map((one) => gradeQuestion(one, locale)))
  const refused = await grade(readSet<Refused>(`refusals.${locale}`))
  const conversations = readSet<Conversation>(`conversations.${locale}`)
  const turns = (await Promise.all(conversations.map((one) => gradeConversation(one, locale)))).flat()
  const questions = answerable('questions')
  print(locale, 'questions', await grade(questions))
  print(locale, 'harder questions', await grade(answerable('harder')))
  print(locale, 'letters, speech and slips', await grade(answerable('letters')))
  print(
    locale,
    'refusals',
    refused.filter(({ harder }) => !harder),
  )
  print(
    locale,
    'harder refusals',
    refused.filter(({ harder }) => harder),
  )
  print(
    locale,
    'follow-ups',
    turns.filter(({ followUp }) => followUp),
  )
  print(
    locale,
    'other turns',
    turns.filter(({ followUp }) => !followUp),
  )
  const p99 = await slowestAnswers(
    questions.map(({ question }) => question),
    locale,
  )
  console.log(`${locale}: p99 ${p99.toFixed(1)} ms`)
  printLeads(locale, readSet<LeadPhrase>(`leads.${locale}`))
}

const messages = readSet<ForeignMessage>('languages')
const languages = await Promise.all(messages.map(languageOfAnswer))
const right = messages.filter(({ answer }, at) => languages[at] === answer)
console.log(`languages: ${right.length} of ${messages.length}`)
for (const [at, { message, answer }] of messages.entries())
  if (verbose && languages[at] !== answer) console.log(`   ${message} → ${languages[at]}, not ${answer}`)

function printLeads(locale: string, phrases: LeadPhrase[]) {
  const missed = phrases.filter(
    ({ message, page, expected }) => !isDeepStrictEqual(capturedFrom(message, page), expected),
  )
  console.log(`${locale}: leads understood ${phrases.length - missed.length} of ${phrases.length}`)
  for (const { message } of verbose ? missed : []) console.log(`   ${message}`)
}

function print(locale: string, set: string, graded: Graded[]) {
  const shares = grades.map((name) => {
    const count = graded.filter(({ grade }) => grade === name).length
    return `${name} ${((100 * count) / graded.length).toFixed(1)} %`
  })
  console.log(`${locale} ${set} (${graded.length}): ${shares.join(', ')}`)
  if (!verbose) return
  for (const { question, expected, got, grade } of graded)
    if (grade !== 'answered') console.log(`   ${grade}: ${question} → ${got}, not ${expected}`)
}
