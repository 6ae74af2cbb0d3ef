// The rule about texts of which almost nothing is left, because someone deleted
// more than intended.
import type { Text } from './rule'

const smallestShare = 1 / 12

/**
 * Reports a text that has at most one letter, or far fewer than in another
 * language.
 */
export function checkRemnant({ key, text, context, report }: Text) {
  const inAll = context.catalogs.map(({ messages }) =>
    countLetters(messages.get(key)?.text),
  )
  const letters = countLetters(text)
  const fewest = Math.max(2, ...inAll.map((count) => count * smallestShare))
  // Leaves an empty text to the rule for empty texts.
  if (!text || letters >= fewest) return
  const isTitle = /(?:title|heading)$/i.test(key)
  report(
    isTitle && letters < 2 ? 'error' : 'warning',
    `This text has lost almost all of its content: “${text}”.`,
    'Write the whole text.',
  )
}

/** Counts letters and digits, including those in the names of arguments. */
function countLetters(text = ''): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}
