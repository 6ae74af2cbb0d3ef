import SearchableMap from 'minisearch/SearchableMap'

const minWordLength = 5
const longWordLength = 8

export function createSpelling(words: string[]) {
  let known: SearchableMap<true> | undefined

  /**
   * Returns the nearest known word, or undefined if there is none. Allows one
   * typo (or two swapped letters) in a short word, and two in a word of eight
   * letters or more.
   */
  return function correct(word: string): string | undefined {
    if (word.length < minWordLength || /\d/.test(word)) return undefined
    known ??= SearchableMap.from(
      words
        .filter((one) => one.length >= minWordLength)
        .map((one) => [one, true] as const),
    )
    const maxSlips = word.length < longWordLength ? 1 : 2
    const near = [...known.fuzzyGet(word, 2)].map(([found, [, slips]]) => {
      return { found, slips: hasSameLetters(found, word) ? 1 : slips }
    })
    // Requires the same first letter, because few people misspell it.
    const likely = near.filter(
      ({ found, slips }) => slips <= maxSlips && found[0] === word[0],
    )
    return likely.sort((one, other) => one.slips - other.slips)[0]?.found
  }
}

function hasSameLetters(one: string, other: string): boolean {
  return [...one].sort().join('') === [...other].sort().join('')
}
