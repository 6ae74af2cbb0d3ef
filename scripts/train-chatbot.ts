// Trains the embedded assistant. `npm start`, `npm run dev` and `npm test` run it when its questions changed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { examplesOf } from '@/lib/chatbot/engine/examples'
import { trainClassifier } from '@/lib/chatbot/engine/train-classifier'
import { trainingQuestions } from '@/lib/chatbot/engine/training'

mkdirSync('lib/chatbot/engine/generated', { recursive: true })
writeFileSync(
  'lib/chatbot/engine/generated/topics.json',
  JSON.stringify(trainClassifier(examplesOf(trainingQuestions))),
)
