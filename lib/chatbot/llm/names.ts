import type { Locale } from '@/lib/i18n/routing'
import { site } from '@/lib/site'
import { guardWords, stemsOf } from './words'

type Known = {
  locale: Locale
  /** Of the cited facts. */
  text: string
  /** What the visitor wrote: a name in it stands for nothing that the site says. */
  visitor: string
}

/** The first word that looks like a name and is in no cited fact. */
export function unknownName(written: string, { locale, text, visitor }: Known): string | undefined {
  const said = written.normalize('NFKC')
  const known = new Set(plainWords(`${text} ${site.brand} ${site.product}`))
  const knownStems = new Set(stemsOf(text, locale))
  const asked = new Set(plainWords(visitor))
  for (const { 0: word, index } of said.matchAll(/\p{L}[\p{L}\p{M}\p{N}]*/gu)) {
    const plain = plainWords(word)[0] ?? ''
    if (!/^\p{Lu}/u.test(word) || known.has(plain) || (word === 'I' && locale === 'en')) continue
    if (!beginsSentence(said.slice(0, index)) || /.\p{Lu}|\p{N}/u.test(word)) return word
    const isOrdinary = guardWords[locale]?.stopwords.has(plain) || stemsOf(word, locale).some((s) => knownStems.has(s))
    if (!isOrdinary && asked.has(plain)) return word
  }
  return undefined
}

function plainWords(text: string): string[] {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return folded.match(/[\p{L}\p{N}]+/gu) ?? []
}

// A point after one or two letters ends an abbreviation, not a sentence.
function beginsSentence(before: string): boolean {
  const text = before.replace(/[\s*_«“"‘'([¿¡•-]+$/u, '')
  return text === '' || /(?:\p{L}{3}|[\d)%»”"])[.!?:…]$/u.test(text)
}
