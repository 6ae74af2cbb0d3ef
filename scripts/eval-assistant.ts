// `npm run eval:assistant`: how well the assistant answers the questions in tests/assistant, by language.

import { routing } from '@/lib/i18n/routing'
import { evaluate, readQuestions, sets } from '../tests/support/assistant'

const verbose = process.argv.includes('--misses')
const percent = (share: number) => `${(100 * share).toFixed(1)} %`

for (const set of sets) {
  for (const locale of routing.locales) {
    const { answered, refused, refusalPrecision, p99Ms, misses } = await evaluate(readQuestions(set, locale), locale)
    console.log(
      `${set} ${locale}: top-1 ${percent(answered.share)} of ${answered.of}, ` +
        `refusal recall ${percent(refused.share)} of ${refused.of}, precision ${percent(refusalPrecision)}, ` +
        `p99 ${p99Ms.toFixed(2)} ms`,
    )
    if (verbose)
      for (const { question, expected, got } of misses) console.log(`  ${question} → ${got}, not ${expected}`)
  }
}
