import type { AllKnowledge } from './knowledge'

// No vowel, five consonants in a row, or a letter four times in a row.
const noise = /^[^aeiouy]+$|[^aeiouy]{5,}|(.)\1{3,}/

/** Whether at least half of a message's words are unknown in every language and look like letters typed at random. */
export function isGibberish(words: string[], all: AllKnowledge): boolean {
  const isKnown = (word: string) => Object.values(all).some(({ known }) => known.has(word))
  const random = words.filter((word) => noise.test(word) && !isKnown(word))
  return words.length === 0 || random.length >= words.length / 2
}
