// Trains the embedded assistant. `npm start`, `npm run dev` and `npm test` run it when its questions changed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { serialize } from 'node:v8'
import { trainedClassifier } from '@/lib/chatbot/engine/classifier'
import { taughtWords, trainClassifier, trainingExamples } from '@/lib/chatbot/engine/training'
import { mapLocales } from '@/lib/i18n/routing'

const folder = 'lib/chatbot/engine/generated'
mkdirSync(folder, { recursive: true })
writeFileSync(`${folder}/words.json`, JSON.stringify(mapLocales(taughtWords)))
writeFileSync(trainedClassifier, serialize(trainClassifier(trainingExamples())))
