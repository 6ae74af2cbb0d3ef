// Trains the embedded assistant. `npm start`, `npm run dev` and `npm test` run it when its questions changed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { examplesOf } from '@/lib/chatbot/engine/examples'
import { taughtWords } from '@/lib/chatbot/engine/taught-words'
import { trainClassifier } from '@/lib/chatbot/engine/train-classifier'
import { trainingQuestions } from '@/lib/chatbot/engine/training'
import { mapLocales } from '@/lib/i18n/routing'

const folder = 'lib/chatbot/engine/generated'
mkdirSync(folder, { recursive: true })
write('topics', trainClassifier(examplesOf(trainingQuestions)))
write(
  'words',
  mapLocales((locale) => taughtWords(trainingQuestions[locale], locale)),
)

function write(name: string, value: object) {
  writeFileSync(`${folder}/${name}.json`, JSON.stringify(value))
}
