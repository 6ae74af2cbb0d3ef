// Fits typed text into the lines that show it.

/**
 * Returns the beginning of a text, at most `max` UTF-16 units long, without
 * cutting a character in half.
 */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text
  const { index = 0 } = new Intl.Segmenter().segment(text).containing(max) ?? {}
  return text.slice(0, index || max).replace(/\p{Surrogate}$/u, '')
}

const rightToLeft =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/**
 * Keeps a name written from right to left from reordering the line around it
 * (https://www.w3.org/TR/string-meta/).
 */
export function isolateDirection(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text
}
