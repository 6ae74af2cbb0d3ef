import type { Locale } from '@/lib/i18n/routing'
import { site } from '@/lib/site'

/** Whether a word looks like a name and is in no cited fact. */
export function hasUnknownName(written: string, facts: string, locale: Locale): boolean {
  const said = written.normalize('NFKC')
  const known = new Set(plainWords(`${facts} ${site.brand} ${site.product}`))
  return [...said.matchAll(/\p{L}[\p{L}\p{M}\p{N}]*/gu)].some(({ 0: word, index }) => {
    if (!/^\p{Lu}/u.test(word) || plainWords(word).every((plain) => known.has(plain))) return false
    if (word === 'I' && locale === 'en') return false
    // Any word begins a sentence with a capital; names have others within, or digits.
    return !beginsSentence(said.slice(0, index)) || /.\p{Lu}|\p{N}/u.test(word)
  })
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
