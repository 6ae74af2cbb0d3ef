// Trains the embedded assistant. `npm start`, `npm run dev` and `npm test` run it when its questions changed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { featuresOf } from '@/lib/chatbot/engine/features'
import { wordsOf } from '@/lib/chatbot/engine/tokenize'
import { trainClassifier } from '@/lib/chatbot/engine/train-classifier'
import { questions } from '@/lib/chatbot/engine/training-questions'
import { routing } from '@/lib/i18n/routing'

const examples = routing.locales.flatMap((locale) =>
  Object.entries(questions[locale]).flatMap(([topic, asked]) =>
    asked.map((question) => ({ features: featuresOf(wordsOf(question), locale), topic })),
  ),
)
mkdirSync('lib/chatbot/engine/generated', { recursive: true })
writeFileSync('lib/chatbot/engine/generated/topics.json', JSON.stringify(trainClassifier(examples)))
