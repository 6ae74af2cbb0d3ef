// `npm run eval:assistant`: how well the assistant answers the unseen questions
// in tests/assistant; `-- --misses` lists what it gets wrong.

import { log } from '@/lib/log'
import {
  type Answerable,
  type Conversation,
  type ForeignMessage,
  type Graded,
  gradeConversation,
  gradeQuestion,
  grades,
  languageOfAnswer,
  type Refused,
  readSet,
} from '../tests/support/assistant-sets'
import { taughtLocales } from '../tests/support/catalog'

const verbose = process.argv.includes('--misses')
// Silences the log, because loading the reports without a database would log
// errors.
log.level = 'silent'

for (const locale of taughtLocales) {
  for (const set of ['questions', 'plain', 'harder', 'letters', 'refusals']) {
    const asked = readSet<Answerable | Refused>(`${set}.${locale}`)
    print(
      `${locale} ${set}`,
      await Promise.all(asked.map((one) => gradeQuestion(one, locale))),
    )
  }
  const conversations = await Promise.all(
    readSet<Conversation>(`conversations.${locale}`).map((one) =>
      gradeConversation(one, locale),
    ),
  )
  const turns = conversations.flat()
  print(
    `${locale} follow-ups`,
    turns.filter(({ followUp }) => followUp),
  )
  print(
    `${locale} other turns`,
    turns.filter(({ followUp }) => !followUp),
  )
}

const messages = readSet<ForeignMessage>('languages')
const missed: string[] = []
for (const asked of messages) {
  const got = await languageOfAnswer(asked)
  if (got !== asked.answer)
    missed.push(`${asked.message} → ${got}, not ${asked.answer}`)
}
console.log(
  `languages: ${messages.length - missed.length} of ${messages.length}`,
)
for (const line of verbose ? missed : []) console.log(`   ${line}`)

function print(set: string, graded: Graded[]) {
  const shares = grades.map((name) => {
    const count = graded.filter(({ grade }) => grade === name).length
    return `${name} ${((100 * count) / graded.length).toFixed(1)} %`
  })
  console.log(`${set} (${graded.length}): ${shares.join(', ')}`)
  for (const { question, expected, got, grade } of verbose ? graded : [])
    if (grade !== 'answered')
      console.log(`   ${grade}: ${question} → ${got}, not ${expected}`)
}
