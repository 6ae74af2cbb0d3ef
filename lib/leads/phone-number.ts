import { findPhoneNumbersInText, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min'

export function internationalNumber(phone: string): PhoneNumber | undefined {
  const [only, ...others] = findNumbers(phone)
  return others.length === 0 ? only : undefined
}

/** The international numbers in what was typed, to be called; none if some digits belong to no number. */
export function phoneNumbersIn(phone: string): { shown: string; href: string }[] {
  return findNumbers(phone).map((number) => ({ shown: number.formatInternational(), href: number.getURI() }))
}

export function phoneLinks(phone: string): { shown: string; href: string }[] {
  const international = phoneNumbersIn(phone)
  if (international.length > 0) return international
  const written = asciiDigits(phone)
  const isOneNumber = /^[\d\s().-]+$/.test(written)
  const digits = written.replace(/\D/g, '')
  return isOneNumber && digits.length > 1 && digits.length <= 15 ? [{ shown: phone, href: `tel:${digits}` }] : []
}

/** A number with full-width, Arabic and Persian digits, and full-width signs, written in ASCII. */
export function asciiDigits(text: string): string {
  // The code of each script's zero ends in 0, so the last four bits are the digit.
  return text.normalize('NFKC').replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
}

function findNumbers(given: string): PhoneNumber[] {
  const typed = asciiDigits(given)
  const parts = typed.split(/[/;,]/).map((part) => part.trim().replace(/^00(?=\d)/, '+'))
  // A separator between two numbers, rather than within one such as +49 30/901820.
  if (parts.length > 1 && possibleNumber(parts[0] ?? '')) {
    const numbers = parts.map(possibleNumber)
    return numbers.every((number) => number !== undefined) ? numbers : []
  }
  const phone = typed.trim().replace(/^00(?=\d)/, '+')
  const found = findPhoneNumbersInText(phone)
  const rest = found.reduceRight((text, { startsAt, endsAt }) => text.slice(0, startsAt) + text.slice(endsAt), phone)
  if (found.length > 0) return /\d/.test(rest) ? [] : found.map(({ number }) => number)
  // Possible, though nobody has such a number: for example one that is kept for fiction.
  const single = possibleNumber(phone)
  return single ? [single] : []
}

function possibleNumber(text: string): PhoneNumber | undefined {
  const number = parsePhoneNumberFromString(text)
  return number?.isPossible() ? number : undefined
}
