import { describe, expect, it } from 'vitest'
import {
  type Answerable,
  type Conversation,
  type Graded,
  gradeConversation,
  gradeQuestion,
  type Refused,
  readSet,
} from '../support/assistant-sets'
import { taughtLocales } from '../support/catalog'

// The product goals for untrained questions, from
// docs/decisions/11-assistant.md. This test allows a tolerance because each
// text change retrains the classifier and moves a share by a question or two,
// of 40 in the smallest sets. `npm run eval:assistant` shows the exact shares.
const goals = {
  questions: 0.96,
  plain: 0.94,
  harder: 0.82,
  letters: 0.9,
  refusals: 0.95,
  followUps: 0.82,
}
const tolerance = 0.03

describe.each(taughtLocales)('the assistant in %s', (locale) => {
  async function gradedOf(set: keyof typeof goals): Promise<Graded[]> {
    if (set !== 'followUps') {
      const asked = readSet<Answerable | Refused>(`${set}.${locale}`)
      return Promise.all(asked.map((one) => gradeQuestion(one, locale)))
    }
    const conversations = readSet<Conversation>(`conversations.${locale}`)
    const turns = await Promise.all(
      conversations.map((one) => gradeConversation(one, locale)),
    )
    return turns.flat().filter(({ followUp }) => followUp)
  }

  it.each(Object.entries(goals) as [keyof typeof goals, number][])(
    'answers the set “%s”, on which it was not trained, with an accuracy of %d',
    async (set, goal) => {
      const graded = await gradedOf(set)
      const missed = graded.filter(({ grade }) => grade !== 'answered')
      const named = missed
        .map(
          ({ question, expected, got }) =>
            `${question}\n  ${expected}, not ${got}`,
        )
        .join('\n')
      expect(1 - missed.length / graded.length, named).toBeGreaterThanOrEqual(
        goal - tolerance,
      )

      const promised = missed.filter(({ grade }) => grade === 'false_promise')
      if (set === 'questions')
        expect(promised.length / graded.length, named).toBeLessThanOrEqual(0.01)
    },
  )
})
