import { type CountryCode, findPhoneNumbersInText, type NumberFound } from 'libphonenumber-js/min'
import type { Locale } from '@/lib/i18n/routing'
import { tidyEmail } from '@/lib/typed-text'
import { foldInPlace, isQuestion, patternOf, salesIntentOf, sentencesOf, sizesIn } from './sales-intent'
import sales from './sales-intent.json'
import type { SenderDetails } from './schema'

export function senderDetailsIn(message: string, language: Locale): SenderDetails {
  const text = message.normalize('NFC').replace(writtenAt, '@').replace(writtenDot, '.')
  const email = emailIn(text)
  const phone = phoneIn(email ? text.replace(email, ' ') : text, language)
  const size = sizeIn(text)
  return { ...(email && { email: tidyEmail(email) }), ...(phone && { phone }), ...(size && { size }) }
}

// "jo (at) bank . example", "jo at bank dot example"
const writtenAt =
  /\s*[([](?:at|arobase|arroba)[)\]]\s*|\s+@\s+|\s(?:at(?=\s\S+\sdot\s)|arobase(?=\s\S+\spoint\s)|arroba(?=\s\S+\spunto\s))\s/gi
const writtenDot = /(?<=@\S*)\s+(?:\.|dot|point|punto)\s+/gi

const emailAddress = /[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+\.[a-z]{2,}/i

const maxEmailCharacters = 200

function emailIn(text: string): string | undefined {
  const found = text.includes('@') ? text.match(emailAddress)?.[0].replace(/[.]+$/, '') : undefined
  return found && found.length <= maxEmailCharacters ? found : undefined
}

export function isReachable({ email, phone }: SenderDetails): boolean {
  return Boolean(email || phone)
}

const partOfNumber = /^(?!.*(?:000\b|\?))(\D{0,30}(?<!\p{L}))(\d(?:[ ().-]{0,2}\d){5,13})(?!\p{L})\D{0,5}$/u

/** "OK, 555 0142" has no area code. */
export function hasPartOfNumber(text: string, language: Locale): boolean {
  const [, before = '', digits] = text.match(partOfNumber) ?? []
  if (digits === undefined || noNumber.test(digits) || otherNumber.test(foldInPlace(before))) return false
  return Object.keys(senderDetailsIn(text, language)).length === 0
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

// Account and security numbers (IBAN, ISIN, LEI), addresses of contracts and of pages: letters among digits.
const identifiers = [
  /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?\b/g,
  /\bhttps?:\S+/g,
  /\b(?!(?:tel|ph|x)\d)(?=[a-z\d]*[a-z])(?=[a-z\d]*\d)[a-z\d]{6,}\b/gi,
]
const otherNumber =
  /\b(?:order|account|invoice|iban|bic|swift|lei|isin|ref|reference|ticket|compte|commande|facture|cuenta|pedido|factura|referencia)\b[^\d]{0,15}$/
// A date, a year or a sum: 12.11.2026, 2024 2025 2026, 1 250 000 000.
const noNumber =
  /^(?:(?:19|20)\d\d\b|\d{1,2}[-. ]\d{1,2}[-. ](?:19|20)\d\d\b|[1-9]\d{0,2}(?:[ .\u00a0\u202f]000){2,}|[1-9]\d?(?:[ .\u00a0\u202f]\d{3}){3,}$)/
// Chile's 600 is of companies, and would be taken for Spain's mobile numbers.
const nobodys = /^\+56600/
const minDigits = 8

// Where a number without a country's code may be from, most likely first.
const countries: Record<string, CountryCode[]> = {
  en: ['US', 'GB', 'FR', 'ES'],
  fr: ['FR', 'BE', 'CH', 'CA', 'ES'],
  es: ['ES', 'MX', 'US', 'CO', 'AR', 'CL', 'FR'],
}

// The search takes half a millisecond per digit, and a visitor's number is rarely followed by many others.
const maxDigits = 40

function phoneIn(message: string, language: Locale): string | undefined {
  const start = [...message.matchAll(/\p{Nd}/gu)].at(-maxDigits)?.index ?? 0
  const text = message.slice(start)
  const searched = identifiers.reduce((left, pattern) => left.replace(pattern, (id) => '_'.repeat(id.length)), text)
  const sizes = sizesIn(searched)
  const isNumber = ({ number, startsAt, endsAt }: NumberFound) =>
    number.nationalNumber.length >= minDigits &&
    !nobodys.test(number.number) &&
    !noNumber.test(searched.slice(startsAt, endsAt)) &&
    !sizes.some(({ start, end }) => start < endsAt && end > startsAt) &&
    !otherNumber.test(foldInPlace(searched.slice(0, startsAt)))
  const numbers = (countries[language] ?? []).flatMap((country) => findPhoneNumbersInText(searched, country))
  const [first] = numbers
    .filter(isNumber)
    .map((found) => ({ ...found, likeness: likenessOf(found, searched.slice(found.startsAt, found.endsAt)) }))
    .toSorted((one, other) => one.startsAt - other.startsAt || other.likeness - one.likeness)
  return first?.number.formatInternational()
}

// Countries group digits differently, and some write a 0 before them.
function likenessOf({ number }: NumberFound, typed: string): number {
  const usual = number.formatNational()
  const hasAllDigits = usual.replace(/\D/g, '') === typed.replace(/\D/g, '')
  if (!/\D/.test(typed)) return Number(hasAllDigits)
  const isGroupedSo = usual.replace(/\D+/g, ' ').trim() === typed.replace(/\D+/g, ' ').trim()
  return Number(hasAllDigits) + Number(isGroupedSo) + Number(usual === typed)
}
