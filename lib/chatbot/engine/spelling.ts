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
