/**
 * The text with lower-case letters without accents, and spaces for apostrophes and hyphens. Every character keeps its
 * place, so that what is found here can be cut out of the original, which must be in NFC.
 */
export function foldInPlace(text: string): string {
  return text.replace(/[^a-z0-9 ]/g, (character) => {
    if (/['’‘`-]/.test(character)) return ' '
    const folded = character
      .normalize('NFD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
    return folded.length === character.length ? folded : character
  })
}

export type PhraseList = readonly string[]

/**
 * A pattern of phrases in folded text with a space between words. In a phrase `a|b` are alternatives, `word?` may be
 * missing, `…` stands for up to three words and `{name}` for the words of a group.
 */
export function patternOf(phrases: PhraseList, groups: Record<string, string> = {}): RegExp {
  return new RegExp(`(?<![a-z0-9#])(?:${phrases.map((phrase) => sourceOf(phrase, groups)).join('|')})(?![a-z0-9])`, 'g')
}

function sourceOf(phrase: string, groups: Record<string, string>): string {
  const fill = (word: string) => word.replace(/\{(\w+)\}/g, (_, name: string) => groups[name] ?? missing(name))
  const [first = '', ...others] = phrase.split(' ').map(fill)
  if (first.endsWith('?')) return `(?:${alternatives(first.slice(0, -1))} +)?${sourceOf(others.join(' '), groups)}`
  return others.reduce((source, word) => source + wordSource(word), alternatives(first))
}

function missing(name: string): never {
  throw new Error(`There is no group of words called ${name}.`)
}

function wordSource(word: string): string {
  if (word === '…') return '(?: +[a-z0-9#]+){0,3}?'
  return word.endsWith('?') ? `(?: +${alternatives(word.slice(0, -1))})?` : ` +${alternatives(word)}`
}

function alternatives(words: string): string {
  const each = words.split('|').map((word) => foldInPlace(word).trim().replaceAll(' ', ' +'))
  return `(?:${each.join('|')})`
}

export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?;…])\s+|\n+/).filter((sentence) => sentence.trim() !== '')
}
