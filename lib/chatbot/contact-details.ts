// Finds or masks e-mail addresses and phone numbers in messages, and reads
// nothing else about their senders.

// Starts only where a word does, so that a long word is read once.
const emailAddress =
  /(?<![^\s<>()[\],;:"])[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+\p{L}/iu

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

// Matches 7 to 15 digits (ITU-T E.164) that do not belong to a longer word,
// such as an IBAN.
const number =
  /(?<![\p{L}\d.,$€£])(?:\+|\(\+?)?\d(?:[\s()./-]{0,2}\d){6,14}(?![\p{L}\d]|[.,]\d)/gu

// Excludes amounts, decimal numbers and dates, which can have the same number
// of digits as a phone number. Spanish phone numbers are written like amounts,
// with spaces: 612 555 018.
const amount =
  /^\d{1,3}(?:[.,]\d{3})+$|^\d{1,2}(?:\s\d{3})+$|^[1-9][\d\s]*000$|^\d+[.,]\d+$/
const date = /^\d{1,4}[\s./-]\d{1,2}[\s./-]\d{1,4}$/

/**
 * Returns the first e-mail address in a message, written out if it is spelled,
 * or else the first phone number, as typed. Returns undefined if there is
 * neither.
 */
export function contactDetailIn(message: string): string | undefined {
  const [address] =
    message.match(emailAddress) ?? writeOut(message).match(emailAddress) ?? []
  if (address) return address
  const searched = message.replace(
    /https?:\S+|\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{3,4})+\b/g,
    ' ',
  )
  return searched
    .match(number)
    ?.find((found) => !amount.test(found) && !date.test(found))
}

/** Masks e-mail addresses, web addresses and long numbers. */
export function withoutDetails(text: string): string {
  return text
    .replace(/\S+@\S+|\bhttps?:\/\/\S+|\bwww\.\S+/gi, '…')
    .replace(/\+?\d[\d\s()./-]{5,}\d/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
}
