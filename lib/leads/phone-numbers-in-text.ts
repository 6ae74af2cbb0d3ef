// Finds phone numbers in typed text. Small enough for the browser, unlike
// `phone-numbers.ts`, which knows the rules of every country.

const plus = '[+＋]'
// Starts a match only outside a word, a time (18:00) or a decimal number.
const start = `(?:(?=${plus})|(?<![\\p{L}\\p{Nd}]|\\p{Nd}[:.,]))`
const areaCode = `(?:\\((?=${plus}?\\p{Nd}{1,5}\\)))?`
const digits = `${plus}?\\p{Nd}(?:(?:[\\s()./·\\p{Dash}]{0,5}|,)\\p{Nd}){5,}`
const unlessHour = '(?!\\p{Nd}*:\\p{Nd})'
const extension =
  '[\\s,]*(?:ext(?:ensi[oó]n)?|x|poste|int|interno|anexo|#)\\.?\\s*\\p{Nd}{1,6}'
// Matches letters that stand for digits, as in 1-800-555-GOLD, but not 9am.
const letters = '-\\p{L}+|(?<=\\p{Nd}{3})\\p{L}+'
const phoneNumber = new RegExp(
  `${start}(?<number>${areaCode}${digits}${unlessHour})` +
    `(?:${extension}|(?<letters>${letters})(?:${extension})?|(?![\\p{L}\\p{Nd}]))`,
  'giu',
)
const dateAndHour =
  /^(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d|(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2})(?:\s+\d{1,2})?$/

export type PhoneNumberInText = {
  /** The whole number as typed. */
  typed: string
  index: number
  /** The part before letters and extension, with ASCII digits and hyphens. */
  number: string
  letters: string
}

export function phoneNumbersInText(text: string): PhoneNumberInText[] {
  return Array.from(
    text.matchAll(phoneNumber),
    ({ 0: typed, index, groups }) => ({
      typed,
      index,
      number: asciiNumber(groups?.number ?? ''),
      letters: groups?.letters ?? '',
    }),
  ).filter(({ number }) => !dateAndHour.test(number))
}

/** Masks phone numbers, and all other digits that could be one. */
export function withoutNumbers(text: string): string {
  return text.replace(/[+＋]?\p{Nd}[\p{Nd}\s()./·\p{Dash}]{5,}\p{Nd}/gu, '…')
}

/**
 * Replaces full-width characters, dashes, and Arabic and Persian digits. In
 * both scripts, the code of zero ends in 0, so the last four bits are the
 * digit.
 */
export function asciiNumber(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/\p{Dash}/gu, '-')
}
