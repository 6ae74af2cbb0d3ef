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
  const conversations = readSet<Conversation>(`conversations.${locale}`)
  const turns = (
    await Promise.all(
      conversations.map((one) => gradeConversation(one, locale)),
    )
  ).flat()
  for (const [name, isFollowUp] of [
    ['follow-ups', true] as const,
    ['other turns', false] as const,
  ]) {
    const graded = turns.filter(({ followUp }) => followUp === isFollowUp)
    print(`${locale} ${name}`, graded)
  }
}

const messages = readSet<ForeignMessage>('languages')
const languages = await Promise.all(messages.map(languageOfAnswer))
const answers = messages.map(({ message, answer }, at) => ({
  answer,
  got: languages[at],
  message,
}))
const wrong = answers.filter(({ answer, got }) => got !== answer)
const named = wrong.map(
  ({ message, answer, got }) => `${message} → ${got}, not ${answer}`,
)
printMissed('languages', messages.length, named)

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

function printMissed(set: string, count: number, missed: string[]) {
  console.log(`${set}: ${count - missed.length} of ${count}`)
  for (const one of verbose ? missed : []) console.log(`   ${one}`)
}
