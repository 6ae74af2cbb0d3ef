/**
 * Splits a name into first and last name, as CRMs expect. The form asks for one
 * name, so the last word becomes the last name, with the particles before it,
 * and in Spanish the last two words. The last name keeps a suffix or a position
 * (`Jane Doe, CFO`), because the CRMs' forms have no field for it.
 */
export function splitName(
  name: string,
  language: string,
): [first: string, last: string] {
  const [whole = '', ...added] = name
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const [second, ...others] = added
  if (second && !isTitle(second, whole))
    return [second, [whole, ...others].join(', ')]
  const [first, last] = splitWords(whole.split(/\s+/), language)
  return [first, [last, ...added].join(', ')]
}

function splitWords(
  words: string[],
  language: string,
): [first: string, last: string] {
  const suffixes = countSuffixes(words)
  const nameWords = words.slice(0, words.length - suffixes)
  let start = nameWords.length - lastNameWords(nameWords, language)
  while (start > 1 && particles.has(plain(words[start - 1]))) start--
  return [words.slice(0, start).join(' '), words.slice(start).join(' ')]
}

/**
 * Leaves at least two words for the name, because Neto and Junior can also be
 * last names.
 */
function countSuffixes(words: string[]): number {
  let count = 0
  while (
    words.length - count > 2 &&
    suffixes.has(plain(words[words.length - count - 1]))
  )
    count++
  return count
}

function lastNameWords(words: string[], language: string): number {
  const isParticle = particles.has(plain(words.at(-2)))
  const isSpanish = language === 'es' && words.length > 2
  return isSpanish && !isParticle ? 2 : 1
}

/**
 * Returns whether the text after a comma is a suffix or a position. If not, the
 * text is the first name (“Doe, Jane”).
 */
function isTitle(text: string, before: string): boolean {
  const words = text.split(/[\s/&]+/).filter(Boolean)
  // Accepts abbreviations, unless the whole name is in capitals (`DOE, ANA`) or
  // they may be initials (`Doe, JP`).
  const areCapitals =
    /\s/.test(before) &&
    /\p{Ll}/u.test(before) &&
    words.every((word) => /^[\p{Lu}.]{2,6}$/u.test(word))
  return (
    areCapitals ||
    words.every((word) => suffixes.has(plain(word))) ||
    words.some((word) => positions.has(plain(word)))
  )
}

/** Returns a word as the sets below contain it: `Ph.D.` is `phd`. */
function plain(word = ''): string {
  return word.toLowerCase().replaceAll('.', '')
}

function setOf(words: string): Set<string> {
  return new Set(words.split(' '))
}

const particles = setOf(
  'al ap ben bin da das de dei del della den der di do dos du el ibn la las le los st ten ter van vel von y zu',
)

// Suffixes, without abbreviations that are also names, such as MA and BA.
const suffixes = setOf(
  'jr sr junior júnior filho neto ii iii iv esq phd dphil md mba llm msc bsc dba cfa cpa frm caia fca cfp ceo cfo coo cio cto cro vp svp evp',
)

const positions = setOf(
  'of chief head director directora directeur directrice manager gerente responsable jefe jefa president presidente présidente président treasurer trésorier trésorière tesorero tesorera partner associé associée socio socia counsel abogado abogada avocat avocate trader analyst analyste analista officer advisor adviser consultant vice vp svp evp ceo cfo coo',
)
