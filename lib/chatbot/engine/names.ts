import { routing } from '@/lib/i18n/routing'
import { site } from '@/lib/site'

// Words that nobody writes, for what differs from brand to brand.
const words = { brand: 'companyname', product: 'productname', office: 'officecity', founded: 'foundingyear' }

/** A text of the lexicon or the training questions with these words for `{brand}`, `{product}`, `{office}`, `{founded}`. */
export function fillNames(text: string): string {
  return text.replace(/\{(brand|product|office|founded)\}/g, (_, name: keyof typeof words) => words[name])
}

/** The company's own names, and the word that stands for each. */
export function namesOfBrand(): [name: string, word: string][] {
  const cities = site.offices.flatMap(({ city }) => routing.locales.map((locale) => city[locale]))
  return [
    [site.brand, words.brand],
    [site.product, words.product],
    [site.founded, words.founded],
    ...cities.map((city): [string, string] => [city, words.office]),
  ]
}
