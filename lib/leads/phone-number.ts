import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** A number with its country, or undefined: without one nobody could say how to call it from elsewhere. */
export function internationalNumber(phone: string): PhoneNumber | undefined {
  const number = parsePhoneNumberFromString(phone.trim().replace(/^00(?=\d)/, '+'))
  return number?.isPossible() ? number : undefined
}
