import {
  type MessageFormatElement,
  type PluralElement,
  parse,
  type SelectElement,
  TYPE,
} from '@formatjs/icu-messageformat-parser'
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js'
import type { BrandDisclosures, Topic } from '@/lib/brand/disclosures'
import type { Site } from '@/lib/site'
import { inLanguage } from './in-language'
import type { Locale } from './routing'

type Links = 'shopUrl' | 'pricesUrl' | 'privacyUrl'
type Company = Pick<Site, 'brand' | 'product' | 'founded' | Links> & {
  attestor?: string | undefined
  disclosures?: Pick<BrandDisclosures, 'rows' | 'parties'>
  meetingUrl?: string | undefined
  metals?: string[]
  phones: Partial<Site['phones']>
  offices: {
    city: Partial<Record<Locale, string>>
    hours?: object | undefined
  }[]
}
type Facts = Record<string, string | number>

/**
 * Returns the facts that catalog texts may contain: `{brand}`, `{officeCount,
 * plural, …}`, `{shop, select, …}`.
 */
export function companyFacts(site: Company, locale: Locale) {
  const { metals = [] } = site
  const cities = site.offices.map(({ city }) => city[locale] ?? city.en ?? '')
  const phones = Object.values(site.phones).filter(Boolean)
  const list = (type: 'conjunction' | 'disjunction', items: string[]) =>
    new Intl.ListFormat(locale, { type }).format(items)
  const state = (link: string | undefined) => (link ? 'set' : 'none')
  const stateOf = (name: Topic) =>
    state(site.disclosures?.rows.find(({ topic }) => topic === name)?.topic)
  return {
    brand: site.brand,
    product: site.product,
    founded: site.founded,
    years: fullYearsSince(Number(site.founded)),
    offices: list('conjunction', cities),
    anyOffice: list('disjunction', cities),
    officeCount: site.offices.length,
    anyPhone: list('disjunction', phones),
    phoneCount: phones.length,
    shop: state(site.shopUrl),
    prices: state(site.pricesUrl),
    privacy: state(site.privacyUrl),
    attestor: site.attestor ?? 'none',
    issuer: issuerIn(site.disclosures?.parties ?? []) ?? 'none',
    rates: ratesIn(site.disclosures?.rows ?? [], locale) ?? 'none',
    agreement: stateOf('agreement'),
    hours: site.offices.some(({ hours }) => hours) ? 'set' : stateOf('hours'),
    meeting: site.meetingUrl ?? 'none',
    metals: metals.length > 1 ? 'both' : (metals[0] ?? 'none'),
  } satisfies Facts
}

/** Returns the issuer, if the disclosures name it as a party. */
function issuerIn(parties: BrandDisclosures['parties']): string | undefined {
  return parties.find(({ topic }) => topic === 'legalEntity')?.name
}

/** Returns the fees, if the disclosures name amounts and not only kinds. */
function ratesIn(
  rows: BrandDisclosures['rows'],
  locale: Locale,
): string | undefined {
  const fees = rows.filter(({ topic }) => topic === 'fees')
  if (!/\d/.test(JSON.stringify(fees.map(({ value }) => value))))
    return undefined
  const list = new Intl.ListFormat(locale, { type: 'unit' })
  const stated = fees.map(({ label, value }) => {
    const values = [value].flat().map((words) => inLanguage(words, locale))
    return `${inLanguage(label, locale)} (${list.format(values)})`
  })
  return list.format(stated)
}

const anyOffice = { city: { en: '' }, hours: {} }
const anyCompany = {
  brand: '',
  product: '',
  founded: '1977',
  shopUrl: '-',
  pricesUrl: '-',
  privacyUrl: '-',
  phones: { northAmerica: '-', worldwide: '-' },
  offices: [anyOffice, anyOffice],
}

/**
 * All facts with placeholder values, for filling a message when only its other
 * arguments matter.
 */
export const anyFacts = companyFacts(anyCompany, 'en')

/**
 * Returns the number for “more than {years} years”: full years below 10, and
 * then a multiple of five, always fewer than have passed. The sentence stays
 * true even if the site is not rebuilt for years.
 */
export function fullYearsSince(year: number, now = new Date()): number {
  const passed = Math.max(0, now.getUTCFullYear() - year - 1)
  return passed < 10 ? passed : passed - (passed % 5)
}

/**
 * Fills the company's facts into a message: `{brand}` becomes the name, and
 * `{officeCount, plural, …}` or `{shop, select, …}` becomes the option that
 * applies. Other arguments are left alone. Returns ICU MessageFormat.
 */
export function fillFacts(
  message: string,
  facts: Facts,
  locale: string,
): string {
  const names = [...message.matchAll(/\{\s*(\w+)/g)].map(
    ([, name = '']) => name,
  )
  if (!names.some((name) => name in facts)) return message
  try {
    return printAST(fillElements(parse(message), facts, locale))
  } catch {
    // Returns the message unchanged, because the code that renders it and `npm
    // run copy` report the error.
    return message
  }
}

/**
 * Fills facts into the elements of a parsed message. `#` stands for `count` if
 * that is known.
 */
function fillElements(
  elements: MessageFormatElement[],
  facts: Facts,
  locale: string,
  count?: string,
): MessageFormatElement[] {
  const fill = (parts: MessageFormatElement[], number?: string) =>
    fillElements(parts, facts, locale, number)
  return elements.flatMap((element) => {
    const value = 'value' in element ? facts[element.value] : undefined
    switch (element.type) {
      case TYPE.argument:
        return value === undefined ? element : literal(String(value))
      case TYPE.pound:
        return count === undefined ? element : literal(count)
      case TYPE.tag:
        return { ...element, children: fill(element.children, count) }
      case TYPE.plural:
      case TYPE.select:
        if (value !== undefined)
          return fill(
            chosenOption(element, value, locale),
            new Intl.NumberFormat(locale).format(Number(value)),
          )
        for (const option of Object.values(element.options))
          option.value = fill(option.value)
        return element
      default:
        return element
    }
  })
}

function chosenOption(
  { type, options }: PluralElement | SelectElement,
  value: string | number,
  locale: string,
): MessageFormatElement[] {
  const category =
    type === TYPE.plural
      ? new Intl.PluralRules(locale).select(Number(value))
      : String(value)
  const chosen = options[`=${value}`] ?? options[category] ?? options.other
  return chosen?.value ?? []
}

function literal(value: string): MessageFormatElement {
  return { type: TYPE.literal, value }
}
