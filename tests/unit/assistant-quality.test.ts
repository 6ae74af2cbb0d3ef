import { beforeAll, describe, expect, it } from 'vitest'
import {
  type Answerable,
  type Conversation,
  type Grade,
  type Graded,
  gradeConversation,
  gradeQuestion,
  type Refused,
  readSet,
} from '../support/assistant-sets'
import { taughtLocales } from '../support/catalog'

// Of all languages together.
const graded = {
  questions: [] as Graded[],
  harder: [] as Graded[],
  refusals: [] as Graded[],
  harderRefusals: [] as Graded[],
  followUps: [] as Graded[],
}

beforeAll(async () => {
  for (const locale of taughtLocales) {
    const grade = (asked: Answerable | Refused) => gradeQuestion(asked, locale)
    const refusals = readSet<Refused>(`refusals.${locale}`)
    graded.questions.push(...(await Promise.all(readSet<Answerable>(`questions.${locale}`).map(grade))))
    graded.harder.push(...(await Promise.all(readSet<Answerable>(`harder.${locale}`).map(grade))))
    graded.refusals.push(...(await Promise.all(refusals.filter(({ harder }) => !harder).map(grade))))
    graded.harderRefusals.push(...(await Promise.all(refusals.filter(({ harder }) => harder).map(grade))))
    for (const conversation of readSet<Conversation>(`conversations.${locale}`))
      graded.followUps.push(...(await gradeConversation(conversation, locale)).filter(({ followUp }) => followUp))
  }
})

function share(of: Graded[], grade: Grade): number {
  return of.filter((one) => one.grade === grade).length / of.length
}

function notAnswered(of: Graded[]): string {
  const missed = of.filter(({ grade }) => grade !== 'answered')
  return missed.map(({ question, expected, got }) => `${question}\n  ${expected}, not ${got}`).join('\n')
}

describe('of what it was never taught, the assistant answers', () => {
  it.each([
    ['ordinary questions', 'questions', 0.95],
    ['oblique and double questions', 'harder', 0.76],
    ['what no fact answers', 'refusals', 0.92],
    ['what only seems to be answered', 'harderRefusals', 0.82],
    ['what goes on from the turn before', 'followUps', 0.76],
  ] as const)('%s', (_, set, least) => {
    const all = graded[set]
    expect(all.length).toBeGreaterThan(50)
    expect(share(all, 'answered'), notAnswered(all)).toBeGreaterThanOrEqual(least)
  })

  it('hardly ever with a promise that the site does not make', () => {
    const promised = graded.questions.filter(({ grade }) => grade === 'false_promise')
    const asked = promised.map(({ question }) => question).join('\n')
    expect(share(graded.questions, 'false_promise'), asked).toBeLessThanOrEqual(0.01)
  })
})
