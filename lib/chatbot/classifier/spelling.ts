import SearchableMap from 'minisearch/SearchableMap'
import { type Part, type Question, wordsIn } from './question'

const maxCorrections = 50

/** Corrects the spelling of a question's words, except the known ones. */
export function correctSpelling(
  { sentences, clauses }: Question,
  isKnown: (word: string) => boolean,
  nearestWord: (word: string) => string | undefined,
): Question {
  const unknown = [...new Set(wordsIn(sentences))].filter(
    (word) => !isKnown(word),
  )
  const corrected = new Map(
    unknown.slice(0, maxCorrections).map((word) => [word, nearestWord(word)]),
  )
  const correct = <T extends Part>(part: T): T => ({
    ...part,
    words: part.words.map((word) => corrected.get(word) ?? word),
  })
  return { sentences: sentences.map(correct), clauses: clauses.map(correct) }
}

const minWordLength = 5
const longWordLength = 8

/** Creates a search for the word that a visitor probably meant. */
export function createWordSearch(words: string[]) {
  let known: SearchableMap<true> | undefined

  /**
   * Returns the nearest known word, or undefined if there is none. Allows one
   * typo (or two swapped letters) in a short word, and two in a word of eight
   * letters or more.
   */
  return function nearestWord(word: string): string | undefined {
    if (word.length < minWordLength || /\d/.test(word)) return undefined
    known ??= SearchableMap.from(
      words
        .filter((one) => one.length >= minWordLength)
        .map((one) => [one, true] as const),
    )
    const maxTypos = word.length < longWordLength ? 1 : 2
    const near = [...known.fuzzyGet(word, 2)].map(([found, [, typos]]) => {
      return { found, typos: hasSameLetters(found, word) ? 1 : typos }
    })
    // Requires the same first letter, because few people misspell it.
    const likely = near.filter(
      ({ found, typos }) => typos <= maxTypos && found[0] === word[0],
    )
    return likely.sort((a, b) => a.typos - b.typos)[0]?.found
  }
}

function hasSameLetters(one: string, other: string): boolean {
  return [...one].sort().join('') === [...other].sort().join('')
}
