// Unicode's tag characters: one for each ASCII character, shown by nothing, and no reason to break a line.
const tags = 0xe0000
const end = String.fromCodePoint(0xe007f)

/** A key as invisible characters; `scripts/preview/browser/marks.js` reads them. */
export function mark(key: string): string {
  return String.fromCodePoint(...[...key].map((letter) => tags + letter.charCodeAt(0))) + end
}
