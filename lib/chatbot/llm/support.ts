import type { Locale } from '@/lib/i18n/routing'
import { site } from '@/lib/site'
import { contentOf, guardWords, namesIn } from './words'

const minShare = 0.6

/** Whether most words that carry the meaning are in the cited facts, or forms of those. */
export function isSupported(said: string, facts: string, locale: Locale): boolean {
  const content = contentOf(said, locale)
  const known = new Set(contentOf(facts, locale))
  const shared = content.filter((stem) => known.has(stem)).length
  return content.length > 0 && shared / content.length >= minShare
}

/** Whether a word of the visitor's makes the answer speak of what the cited facts do not: another metal, a competitor. */
export function isEcho(said: string, visitor: string, facts: string, locale: Locale): boolean {
  const asked = new Set(contentOf(visitor, locale))
  const known = new Set(contentOf(`${facts} ${site.brand} ${site.product}`, locale))
  return contentOf(said, locale).some((stem) => asked.has(stem) && !known.has(stem))
}

const clauseEnd = /[.;:!?,()–—]\s|[.;:!?]$|(?<!\p{L})(?:and|but|while|et|mais|tandis|y|pero|sino)(?!\p{L})/iu

/** Whether a clause denies what the facts affirm, or affirms what they deny: judged by their clauses most like it. */
export function isReversed(said: string, facts: string, locale: Locale): boolean {
  const known = clausesOf(facts, locale)
  return clausesOf(said, locale).some(({ content, isNegative }) => {
    const shared = known.map((clause) => [...content].filter((stem) => clause.content.has(stem)).length)
    const most = Math.max(0, ...shared)
    return most > 0 && !known.some((clause, at) => shared[at] === most && clause.isNegative === isNegative)
  })
}

function clausesOf(text: string, locale: Locale) {
  const negations = guardWords[locale]?.negations ?? []
  return text.split(clauseEnd).map((clause) => ({
    content: new Set(contentOf(clause, locale)),
    isNegative: namesIn(clause, negations, locale).size > 0,
  }))
}
