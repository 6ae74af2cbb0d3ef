// Trains the embedded assistant. `npm start`, `npm run dev` and `npm test` run it when its questions changed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { examplesOf, phrasesOf, taughtWords, trainingQuestions } from '@/lib/chatbot/engine/questions'
import { trainClassifier } from '@/lib/chatbot/engine/train-classifier'
import { mapLocales } from '@/lib/i18n/routing'

const folder = 'lib/chatbot/engine/generated'
mkdirSync(folder, { recursive: true })
write(
  'words',
  mapLocales((locale) => ({ ...taughtWords(trainingQuestions[locale], locale), ...phrasesOf(locale) })),
)
write('topics', trainClassifier(examplesOf(trainingQuestions)))

function write(name: string, value: object) {
  writeFileSync(`${folder}/${name}.json`, JSON.stringify(value))
}
