// Finds an e-mail address or a phone number in a message, and reads nothing
// else about its sender.

// Matches "ana dot solis at bank dot com" in the site's languages.
const spelledAddress =
  /(?:[\p{L}\d]+ (?:dot|point|punto|gui[oó]n bajo|underscore|tiret) )*[^\s@]+ (?:at|arobase|arroba) \S+?(?: (?:dot|point|punto) [\p{L}\d-]+)+/iu

const emailAddress =
  /[^\s@<>()[\],;:"]+(?:@|\s?[([](?:at|arobase|arroba)[)\]]\s?)[^\s@<>()[\],;:"]+\p{L}/iu

// Matches 7 to 15 digits (ITU-T E.164) that do not belong to a longer word,
// such as an IBAN.
const number =
  /(?<![\p{L}\d.,$€£])(?:\+|\(\+?)?\d(?:[\s()./-]{0,2}\d){6,14}(?![\p{L}\d]|[.,]\d)/gu

// Excludes amounts, decimal numbers and dates, which can have the same number
// of digits as a phone number.
const amount = /^\d{1,3}(?:[\s.,]\d{3})+$|^[1-9]\d*000$|^\d+[.,]\d+$/
const date = /^\d{1,4}[\s./-]\d{1,2}[\s./-]\d{1,4}$/

/**
 * Returns the first e-mail address in a message, or else the first phone
 * number, as typed. Returns undefined if there is neither.
 */
export function contactDetailIn(message: string): string | undefined {
  const [email] =
    message.match(emailAddress) ?? message.match(spelledAddress) ?? []
  if (email) return email
  const searched = message.replace(
    /https?:\S+|\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{3,4})+\b/g,
    ' ',
  )
  return searched
    .match(number)
    ?.find((found) => !amount.test(found) && !date.test(found))
}
