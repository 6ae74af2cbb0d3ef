// Trains the embedded assistant. `npm start`, `npm run dev` and `npm test` run
// it if its questions have changed. With the argument `words`, it writes only
// what the build needs, which takes two seconds instead of fifteen.
import { mkdirSync, writeFileSync } from 'node:fs'
import { serialize } from 'node:v8'
import { trainedClassifier } from '@/lib/chatbot/classifier/classifier'
import {
  taughtWords,
  trainClassifier,
  trainingExamples,
} from '@/lib/chatbot/classifier/training'
import { mapLocales } from '@/lib/i18n/routing'

const folder = 'lib/chatbot/classifier/generated'
mkdirSync(folder, { recursive: true })
if (process.argv.includes('words')) {
  writeFileSync(`${folder}/words.json`, JSON.stringify(mapLocales(taughtWords)))
} else {
  writeFileSync(
    trainedClassifier,
    serialize(trainClassifier(trainingExamples())),
  )
}
