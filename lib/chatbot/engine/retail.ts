import type { Locale } from '@/lib/i18n/routing'
import { lexicons } from './lexicon'
import { type PhraseTable, phraseAt } from './phrases'

/** A private person writes in the first person, without any sign of an institution: a retail bank is an institution. */
export function isPrivatePerson(words: string[], locale: Locale): boolean {
  const { firstPerson, firstPersonPlural, institution } = lexicons[locale]
  return has(words, firstPerson) && !has(words, firstPersonPlural) && !has(words, institution)
}

export function isInstitution(words: string[], locale: Locale): boolean {
  const { firstPerson, firstPersonPlural, institution } = lexicons[locale]
  return has(words, firstPersonPlural) || (has(words, firstPerson) && has(words, institution))
}

function has(words: string[], table: PhraseTable): boolean {
  return words.some((_, at) => phraseAt(table, words, at) !== undefined)
}
