import { type CountryCode, findPhoneNumbersInText, type NumberFound } from 'libphonenumber-js/min'
import type { Locale } from '@/lib/i18n/routing'
import { foldInPlace } from './phrases'
import { sizesIn } from './size'

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
const minDigits = 8

// Where a number without a country's code may be from, most likely first.
const countries: Record<string, CountryCode[]> = {
  en: ['US', 'GB', 'FR', 'ES'],
  fr: ['FR', 'BE', 'CH', 'CA', 'ES'],
  es: ['ES', 'MX', 'US', 'CO', 'AR', 'CL', 'FR'],
}

export type Phone = { phone: string; found: string }

export function phoneIn(text: string, language: Locale): Phone | undefined {
  const searched = identifiers.reduce((left, pattern) => left.replace(pattern, (id) => '_'.repeat(id.length)), text)
  const sizes = sizesIn(searched)
  const isNumber = ({ number, startsAt, endsAt }: NumberFound) =>
    number.nationalNumber.length >= minDigits &&
    !noNumber.test(searched.slice(startsAt, endsAt)) &&
    !sizes.some(({ start, end }) => start < endsAt && end > startsAt) &&
    !otherNumber.test(foldInPlace(searched.slice(0, startsAt)))
  const numbers = (countries[language] ?? []).flatMap((country) => findPhoneNumbersInText(searched, country))
  const [first] = numbers
    .filter(isNumber)
    .map((found) => ({ ...found, likeness: likenessOf(found, searched.slice(found.startsAt, found.endsAt)) }))
    .toSorted((one, other) => one.startsAt - other.startsAt || other.likeness - one.likeness)
  return first && { phone: first.number.formatInternational(), found: text.slice(first.startsAt, first.endsAt) }
}

// Countries group digits differently, and some write a 0 before them.
function likenessOf({ number }: NumberFound, typed: string): number {
  const usual = number.formatNational()
  const hasAllDigits = usual.replace(/\D/g, '') === typed.replace(/\D/g, '')
  if (!/\D/.test(typed)) return Number(hasAllDigits)
  const isGroupedSo = usual.replace(/\D+/g, ' ').trim() === typed.replace(/\D+/g, ' ').trim()
  return Number(hasAllDigits) + Number(isGroupedSo) + Number(usual === typed)
}
