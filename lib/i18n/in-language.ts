import type { LocalizedText } from '@/lib/brand/disclosures'
import type { Locale } from './routing'

/** Returns a brand's text in a language, or in English if it lacks one. */
export function inLanguage(words: LocalizedText, locale: Locale): string {
  return typeof words === 'string' ? words : (words[locale] ?? words.en ?? '')
}
