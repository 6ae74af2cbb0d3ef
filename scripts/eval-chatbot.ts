// `npm run eval:chatbot`: accuracy on the unseen questions of tests/chatbot; `-- --misses` lists the wrong answers.

import { taughtLocales } from '../tests/support/catalog'
import { evaluate, readQuestions } from '../tests/support/chatbot-questions'

const verbose = process.argv.includes('--misses')
const percent = (share: number) => `${(100 * share).toFixed(1)} %`

for (const locale of taughtLocales) {
  const { answered, refused, refusalPrecision, p99Ms, misses } = await evaluate(readQuestions(locale), locale)
  console.log(
    `${locale}: top-1 ${percent(answered.share)} of ${answered.of} answerable, refusal recall ${percent(refused.share)} ` +
      `of ${refused.of}, refusal precision ${percent(refusalPrecision)}, p99 ${p99Ms.toFixed(2)} ms`,
  )
  if (verbose)
    for (const { question, expected, got } of misses)
      console.log(`  ${question} → ${got}, not ${expected.join(' or ')}`)
}
