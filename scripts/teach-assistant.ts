// Teaches the embedded assistant which questions are about what, from lib/chatbot/questions. `npm start`, `npm run dev`
// and `npm test` do this by themselves when the questions changed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { featuresOf } from '@/lib/chatbot/features'
import { learn } from '@/lib/chatbot/learn'
import { questions } from '@/lib/chatbot/questions'
import { wordsOf } from '@/lib/chatbot/text'
import { routing } from '@/lib/i18n/routing'

const examples = routing.locales.flatMap((locale) =>
  Object.entries(questions[locale]).flatMap(([topic, asked]) =>
    asked.map((question) => ({ features: featuresOf(wordsOf(question), locale), topic })),
  ),
)
mkdirSync('lib/chatbot/generated', { recursive: true })
writeFileSync('lib/chatbot/generated/topics.json', JSON.stringify(learn(examples)))
