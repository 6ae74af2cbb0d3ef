import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Locale } from '@/lib/i18n/routing'
import { internationalNumber } from '@/lib/leads/phone-number'
import { foldInPlace } from './phrases'
import { sizesIn } from './size'

const candidates = /(?<![\w.,/@#$€£])(?:\+|\(\+)?\(?\d[\d ().\u00a0\u202f-]{5,30}\d(?![\w@]|[.,/]\d)/g
const extension = /^[\s,;(]*(?:ext(?:ension|ensión)?|x|poste|anexo|interno|int)\b[.:\s]*(\d{1,6})\b/i
const minDigits = 8
const maxDigits = 15 // ITU-T E.164

// Account and security numbers (IBAN, ISIN, LEI), addresses of contracts and of pages: letters among digits.
const identifiers = [
  /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?\b/g,
  /\bhttps?:\S+/g,
  /\b(?!(?:tel|ph|x)\d)(?=[a-z\d]*[a-z])(?=[a-z\d]*\d)[a-z\d]{6,}\b/gi,
]
const date =
  /^(?:(?:19|20)\d\d[-. ]\d{1,2}[-. ]\d{1,2}|\d{1,2}[-. ]\d{1,2}[-. ]\d{4}|(?:19|20)\d\d[- ]+(?:19|20)\d\d)(?!\d)/
const thousands = /^[1-9]\d{0,2}(?:[ .\u00a0\u202f]\d{3}){2,}$/
const mentions =
  /\b(?:call|phone|ring|tele|tel|cell|mobile|dial|reach|whatsapp|text|appel|rappel|joindre|joign|portable|llam|movil|celular|marc|localiz|(?:my|our|direct|mon|notre|mi|nuestro|el) num)/
const otherNumber =
  /\b(?:order|account|invoice|iban|bic|swift|lei|isin|ref|reference|ticket|compte|commande|facture|cuenta|pedido|factura|referencia)\b[^\d]{0,15}$/
const maxWordsBeside = 5

/** Where a number without a country's code is from, most likely first; on another page, from the first. */
const countries: Record<string, CountryCode[]> = {
  en: ['US', 'CA', 'GB'],
  fr: ['FR', 'BE', 'CH', 'CA'],
  es: ['ES', 'MX', 'US', 'CO', 'AR', 'CL'],
}

export type Phone = { phone: string; found: string }

/** The first telephone number of a text, in international form, and as it was typed. */
export function phoneIn(text: string, language: Locale): Phone | undefined {
  const searched = identifiers.reduce((left, pattern) => left.replace(pattern, (id) => '_'.repeat(id.length)), text)
  const sizes = sizesIn(searched)
  for (const { 0: found, index } of searched.matchAll(candidates)) {
    if (sizes.some(({ start, end }) => start < index + found.length && end > index)) continue
    if (otherNumber.test(foldInPlace(searched.slice(0, index)))) continue
    const number = numberOf(found, language, contextOf(searched, found))
    if (!number) continue
    const [typed = '', digits] = text.slice(index + found.length).match(extension) ?? []
    if (digits) number.setExt(digits)
    return { phone: number.formatInternational(), found: text.slice(index, index + found.length) + typed }
  }
  return undefined
}

type Context = 'telephoning' | 'alone' | 'other'

function contextOf(text: string, found: string): Context {
  if (mentions.test(foldInPlace(text))) return 'telephoning'
  const words = text.replace(found, '').match(/[\p{L}\d]+/gu) ?? []
  return words.length <= maxWordsBeside && !text.includes('?') ? 'alone' : 'other'
}

function numberOf(found: string, language: Locale, context: Context): PhoneNumber | undefined {
  const digits = found.replace(/\D/g, '')
  if (digits.length < minDigits || digits.length > maxDigits || date.test(found) || isRound(found)) return undefined
  if (/^\(?\+|^00[1-9]/.test(found)) return internationalNumber(found.replace('(+', '+'))
  const isAmount = thousands.test(found) || (found === digits && !digits.startsWith('0'))
  if (context === 'other' && isAmount) return undefined
  if (/^1[2-9]\d{9}$/.test(digits)) return internationalNumber(`+${digits}`)
  const best = nationalNumbers(found, language).reduce<National | undefined>(better, undefined)
  const isUsual =
    best &&
    (context === 'telephoning' ||
      best.isGroupedSo ||
      found.startsWith('0') ||
      countries[language]?.includes(best.country))
  if (isUsual && best.number.isValid() && best.hasAllDigits) return best.number
  // Numbers that are in no plan yet, but not sums.
  return context === 'telephoning' && !thousands.test(found) ? best?.number : undefined
}

// "1 250 000 000" is a sum.
function isRound(found: string): boolean {
  return thousands.test(found) && (/^\d{1,2}\D/.test(found) || /000\D?000$/.test(found))
}

type National = {
  country: CountryCode
  number: PhoneNumber
  hasAllDigits: boolean
  isGroupedSo: boolean
  points: number
}

function better(best: National | undefined, other: National): National {
  return best && best.points >= other.points ? best : other
}

function nationalNumbers(found: string, language: Locale): National[] {
  const abroad = Object.values(countries).flatMap(([first]) => first ?? [])
  const order = new Set([...(countries[language] ?? []), ...abroad])
  return [...order].flatMap((country) => {
    const number = parsePhoneNumberFromString(found, country)
    if (!number?.isPossible()) return []
    const usual = number.formatNational()
    const hasAllDigits = usual.replace(/\D/g, '') === found.replace(/\D/g, '')
    // Belgians and the French group the same digits differently.
    const isGroupedSo = /\D/.test(found) && usual.replace(/\D+/g, ' ').trim() === found.replace(/\D+/g, ' ').trim()
    const isPunctuatedSo = usual === found && /[^\d ]/.test(found)
    const points = [hasAllDigits, number.isValid(), isGroupedSo, isPunctuatedSo]
    return [
      {
        country,
        number,
        hasAllDigits,
        isGroupedSo,
        points: points.reduce((sum, holds, at) => sum + Number(holds) * 2 ** at, 0),
      },
    ]
  })
}
