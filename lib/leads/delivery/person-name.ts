/**
 * Splits a name into first and last name, as CRMs expect. The form asks for one
 * name, so the last word becomes the last name, with the particles before it,
 * and in Spanish the last two words.
 */
export function splitName(
  name: string,
  language: string,
): [first: string, last: string] {
  const [last = '', first] = name.split(',', 2).map((part) => part.trim())
  if (first) return [first, last]
  const words = name.trim().split(/\s+/)
  let start = words.length - lastNameWords(words, language)
  while (start > 1 && particles.has(words[start - 1]?.toLowerCase() ?? ''))
    start--
  return [words.slice(0, start).join(' '), words.slice(start).join(' ')]
}

function lastNameWords(words: string[], language: string): number {
  const beforeLast = words.at(-2) ?? ''
  const isParticle = particles.has(beforeLast.toLowerCase())
  const isSpanish = language === 'es' && words.length > 2
  return isSpanish && !isParticle ? 2 : 1
}

const particles = new Set(
  'al ap ben bin da das de dei del della den der di do dos du el ibn la las le los st st. ten ter van vel von y zu'.split(
    ' ',
  ),
)
