// Tidies typed text, so that it can be stored and counted.

// Excludes invisible characters, because they do not count as neighbors.
const shown = '(?!\\p{Default_Ignorable_Code_Point})'
const picture = '\\p{Extended_Pictographic}'
const letter = `${shown}[\\p{L}\\p{M}]`
const plainScripts = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
]
const joinedLetter = `(?!${plainScripts.map((name) => `\\p{Script=${name}}`).join('|')})${letter}`
const unspaced = `${shown}[\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]`
const withVariants = `${shown}[\\p{S}${picture}\\p{Script=Han}\\p{Script=Mongolian}\\p{Script=Myanmar}\\p{Script=Phags_Pa}]`

/**
 * Invisible characters that change how their neighbors look, so that the text
 * means something else without them. Each pattern matches the character first,
 * and then checks what is before it, by a look-behind that includes it, and
 * what is after it.
 */
const meaningful = [
  // Joins several pictures into one, such as a family.
  `\\u200D(?<=${picture}\\p{Emoji_Modifier}?\\uFE0F?\\u200D)(?=${picture})`,
  // Joins letters in Persian and Indic words (क्\u200Dष), or separates a vowel
  // in Mongolian.
  `[\\u200C\\u200D\\u180E](?<=${joinedLetter}.)(?=${letter})`,
  // Removes the vowel from a letter at the end of a word, as in older Malayalam
  // texts (ന്\u200D).
  `\\u200D(?<=${shown}(?!\\p{Script=Inherited})\\p{M}\\u200D)`,
  // Marks the ends of words in scripts without spaces (ภาษา\u200Bไทย).
  `\\u200B(?<=${unspaced}\\u200B)(?=${unspaced})`,
  // Selects the variant of a picture, a symbol or a letter (❤\uFE0F), and of a
  // digit in a keycap (1\uFE0F\u20E3).
  `\\p{Variation_Selector}(?<=${withVariants}.)`,
  '\\uFE0F(?<=[\\d#*]\\uFE0F)(?=\\u20E3)',
  // Names the region of a flag, with six letters at most (England: gbeng and an
  // end mark).
  '[\\u{E0020}-\\u{E007F}](?<=\\u{1F3F4}[\\u{E0020}-\\u{E007F}]{1,7})',
].join('|')

// Directional marks order brackets and digits in a text of two directions;
// overrides and embeddings reorder all of it.
const visible = `${shown}[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}]`
const directionalMark = `[\\u200E\\u200F\\u061C](?<=${visible}.)(?= ?${visible})`

// Unpaired surrogates, non-characters, characters that render as nothing, and
// annotation anchors.
const stray =
  '[\\p{Surrogate}\\p{Noncharacter_Code_Point}\\p{Default_Ignorable_Code_Point}\\uFFF9-\\uFFFB]'

const strayInLine = new RegExp(`(${meaningful})|${stray}`, 'gsu')
const strayInText = new RegExp(
  `(${meaningful}|${directionalMark})|${stray}`,
  'gsu',
)

/**
 * Returns one line without control characters or stray invisible characters;
 * empty if nothing in it is visible.
 */
export function tidyLine(typed: string): string {
  return withoutStray(
    typed.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '),
    strayInLine,
  )
}

/**
 * Tidies a text of several lines like `tidyLine`, but keeps its line breaks.
 */
export function tidyText(typed: string): string {
  const lines = typed
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
  return withoutStray(lines, strayInText)
}

/**
 * Returns a line with full-width characters replaced by the usual ones, for
 * values that programs read: addresses, numbers, dates.
 */
export function tidyCode(typed: string): string {
  return tidyLine(normalize(typed, 'NFKC'))
}

export function tidyEmail(typed: string): string {
  return tidyCode(typed)
    .replace(/[‘’‛ʼ]/g, "'")
    .replaceAll('。', '.')
}

function withoutStray(text: string, pattern: RegExp): string {
  const clean = (given: string) =>
    normalize(normalize(given).replace(pattern, '$1'))
  // Cleans twice, because a stray character may have separated a letter from
  // its accent.
  const tidy = clean(clean(text)).trim()
  // An empty Braille cell counts as a space.
  return /[^\s\u2800]/.test(tidy) ? tidy : ''
}

// The number of marks on a letter that UAX #15 allows in stream-safe text. No
// script needs more. U+FF9E and U+FF9F become marks in NFKC.
const excessMarks = /([\p{M}\uFF9E\uFF9F]{30})[\p{M}\uFF9E\uFF9F]+/gu

/**
 * Normalizes a text, without the marks that exceed 30 on one letter, because
 * sorting tens of thousands of marks would block the process for seconds.
 */
function normalize(text: string, form: 'NFC' | 'NFKC' = 'NFC'): string {
  return text.replace(excessMarks, '$1').normalize(form)
}
