import { type Locale, mapLocales } from '@/lib/i18n/routing'
import en from './training-questions/en.json'
import es from './training-questions/es.json'
import fr from './training-questions/fr.json'

type Questions = Record<string, string[]>

// A language may be without: its assistant then knows the catalog's own words.
const sources: Partial<Record<Locale, Questions>> = { en, fr, es }

/**
 * The ways in which people ask, by language and topic: the id of an entry, `refuse` for what the site has no answer to,
 * or `smallTalk`. The assistant learns from them; tests/chatbot has others, which it has never seen.
 */
export const questions = mapLocales((locale) => sources[locale] ?? {})

/** The topic of questions about current prices, which are answered with the address of the price page. */
export const pricesId = 'Site.prices'
