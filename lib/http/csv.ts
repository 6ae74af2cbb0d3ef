import type { Locale } from '@/lib/i18n/routing'

/** The byte order mark by which Excel recognizes UTF-8. */
export const byteOrderMark = '\uFEFF'

export const separators = { comma: ',', semicolon: ';' }

export type Separator = keyof typeof separators

/**
 * Returns what spreadsheets in a language separate cells with: a semicolon if
 * numbers have a decimal comma.
 */
export function separatorOf(locale: Locale): Separator {
  const hasDecimalComma = new Intl.NumberFormat(locale)
    .format(0.5)
    .includes(',')
  return hasDecimalComma ? 'semicolon' : 'comma'
}

/**
 * Writes CSV (RFC 4180). Prefixes formulas with an apostrophe
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function toCsv(
  rows: string[][],
  separator: Separator = 'comma',
): string {
  return rows
    .map((row) => `${row.map(cell).join(separators[separator])}\r\n`)
    .join('')
}

/** Removes the apostrophes that `toCsv` has put before formulas. */
export function withoutPrefixes(value: string): string {
  return value.replace(prefixedFormulas, '$1')
}

// In locales that separate values with semicolons, spreadsheets also split at
// semicolons and line breaks, so formulas can start there too.
const formulas = /(^|[;\r\n])(?=[ \t\r]*[=+\-@＝＋－＠])|^(?=[\t\r])/g
const prefixedFormulas = /(^|[;\r\n])'(?=[ \t\r]*[=+\-@＝＋－＠])/g

// Leaves phone numbers unprefixed, because a CRM would take the apostrophe as
// part of the number. Digits and spaces after a plus are safe, because they
// call no function and name no cell. A spreadsheet shows `+41 44 555 01 42`
// unchanged, and `+41445550142` without its plus.
const phoneNumber = /^\+\d[\d ]*$/

function cell(value: string): string {
  const safe = phoneNumber.test(value) ? value : value.replace(formulas, "$1'")
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
