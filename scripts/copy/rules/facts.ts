import { companyFacts } from '@/lib/i18n/company-facts'
import { type Locale, routing } from '@/lib/i18n/routing'
import { site } from '@/lib/site'
import { eachText, quoted } from '../context'
import { parseText } from '../icu'

/** What a text should not say itself, as another brand has other facts, with what it should say. */
export const facts = eachText(({ text, terms, catalog, say }) => {
  const { texts } = parseText(text)
  const parts = texts.join('\n')
  for (const { value, word, fix } of factsIn(catalog.locale as Locale)) {
    if (word.test(parts)) say('error', `The text names ${quoted([value])}, a fact of the brand.`, fix)
  }
  for (const { find, fix } of terms.facts) {
    // Without the texts for each number.
    const [found] = texts[0]?.match(find) ?? []
    if (found) say('error', `The text counts on a fact of the brand: ${quoted([found])}.`, fix)
  }
})

type Fact = { value: string; word: RegExp; fix: string }

const known = new Map<Locale, Fact[]>()

function factsIn(locale: Locale): Fact[] {
  const facts = known.get(locale) ?? listFacts(locale).map(([value, fix]) => ({ value, word: asWord(value), fix }))
  known.set(locale, facts)
  return facts
}

function listFacts(locale: Locale): [value: string, fix: string][] {
  const { brand, product, founded } = companyFacts(site, locale)
  const cities = new Set(site.offices.flatMap(({ city }) => routing.locales.map((other) => city[other])))
  const links = [site.shopUrl, site.pricesUrl, site.privacyUrl, site.termsUrl].flatMap((url) => url ?? [])
  const elsewhere = 'Take it out: the page shows it from the brand’s facts.'
  return [
    [brand, 'Write {brand}.'],
    [product, 'Write {product}.'],
    [founded, 'Write {founded}.'],
    ...[...cities].map((city): [string, string] => [city, 'Write {offices}, or {anyOffice} for one of them.']),
    ...[site.email, ...Object.values(site.phones)].flatMap((value): [string, string][] =>
      value ? [[value, elsewhere]] : [],
    ),
    ...links.map((url): [string, string] => [new URL(url).host, elsewhere]),
  ]
}

function asWord(value: string): RegExp {
  const literal = value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\d])${literal}(?![\\p{L}\\d])`, 'u')
}
