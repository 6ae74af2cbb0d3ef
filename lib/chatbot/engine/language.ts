import { type Locale, routing } from '@/lib/i18n/routing'
import type { AllKnowledge } from './knowledge'
import { lexicons } from './lexicon'

const pageBonus = 2
const minKnownShare = 0.5
const minWords = 2

/** The language of a message: one of the site's, or `other`. `words` are those of lib/chatbot/engine/words.ts. */
export async function languageOf(
  message: string,
  words: string[],
  all: AllKnowledge,
  page: Locale,
): Promise<Locale | 'other'> {
  if (isForeignScript(message)) return 'other'
  const isKnown = (word: string, locale: Locale) => all[locale].known.has(word)
  const points = (locale: Locale) => {
    const counts = words.map((word) => Number(lexicons[locale].stopwords.has(word)) + Number(isKnown(word, locale)))
    return counts.reduce((total, count) => total + count, locale === page ? pageBonus : 0)
  }
  const best = [...routing.locales].sort((a, b) => points(b) - points(a))[0] ?? page
  const known = words.filter((word) => /^\d/.test(word) || isKnown(word, best)).length
  if (words.length < minWords || known / words.length >= minKnownShare) return best
  return (await isOtherLanguage(message)) ? 'other' : best
}

function isForeignScript(message: string): boolean {
  const letters = message.match(/\p{L}/gu)?.length ?? 0
  const latin = message.match(/\p{Script=Latin}/gu)?.length ?? 0
  return letters > 0 && latin < letters / 2
}

// Asked only about messages with many unknown words: loaded, it takes some 30 MB.
async function isOtherLanguage(message: string): Promise<boolean> {
  const { eld } = await import('eld/extrasmall')
  const result = eld.detect(message)
  return result.isReliable() && !routing.locales.some((locale) => locale === result.language)
}

export function isKnownWord(word: string, all: AllKnowledge): boolean {
  return Object.values(all).some(({ known }) => known.has(word))
}

const noise = /^[^aeiouy]+$|[^aeiouy]{5,}|(.)\1{3,}/

export function isGibberish(words: string[], all: AllKnowledge): boolean {
  const random = words.filter((word) => noise.test(word) && !isKnownWord(word, all))
  return words.length === 0 || random.length >= words.length / 2
}

const minWordLength = 5
const longWordLength = 8

export function createSpelling(words: Iterable<string>) {
  const long = [...new Set(words)].filter((word) => word.length >= minWordLength)
  const byStart = Map.groupBy(long, startOf)

  /** The nearest known word: one slip in a short word, two from eight letters on; else undefined. */
  return function correct(word: string): string | undefined {
    if (word.length < minWordLength || /\d/.test(word)) return undefined
    let best: string | undefined
    let allowed = word.length < longWordLength ? 1 : 2
    // Few people misspell the first letter.
    for (const length of [0, 1, -1, 2, -2].slice(0, 1 + 2 * allowed).map((more) => word.length + more)) {
      for (const known of byStart.get(`${word[0]}${length}`) ?? []) {
        const slips = distance(word, known, allowed)
        if (slips > allowed || (slips === allowed && best !== undefined)) continue
        best = known
        allowed = slips
      }
    }
    return best
  }
}

function startOf(word: string): string {
  return `${word[0]}${word.length}`
}

function distance(a: string, b: string, limit: number): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = cell(previous, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = isSwapped ? cell(before, j - 2) + 1 : substitution
      current[j] = Math.min(substitution, swap, cell(previous, j) + 1, cell(current, j - 1) + 1)
    }
    if (Math.min(...current) > limit) return limit + 1
    before = previous
    previous = current
  }
  return cell(previous, b.length)
}

function cell(row: number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}
