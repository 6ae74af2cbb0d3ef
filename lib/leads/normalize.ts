// Normalizes e-mail addresses, telephone numbers and texts for comparing,
// searching and calling.
import { domainToASCII } from 'node:url'
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import {
  findPhoneNumbersInText,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import { isLocale, languages } from '@/lib/i18n/routing'
import { site } from '@/lib/site'
import { referenceOf } from './fields'

/** Lower-cases ASCII letters only, like SQLite's own `lower`. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/**
 * Returns a key for an address that ignores the case of its letters and the
 * spelling of its domain.
 */
export function addressKeyOf(email: string): string {
  const { local, domain } = partsOf(email)
  return `${local}@${domain}`
}

/**
 * Returns the address in the form that every mail server accepts, or undefined
 * if it needs SMTPUTF8 (RFC 6531).
 */
export function asciiAddressOf(email: string): string | undefined {
  const [local = '', domain = ''] = email.split('@', 2)
  const ascii = domainToASCII(domain)
  return ascii && /^[!-~]+$/.test(local) ? `${local}@${ascii}` : undefined
}

/**
 * Returns the key of a mailbox: the address without its tag, and without the
 * dots that Gmail ignores.
 */
export function emailKeyOf(email: string): string {
  const { local, domain } = partsOf(email)
  // An address that starts with + has no tag.
  const untagged = local.replace(/(?<=.)\+.*$/s, '')
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail
    ? `${untagged.replaceAll('.', '')}@gmail.com`
    : `${untagged}@${domain}`
}

function partsOf(email: string) {
  const [, local = '', domain = ''] =
    email.toLowerCase().match(/^(.*)@(.*)$/s) ?? []
  return { local, domain: domainToASCII(domain) || domain }
}

// Loads the 10,000 names on first use.
let disposable: Set<string> | undefined

/**
 * Whether an address belongs to a disposable e-mail service or one of its
 * subdomains.
 */
export function isDisposableEmail(email: string): boolean {
  disposable ??= disposableEmailBlocklistSet()
  const labels = partsOf(email).domain.split('.')
  return labels.some((_, index) =>
    disposable?.has(labels.slice(index).join('.')),
  )
}

/**
 * Returns the international number in the input, or undefined if there is none
 * or more than one, or if its country is unknown.
 */
function internationalNumber(phone: string): PhoneNumber | undefined {
  const [only, ...others] = findNumbers(phone)
  return others.length === 0 ? only : undefined
}

/**
 * Returns the international number in the input with spaces, which spreadsheets
 * take for text and CRMs for a number.
 */
export function spacedNumber(phone: string): string | undefined {
  const { number = '' } = internationalNumber(phone) ?? {}
  // Parses the number alone, because the input may have an extension.
  const formatted = parsePhoneNumberFromString(number)?.formatInternational()
  const spaced = formatted?.replace(/[^+\d]+/g, ' ')
  // Avoids groups of three digits throughout, because a French spreadsheet
  // reads them as a number with thousands separators.
  const isInThrees = spaced && /^\+\d{1,3}( \d{3})+$/.test(spaced)
  return isInThrees
    ? spaced.replace(/(\d\d)(\d) (\d)(\d\d)$/, '$1 $2$3 $4')
    : spaced
}

type Callable = { shown: string; href: string }

/**
 * Returns the numbers in the input, for calling. A national number gets the
 * country of the language or of an office, if it is possible there. Returns
 * none if any digits do not belong to a number.
 */
export function phoneNumbersIn(phone: string, language: string): Callable[] {
  const found = findNumbers(phone)
  const numbers = found.length > 0 ? found : nationalNumber(phone, language)
  return numbers.map((number) => ({
    shown: number.formatInternational(),
    href: number.getURI(),
  }))
}

function nationalNumber(phone: string, language: string): PhoneNumber[] {
  const text = asciiDigits(phone).trim()
  if (!/^[\d\s().-]+$/.test(text) || text.startsWith('00')) return []
  const ofLanguage = isLocale(language) ? [languages[language].region] : []
  const ofOffices = site.offices.map(({ country }) => country)
  const numbers = [...ofLanguage, ...ofOffices].flatMap((country) => {
    if (!isSupportedCountry(country)) return []
    const number = parsePhoneNumberFromString(text, {
      defaultCountry: country,
      extract: false,
    })
    return number?.isValid() ? [number] : []
  })
  return numbers.slice(0, 1)
}

/**
 * Returns the numbers to call from the office, where a national number of an
 * unknown country can be dialed as typed.
 */
export function phoneLinks(phone: string, language: string): Callable[] {
  const known = phoneNumbersIn(phone, language)
  if (known.length > 0) return known
  const written = asciiDigits(phone)
  const digits = digitsOf(phone)
  const isOneNumber =
    /^[\d\s().-]+$/.test(written) && digits.length > 1 && digits.length <= 15
  return isOneNumber ? [{ shown: phone, href: `tel:${digits}` }] : []
}

function findNumbers(typed: string): PhoneNumber[] {
  const text = asciiDigits(typed)
  const [first, ...others] = text.split(/[/;,]/).map(possibleNumber)
  // Splits the input only if the separator is between two numbers and not
  // within a number, such as +49 30/901820.
  if (first && others.length > 0)
    return others.every((each) => each !== undefined) ? [first, ...others] : []
  const phone = withPlus(text)
  const found = findPhoneNumbersInText(phone)
  const rest = found.reduceRight(
    (left, { startsAt, endsAt }) =>
      left.slice(0, startsAt) + left.slice(endsAt),
    phone,
  )
  if (found.length > 0)
    return /\d/.test(rest) ? [] : found.map(({ number }) => number)
  // Accepts a possible number that nobody has, such as a number reserved for
  // fiction.
  const single = possibleNumber(text)
  return single ? [single] : []
}

function possibleNumber(text: string): PhoneNumber | undefined {
  const number = parsePhoneNumberFromString(withPlus(text))
  return number?.isPossible() ? number : undefined
}

function withPlus(phone: string): string {
  return phone.trim().replace(/^00(?=\d)/, '+')
}

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
  return fold(lines.filter(Boolean).join('\n'))
}

const joints = /[\s'’‘ʼ`´\p{Dash}]+/gu

/** Removes apostrophes, hyphens and spaces. */
function squeeze(text: string): string {
  return text.replace(joints, '')
}

const maxWords = 10

/**
 * Returns the words that a search text must contain, each with its possible
 * spellings: any apostrophe or hyphen stands for all of them, a space and
 * nothing. A telephone number counts as one word.
 */
export function searchTermsOf(typed: string): string[][] {
  const number = numberTerms(typed)
  if (number) return [number]
  const words = typed.replace(/^\s*#/, '').split(/\s+/).filter(Boolean)
  return words.slice(0, maxWords).map((word) => {
    // Prisma's `contains` takes _ for any character.
    const spelled = fold(word).replace(joints, '_')
    const squeezed = fold(squeeze(word))
    return squeezed === '' || squeezed === spelled
      ? [fold(word)]
      : [spelled, squeezed]
  })
}

/**
 * Returns the digits of a telephone number without its prefix or leading zeros.
 * For an international number, also returns its spellings with and without the
 * zero of national numbers, and the line under which the search text has it as
 * a national number.
 */
function numberTerms(typed: string): string[] | undefined {
  const digits = digitsOf(typed).replace(/^0+/, '')
  const isNumber =
    digits.length >= 6 && /^[\d\s()+./\p{Dash}]+$/u.test(asciiDigits(typed))
  if (!isNumber) return undefined
  const number = possibleNumber(asciiDigits(typed))
  if (!number) return [digits]
  const { countryCallingCode: code, nationalNumber: national } = number
  const spellings = [code, `${code}0`, '\n', '\n0'].map(
    (start) => start + national,
  )
  return [...new Set([digits, ...spellings])]
}

function digitsOf(text: string): string {
  return asciiDigits(text).replace(/\D/g, '')
}

// Replaces full-width characters, and Arabic and Persian digits. In both
// scripts, the code of zero ends in 0, so the last four bits are the digit.
function asciiDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
}

// Replaces letters that Unicode does not decompose
// (https://www.unicode.org/reports/tr15/), and characters that Prisma's
// `contains` treats as wildcards, so that they match literally.
const others: Record<string, string> = {
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

export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]+/gu, '')
    .replace(/[œæßøłđ%_\\]/g, (sign) => others[sign] ?? sign)
    .normalize('NFC')
}
