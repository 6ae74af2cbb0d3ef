import { type Locale, routing } from '@/lib/i18n/routing'
import { featuresOf } from './features'
import { wordsOf } from './tokenize'
import type { Example } from './train-classifier'

/** What the classifier learns from questions by language and topic. */
export function examplesOf(asked: Record<Locale, Record<string, string[]>>): Example[] {
  return routing.locales.flatMap((locale) =>
    Object.entries(asked[locale]).flatMap(([topic, questions]) =>
      questions.map((question) => ({ features: featuresOf(wordsOf(question), locale), topic })),
    ),
  )
}
