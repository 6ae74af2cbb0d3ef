import {
  AsYouType,
  findPhoneNumbersInText,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import { isLocale, languages } from '@/lib/i18n/routing'
import { site } from '@/lib/site'
import { asciiNumber } from './phone-numbers-in-text'

/**
 * Returns the international number in the input, or undefined if there is none
 * or more than one, or if its country is unknown.
 */
function internationalNumber(phone: string): PhoneNumber | undefined {
  const [only, ...others] = findNumbers(phone)
  return others.length === 0 ? only : undefined
}

/**
 * Returns the international number in the input, written with spaces so that
 * spreadsheets read it as text and CRMs as a number.
 */
export function spacedNumber(phone: string): string | undefined {
  const { number = '' } = internationalNumber(phone) ?? {}
  // Parses the number alone, because the input may have an extension.
  const formatted = parsePhoneNumberFromString(number)?.formatInternational()
  const spaced = formatted?.replace(/[^+\d]+/g, ' ')
  // Avoids a number made only of groups of three digits, because French
  // spreadsheets read it as one with thousands separators.
  const isInThrees = spaced && /^\+\d{1,3}( \d{3})+$/.test(spaced)
  return isInThrees
    ? spaced.replace(/(\d\d)(\d) (\d)(\d\d)$/, '$1 $2$3 $4')
    : spaced
}

type Callable = { shown: string; href: string }

/**
 * Returns the phone numbers in the input as links for calling. Treats a
 * national number as one of the language's country or of an office's country,
 * if it is valid there. Returns none if any digits do not belong to a number.
 */
export function phoneNumbersIn(phone: string, language: string): Callable[] {
  const international = findNumbers(phone)
  const numbers =
    international.length > 0 ? international : nationalNumber(phone, language)
  return numbers.map((number) => ({
    shown: number.formatInternational(),
    href: number.getURI(),
  }))
}

function nationalNumber(phone: string, language: string): PhoneNumber[] {
  const text = asciiNumber(phone).trim()
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
  const written = asciiNumber(phone)
  const digits = digitsOf(phone)
  const isOneNumber =
    /^[\d\s().-]+$/.test(written) && digits.length > 1 && digits.length <= 15
  return isOneNumber ? [{ shown: phone, href: `tel:${digits}` }] : []
}

function findNumbers(typed: string): PhoneNumber[] {
  const text = asciiNumber(typed)
  const [first, ...others] = text.split(/[/;,]/).map(possibleNumber)
  // Splits the input only if the separator is between two numbers and not
  // within a number, such as +49 30/901820.
  if (first && others.length > 0)
    return others.every((each) => each !== undefined) ? [first, ...others] : []
  const phone = withPlus(text)
  const matches = findPhoneNumbersInText(phone)
  const rest = matches.reduceRight(
    (left, { startsAt, endsAt }) =>
      left.slice(0, startsAt) + left.slice(endsAt),
    phone,
  )
  if (matches.length > 0)
    return /\d/.test(rest) ? [] : matches.map(({ number }) => number)
  // Accepts a possible number that nobody has, such as a number reserved for
  // fiction.
  const single = possibleNumber(text)
  return single ? [single] : []
}

function possibleNumber(text: string): PhoneNumber | undefined {
  const number = parsePhoneNumberFromString(withPlus(text))
  return number?.isPossible() ? number : undefined
}

/**
 * Returns an international number, or the beginning of one. A leading 1 needs no
 * plus, because North Americans dial it before the area code.
 */
export function startOfNumber(typed: string): PhoneNumber | undefined {
  const text = withPlus(asciiNumber(typed))
  const typing = new AsYouType()
  typing.input(text.startsWith('1') ? `+${text}` : text)
  return typing.getNumber()
}

function withPlus(phone: string): string {
  return phone.trim().replace(/^00(?=\d)/, '+')
}

export function digitsOf(text: string): string {
  return asciiNumber(text).replace(/\D/g, '')
}
