// Finds or masks e-mail addresses and phone numbers in messages, and reads
// nothing else about their senders.

import {
  type PhoneNumberInText,
  phoneNumbersInText,
  withoutNumbers,
} from '@/lib/leads/phone-numbers-in-text'

// Starts a match only at the beginning of a word, so that a long word is read
// only once.
const emailAddress =
  /(?<![^\s<>()[\],;:"“”«»|])[^\s@<>()[\],;:"“”«»|]+@[^\s@<>()[\],;:"“”«»|]+\p{L}/giu

// "@", "." and "_" written as words, as in "ana punto solis arroba banco punto
// com". Plain English words only count if "dot" follows "at": visitors also
// write "we look at bank.com".
const spelled: [RegExp, string][] = [
  [/\sat\s(?=\S+\sdot\s)/giu, '@'],
  [/\s?[([](?:at|arobase|arroba)[)\]]\s?|\s(?:arobase|arroba)\s/giu, '@'],
  [/\s?[([](?:dot|point|punto)[)\]]\s?|\s(?:dot|point|punto)\s/giu, '.'],
  [/\s(?:underscore|tiret bas|gui[oó]n bajo)\s/giu, '_'],
]

function writeOut(message: string): string {
  return spelled.reduce(
    (text, [words, character]) => text.replace(words, character),
    message,
  )
}

// Excludes amounts, decimal numbers and dates, which can have the same number
// of digits as a phone number. Spanish phone numbers are written like amounts,
// with spaces: 612 555 018. Others end with 000: 514 555 6000 or 2125556000.
const amount =
  /^\d{1,3}(?:[.,]\d{3})+$|^\d{1,2}(?:\s\d{3})+$|^[1-9]\d\d(?:\s\d{3})*\s000$|^[1-9]\d{3,4}000$|^[1-9]\d*0{5}$|^\d+[.,]\d+$/
const date = /^\d{1,4}[\s./-]\d{1,2}[\s./-]\d{1,4}$/

// Matches the words before a contact detail that mark it as wrong, as in "not
// 0188 but 0199".
const negation =
  /(?:^|[\s,;(])(?:not|pas|no|no es|instead of|au lieu (?:de|du)|en (?:lugar|vez) del?)\s+(?:the\s+|le\s+|el\s+)?$/iu

type Detail = { typed: string; index: number }

/**
 * Returns the e-mail address in a message, written out if it is spelled, and
 * the phone number, as typed. Of several, returns the first that does not
 * follow a "not".
 */
export function contactDetailsIn(message: string): string[] {
  const address =
    findMeant(message, addressesIn(message)) ??
    findMeant(writeOut(message), addressesIn(writeOut(message)))
  const searched = message
    .replace(emailAddress, ' ')
    .replace(/https?:\S+|\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{3,4})+\b/g, ' ')
  const numbers = phoneNumbersInText(searched).filter(
    (found) =>
      canBeCalled(found) && !/[$€£]/.test(searched.charAt(found.index - 1)),
  )
  const phone = findMeant(searched, numbers)
  return [address, phone].filter((detail) => detail !== undefined)
}

function addressesIn(text: string): Detail[] {
  return Array.from(text.matchAll(emailAddress), ({ 0: typed, index }) => ({
    typed,
    index,
  }))
}

function findMeant(text: string, details: Detail[]): string | undefined {
  const meant = details.find(
    ({ index }) => !negation.test(text.slice(0, index)),
  )
  return (meant ?? details[0])?.typed
}

function canBeCalled({ number, letters }: PhoneNumberInText): boolean {
  const isAmount = /^\p{L}/u.test(letters) // as in 2500000USD
  return !isAmount && number.split(',').every(hasNumberToCall)
}

/**
 * Whether a text is a number to call, or has one before or after a dash or
 * slash. Excludes ranges such as "2026 - 250 000".
 */
function hasNumberToCall(text: string): boolean {
  const parts = text.split(/\s[-/]\s/)
  const isRange = parts.length === 2 && !/^[+(]/.test(text)
  return parts.some(isPossibleNumber) || (!isRange && isPossibleNumber(text))
}

function isPossibleNumber(text: string): boolean {
  const number = text.replace(/\s*-\s*/g, '-')
  const { length } = number.replace(/\D/g, '')
  const hasLength = length >= 7 && length <= 15 // ITU-T E.164
  return hasLength && !amount.test(number) && !date.test(number)
}

export function hasContactDetails(message: string): boolean {
  return contactDetailsIn(message).length > 0
}

/** Masks e-mail addresses, web addresses and long numbers. */
export function withoutDetails(text: string): string {
  return withoutNumbers(
    text.replace(/\S+@\S+|\bhttps?:\/\/\S+|\bwww\.\S+/gi, '…'),
  )
    .replace(/\s+/g, ' ')
    .trim()
}
