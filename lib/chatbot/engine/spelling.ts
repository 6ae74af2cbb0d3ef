const minWordLength = 5

type Known = { word: string; letters: number }

export function createSpelling(words: Iterable<string>) {
  const byLength = new Map<number, Known[]>()
  for (const word of new Set(words)) {
    if (word.length < minWordLength) continue
    byLength.set(word.length, [...(byLength.get(word.length) ?? []), { word, letters: letterSet(word) }])
  }

  /** The nearest known word: one slip in a short word, two from eight letters on; else undefined. */
  return function correct(word: string): string | undefined {
    if (word.length < minWordLength || /\d/.test(word)) return undefined
    const letters = letterSet(word)
    let best: string | undefined
    let allowed = word.length < 8 ? 1 : 2
    for (const length of nearLengths(word.length, allowed)) {
      for (const known of byLength.get(length) ?? []) {
        // Few people misspell the first letter.
        if (known.word[0] !== word[0] || countBits(letters ^ known.letters) > 2 * allowed) continue
        const slips = distance(word, known.word, allowed)
        if (slips > allowed || (slips === allowed && best !== undefined)) continue
        best = known.word
        allowed = slips
      }
    }
    return best
  }
}

function nearLengths(length: number, slips: number): number[] {
  return slips === 1 ? [length + 1, length, length - 1] : [length + 1, length, length - 1, length + 2, length - 2]
}

function letterSet(word: string): number {
  let set = 0
  for (const letter of word) set |= 1 << (letter.charCodeAt(0) - 97)
  return set
}

function countBits(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Damerau-Levenshtein distance; `limit + 1` stands for more. */
function distance(a: string, b: string, limit: number): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = cell(previous, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = swapped ? cell(before, j - 2) + 1 : substitution
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
