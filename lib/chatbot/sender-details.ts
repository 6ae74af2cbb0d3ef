import type { Locale } from '@/lib/i18n/routing'
import { isQuestion, salesIntentOf } from './sales-intent'
import sales from './sales-intent.json'
import type { SenderDetails } from './schema'
import { phoneIn } from './sender/phone'
import { foldInPlace, patternOf, sentencesOf } from './sender/phrases'
import { sizesIn } from './sender/size'

export function senderDetailsIn(text: string, language: Locale): SenderDetails {
  return found(text, language).details
}

function found(message: string, language: Locale) {
  const text = message.normalize('NFC')
  const address = emailIn(text)
  const rest = address ? text.replace(address, ' '.repeat(address.length)) : text
  const number = phoneIn(rest, language)
  const reached = [address, number?.found].filter((part) => part !== undefined)
  const size = sizeIn(text)
  const details: SenderDetails = {
    ...(address && { email: address }),
    ...(number && { phone: number.phone }),
    ...(size && { size }),
  }
  return { details, reached }
}

const emailAddress = /[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+\.[a-z]{2,}/i

const maxEmailCharacters = 200

function emailIn(text: string): string | undefined {
  const found = text.includes('@') ? text.match(emailAddress)?.[0].replace(/[.]+$/, '') : undefined
  return found && found.length <= maxEmailCharacters ? found : undefined
}

export function isReachable({ email, phone }: SenderDetails): boolean {
  return Boolean(email || phone)
}

const maxIntroductionWords = 9

export function isIntroduction(text: string, language: Locale): boolean {
  const { details, reached } = found(text, language)
  if (!isReachable(details) || text.includes('?')) return false
  const rest = reached.reduce((left, part) => left.replace(part, ''), text.normalize('NFC'))
  return (rest.match(/\p{L}+/gu)?.length ?? 0) <= maxIntroductionWords
}

const dealing = patternOf(sales.dealing, sales.groups)
const maxWordsBefore = 1
const maxWordsAfter = 3

// "Are the bars 400 oz?" asks for a weight and names no size of an order.
function sizeIn(text: string): string | undefined {
  for (const sentence of sentencesOf(text)) {
    const [size] = sizesIn(sentence)
    if (size && (salesIntentOf(sentence).quote || isStatedSize(sentence, size.text))) return size.text
  }
  return undefined
}

function isStatedSize(sentence: string, size: string): boolean {
  if (isQuestion(sentence)) return false
  const [before = 0, after = 0] = sentence.split(size, 2).map((part) => part.match(/\p{L}+/gu)?.length ?? 0)
  const isAlone = before <= maxWordsBefore && after <= maxWordsAfter
  return isAlone || salesIntentOf(sentence).contact || foldInPlace(sentence).search(dealing) >= 0
}
