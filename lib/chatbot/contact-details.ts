// Finds or masks e-mail addresses and phone numbers in messages, and reads
// nothing else about their senders.

// Starts a match only at the beginning of a word, so that a long word is read
// only once.
const emailAddress =
  /(?<![^\s<>()[\],;:"])[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+\p{L}/giu

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
// such as an IBAN, and the extension after them.
const number =
  /(?<![\p{L}\d.,$€£])(?:\+|\(\+?)?\d(?:[\s()./-]{0,2}\d){6,14}(?:,?\s?(?:ext(?:ensi[oó]n)?|x|poste|interno|anexo|#)\.?\s?\d{1,6})?(?![\p{L}\d]|[.,]\d)/giu

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

/**
 * Returns the e-mail address in a message, written out if it is spelled, and
 * the phone number, as typed. Of several, returns the first that does not
 * follow a "not".
 */
export function contactDetailsIn(message: string): string[] {
  const address =
    findDetail(message, emailAddress) ??
    findDetail(writeOut(message), emailAddress)
  const searched = message
    .replace(emailAddress, ' ')
    .replace(/https?:\S+|\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{3,4})+\b/g, ' ')
  const phone = findDetail(
    searched,
    number,
    (found) => !amount.test(found) && !date.test(found),
  )
  return [address, phone].filter((detail) => detail !== undefined)
}

function findDetail(
  text: string,
  pattern: RegExp,
  isDetail: (found: string) => boolean = () => true,
): string | undefined {
  const matches = [...text.matchAll(pattern)].filter(([found]) =>
    isDetail(found),
  )
  const meant = matches.find(
    ({ index }) => !negation.test(text.slice(0, index)),
  )
  return (meant ?? matches[0])?.[0]
}

export function hasContactDetails(message: string): boolean {
  return contactDetailsIn(message).length > 0
}

/** Masks e-mail addresses, web addresses and long numbers. */
export function withoutDetails(text: string): string {
  return text
    .replace(/\S+@\S+|\bhttps?:\/\/\S+|\bwww\.\S+/gi, '…')
    .replace(/\+?\d[\d\s()./-]{5,}\d/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
}
