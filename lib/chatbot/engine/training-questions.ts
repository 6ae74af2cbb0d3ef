import { type Locale, mapLocales } from '@/lib/i18n/routing'
import { fillNames } from './names'
import en from './training-questions/en.json'
import es from './training-questions/es.json'
import fr from './training-questions/fr.json'

type Questions = Record<string, string[]>

const sources: Partial<Record<Locale, Questions>> = { en, fr, es }

/** Training questions by language and topic: an entry's id, `refuse` or `smallTalk`. tests/chatbot has unseen ones. */
export const questions = mapLocales((locale) =>
  Object.fromEntries(Object.entries(sources[locale] ?? {}).map(([topic, asked]) => [topic, asked.map(fillNames)])),
)

export const pricesId = 'Site.prices'
