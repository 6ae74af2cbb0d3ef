import { type Locale, mapLocales } from '@/lib/i18n/routing'
import { fillNames } from './names'
import disclosuresEn from './training-questions/disclosures.en.json'
import disclosuresEs from './training-questions/disclosures.es.json'
import disclosuresFr from './training-questions/disclosures.fr.json'
import en from './training-questions/en.json'
import es from './training-questions/es.json'
import fr from './training-questions/fr.json'

type Questions = Record<string, string[]>

const sources: Partial<Record<Locale, Questions>> = { en, fr, es }
const disclosures: Partial<Record<Locale, Questions>> = { en: disclosuresEn, fr: disclosuresFr, es: disclosuresEs }

/** Training questions by language and topic: an entry's id, `refuse` or `smallTalk`. tests/chatbot has unseen ones. */
export const questions = mapLocales((locale) => filled(sources[locale]))

/** Questions by the part of the disclosures that answers them, for the brands that have set it. */
export const disclosureQuestions = mapLocales((locale) => filled(disclosures[locale]))

/** The topic of all other questions. */
export const notDisclosed = 'other'

export const pricesId = 'Site.prices'

function filled(asked: Questions = {}): Questions {
  return Object.fromEntries(Object.entries(asked).map(([topic, list]) => [topic, list.map(fillNames)]))
}
