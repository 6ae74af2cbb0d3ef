import { getCountries } from 'libphonenumber-js/min'
import { routing } from '@/lib/i18n/routing'
import { site } from '@/lib/site'
import { foldInPlace } from './phrases'
import words from './who.json'

export type Run = { text: string; start: number; end: number }

const titles = `(?:(?:${words.titles})\\.? )?`
const nameToken = "(?:\\p{Lu}\\p{M}*[\\p{L}\\p{M}]*(?:['’-]\\p{Lu}?[\\p{L}\\p{M}]+)*|\\p{Lu}\\.)"
const surname = `(?:(?:${words.surnameParticles}) )?${nameToken}`
const firstParticle = `(?:(?:${words.particles}) )?`
const name = new RegExp(`${titles}${nameToken}(?: ${firstParticle}${nameToken})?(?: ${surname}){0,2}`, 'uy')

const companyToken = "(?:(?:[dlDL]['’])?[\\p{Lu}\\d][\\p{L}\\p{M}\\d]*(?:[.&'’-][\\p{L}\\d]+)*|&)"
const company = new RegExp(
  `(?:(?:the|la|le|les|el|los|las|l['’]|a) ?)??((?:(?:${words.companyHeads}) )?${companyToken}` +
    `(?:,? (?:${words.legal})| (?:(?:${words.joined}) (?=[\\p{Lu}\\d]))?${companyToken}){0,6})`,
  'uy',
)
const upTo = /[\p{L}\p{M}\d&.'’-]+/gu

const common = setOf(Object.values(words.notNames).join(' '))
const companyWords = new RegExp(`(?<![\\p{L}])(?:${words.companyWords})(?![\\p{L}])`, 'iu')
const beforeParticle = new RegExp(`^(.*) (?:${words.particles}) `, 'u')
const lowerHead = new RegExp(`^(?:${words.companyHeads}) `, 'u')
const places = placeNames()

/** A person's name of capitalized words at a place of the text. */
export function nameAt(text: string, at: number): Run | undefined {
  name.lastIndex = at
  const found = name.exec(text)?.[0]
  if (found === undefined) return undefined
  const kept = beforeCommon(found)
  if (companyWords.test(kept)) {
    // "Ana Ruiz del Banco Andino": the name ends before its bank.
    const part = kept.match(beforeParticle)?.[1]
    return part && !companyWords.test(part) ? { text: part, start: at, end: at + part.length } : undefined
  }
  return kept === '' || isPlace(kept) ? undefined : { text: kept, start: at, end: at + kept.length }
}

// "JANE DOE FROM ACME", "Jane Doe CFO": a name ends where another word begins.
function beforeCommon(found: string): string {
  const common = [...found.matchAll(/(?<![\p{L}])\p{Lu}[\p{L}\p{M}'’.-]*/gu)].find(([token]) => isCommon(token))
  return common ? found.slice(0, common.index).trim() : found
}

/** A company's name at a place of the text, without an article. */
export function companyAt(text: string, at: number): Run | undefined {
  company.lastIndex = at
  const [whole, found = ''] = company.exec(text) ?? []
  if (whole === undefined) return undefined
  const kept = found.replace(/(?: (?:I|We|Je|Nous))+$/, '').replace(/ (?:&|\d+)$/, '')
  const tokens = tokensOf(kept)
  const start = at + whole.length - found.length
  if (tokens.every((token) => isCommon(token) && !companyWords.test(token)) || isPlace(kept)) return undefined
  if (!/\p{L}{2}/u.test(kept) || /^\d+[ -]/.test(kept) || isBrand(kept) || tokens.length > 8) return undefined
  if (tokens.length === 1 && companyWords.test(kept)) return undefined
  return { text: kept, start, end: start + kept.length }
}

export function isCompany(text: string): boolean {
  return companyWords.test(text)
}

export function hasLowerHead(text: string): boolean {
  return lowerHead.test(text)
}

export function isCommon(token: string): boolean {
  const folded = foldInPlace(token).replace(/[^a-z0-9]/g, '')
  return common.has(folded) || isBrand(token)
}

function isBrand(text: string): boolean {
  const [first = ''] = foldInPlace(site.brand).split(' ')
  return foldInPlace(text).split(' ').includes(first)
}

function isPlace(text: string): boolean {
  return tokensOf(foldInPlace(text)).every((token) => places.has(token))
}

function placeNames(): Set<string> {
  const countries = routing.locales.flatMap((locale) => {
    const names = new Intl.DisplayNames(locale, { type: 'region' })
    return getCountries().map((code) => names.of(code) ?? '')
  })
  const offices = site.offices.flatMap(({ city }) => Object.values(city))
  return setOf([words.places, ...countries, ...offices].join(' '))
}

function tokensOf(text: string): string[] {
  return text.match(upTo) ?? []
}

function setOf(list: string): Set<string> {
  return new Set(foldInPlace(list.normalize('NFC')).split(/[ ,().]+/))
}
