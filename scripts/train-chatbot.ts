// Trains the embedded assistant. `npm start`, `npm run dev` and `npm test` run it when its questions changed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { featuresOf } from '@/lib/chatbot/engine/features'
import { wordsOf } from '@/lib/chatbot/engine/tokenize'
import { trainClassifier } from '@/lib/chatbot/engine/train-classifier'
import { disclosureQuestions, notDisclosed, questions } from '@/lib/chatbot/engine/training-questions'
import { type Locale, mapLocales, routing } from '@/lib/i18n/routing'

const answeredExamples = 60

mkdirSync('lib/chatbot/engine/generated', { recursive: true })
train('topics', questions)
train('disclosures', mapLocales(disclosedOrNot))

function train(name: string, asked: Record<Locale, Record<string, string[]>>) {
  const examples = routing.locales.flatMap((locale) =>
    Object.entries(asked[locale]).flatMap(([topic, list]) =>
      list.map((question) => ({ features: featuresOf(wordsOf(question), locale), topic })),
    ),
  )
  writeFileSync(`lib/chatbot/engine/generated/${name}.json`, JSON.stringify(trainClassifier(examples)))
}

// The parts of the disclosures beside some of all other questions.
function disclosedOrNot(locale: Locale): Record<string, string[]> {
  const disclosed = disclosureQuestions[locale]
  const known = new Set(Object.values(disclosed).flat())
  const { refuse = [], ...answered } = questions[locale]
  const others = [...refuse, ...Object.values(answered).flatMap((asked) => asked.slice(0, answeredExamples))]
  return { ...disclosed, [notDisclosed]: others.filter((question) => !known.has(question)) }
}
