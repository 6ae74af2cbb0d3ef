import { referenceOf } from './contact-fields'
import { digitsOf, startOfNumber } from './phone-numbers'
import { asciiNumber } from './phone-numbers-in-text'

type Searched = Record<
  'id' | 'name' | 'company' | 'email' | 'phone' | 'message',
  string
> & { notes?: string[] }

/**
 * Returns everything about a lead that operators can search, one value per
 * line, in lower case and without accents.
 */
export function searchTextOf({
  id,
  name,
  company,
  email,
  phone,
  message,
  notes = [],
}: Searched): string {
  const lines = [
    name,
    company,
    email,
    phone,
    digitsOf(phone),
    referenceOf(id),
    message,
    ...notes,
    squeeze(name),
    squeeze(company),
  ]
  return foldForSearch(lines.filter(Boolean).join('\n'))
}

const joints = /[\s'’‘ʼ`´\p{Dash}]+/gu

/** Removes apostrophes, hyphens and spaces. */
function squeeze(text: string): string {
  return text.replace(joints, '')
}

const maxWords = 10

/**
 * Returns the words that a search text must contain, each with the spellings
 * that match it. An apostrophe or hyphen in a word matches every apostrophe and
 * hyphen, a space, or nothing. A telephone number counts as one word.
 */
export function searchTermsOf(typed: string): string[][] {
  const number = numberTerms(typed)
  // Also searches for the number as typed, because messages and notes contain
  // numbers in any spelling.
  if (number) return [[...new Set([...number, foldForSearch(typed.trim())])]]
  const words = typed.replace(/^\s*#/, '').split(/\s+/).filter(Boolean)
  return words.slice(0, maxWords).map((word) => {
    // Replaces joints by _, which Prisma's `contains` takes for any character.
    const spelled = foldForSearch(word).replace(joints, '_')
    const squeezed = foldForSearch(squeeze(word))
    return squeezed === '' || squeezed === spelled
      ? [foldForSearch(word)]
      : [spelled, squeezed]
  })
}

const minNumberDigits = 3

/**
 * Returns the digits of a telephone number, or of a part of one, without its
 * prefix or leading zeros. For an international number, also returns its
 * national part, with and without a leading zero: after the country code, and
 * at the beginning of a line of the search text.
 */
function numberTerms(typed: string): string[] | undefined {
  const digits = digitsOf(typed).replace(/^0+/, '')
  const isNumber =
    digits.length >= minNumberDigits &&
    /^[\d\s()+./-]+$/.test(asciiNumber(typed))
  if (!isNumber) return undefined
  const number = startOfNumber(typed)
  if (!number) return [digits]
  const { countryCallingCode: code, nationalNumber: national } = number
  const spellings = [code, `${code}0`, '\n', '\n0'].map(
    (start) => start + national,
  )
  return [digits, ...spellings]
}

// Replacements for letters that Unicode does not decompose
// (https://www.unicode.org/reports/tr15/), and for characters that Prisma's
// `contains` treats as wildcards, so that they match literally.
const replacements: Record<string, string> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  '%': '％',
  _: '＿',
  '\\': '＼',
}

export function foldForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]+/gu, '')
    .replace(
      /[œæßøłđ%_\\]/g,
      (character) => replacements[character] ?? character,
    )
    .normalize('NFC')
}
