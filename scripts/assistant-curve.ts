// `npm run eval:assistant -- --curve`: how many training questions are needed. The share of the unseen questions whose
// right fact comes first, by the share of the training questions that the classifier learns from.
import { createClassifier } from '@/lib/chatbot/engine/classifier'
import { examplesOf } from '@/lib/chatbot/engine/examples'
import { featuresOf } from '@/lib/chatbot/engine/features'
import { wordsOf } from '@/lib/chatbot/engine/tokenize'
import { trainClassifier } from '@/lib/chatbot/engine/train-classifier'
import { trainingQuestions } from '@/lib/chatbot/engine/training'
import { mapLocales } from '@/lib/i18n/routing'
import { type Answerable, type Refused, readSet } from '../tests/support/assistant-sets'
import { taughtLocales } from '../tests/support/catalog'

const shares = [0.125, 0.25, 0.5, 0.75, 1]

export function printLearningCurve() {
  for (const share of shares) {
    const taught = mapLocales((locale) => firstOf(trainingQuestions[locale], share))
    const classify = createClassifier(trainClassifier(examplesOf(taught)))
    const rights = taughtLocales.flatMap((locale) => {
      const asked = ['questions', 'harder'].flatMap((set) => readSet<Answerable>(`${set}.${locale}`))
      const refused = readSet<Refused>(`refusals.${locale}`)
      const isRight = (question: string, right: string[]) =>
        right.includes(classify(featuresOf(wordsOf(question), locale))[0]?.topic ?? '')
      return [
        ...asked.map(({ question, facts, all }) => ({ set: 'facts', right: isRight(question, facts ?? all.flat()) })),
        ...refused.map(({ question, expected }) => ({ set: 'refusals', right: isRight(question, expected) })),
      ]
    })
    const count = Math.round(Object.values(taught.en).flat().length)
    const percent = (set: string) => {
      const of = rights.filter((one) => one.set === set)
      return `${((100 * of.filter(({ right }) => right).length) / of.length).toFixed(1)} %`
    }
    console.log(`${count} questions in English: facts ${percent('facts')}, refusals ${percent('refusals')}`)
  }
}

function firstOf(questions: Record<string, string[]>, share: number): Record<string, string[]> {
  const entries = Object.entries(questions)
  return Object.fromEntries(entries.map(([topic, list]) => [topic, list.slice(0, Math.ceil(list.length * share))]))
}
