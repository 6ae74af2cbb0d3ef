import en from '@/lib/chatbot/training/en.json'
import es from '@/lib/chatbot/training/es.json'
import fr from '@/lib/chatbot/training/fr.json'
import intentsEn from '@/lib/chatbot/training/intents.en.json'
import intentsEs from '@/lib/chatbot/training/intents.es.json'
import intentsFr from '@/lib/chatbot/training/intents.fr.json'
import { type Locale, mapLocales } from '@/lib/i18n/routing'
import { fillNames } from './names'

type Questions = Record<string, string[]>

const sources: Partial<Record<Locale, Questions>> = {
  en: { ...en, ...intentsEn },
  fr: { ...fr, ...intentsFr },
  es: { ...es, ...intentsEs },
}

/** Training questions by language and topic: a fact's id (`token.unit`) or an intent (`intent.offTopic`). */
export const trainingQuestions = mapLocales((locale) => filled(sources[locale]))

function filled(asked: Questions = {}): Questions {
  return Object.fromEntries(Object.entries(asked).map(([topic, list]) => [topic, list.map(fillNames)]))
}
