import { readFileSync } from 'node:fs'
import { unconfirmedClaims } from '@/lib/brand/claims'
import { parseFacts } from '@/lib/brand/facts'
import type { Locale } from '@/lib/i18n/routing'
import { termsOf } from '@/scripts/copy/terms'

function readBrand(folder: string) {
  const file = `${folder}/brand.json`
  return { folder, ...parseFacts(readFileSync(file, 'utf8'), file) }
}

/**
 * A company that differs from the default one in everything: it has no links,
 * one office, one phone number and all disclosures.
 */
export const otherBrand = readBrand('tests/brands/quorndon')

export const defaultBrand = readBrand('brands/halcrest')

const looks = [otherBrand, defaultBrand].map(({ folder }) =>
  readFileSync(`${folder}/look.json`, 'utf8'),
)
const [otherLook = '', defaultLook = ''] = looks

function colorsOf(look: string): string[] {
  return look.match(/#[\da-f]{6}/g) ?? []
}

/**
 * Returns JSON with the value at a path changed, or removed if it is undefined.
 */
export function withValue(json: string, path: string, value: unknown): string {
  const root = JSON.parse(json)
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const parent = keys.reduce((part, key) => part[key], root)
  parent[last] = value
  return JSON.stringify(root)
}

/**
 * Names, partners, places, numbers, addresses, colors and fonts of the default
 * brand, which must not appear on the site of another brand.
 */
export const tracesOfDefaultBrand = [
  defaultBrand.name,
  defaultBrand.product,
  ...defaultBrand.disclosures.parties.map(({ name }) => name),
  ...defaultBrand.offices.flatMap(({ city, street }) => [
    ...Object.values(city),
    street,
  ]),
  ...Object.values(defaultBrand.phones).flatMap((number = '') => [
    number,
    number.replace(/\D/g, ''),
  ]),
  ...Object.values(
    JSON.parse(defaultLook).fonts as Record<string, { family: string }>,
  ).flatMap(({ family }) => [
    family,
    family.replace(' ', '-'),
    family.replace(' ', ''),
  ]),
  ...colorsOf(defaultLook).filter(
    (color) => !colorsOf(otherLook).includes(color),
  ),
]

// Longest first, because some texts contain others.
const ownTexts = [
  otherBrand.product,
  ...otherBrand.disclosures.rows.flatMap(({ label, value }) =>
    [label, value]
      .flat()
      .flatMap((words) =>
        typeof words === 'string' ? words : Object.values(words),
      ),
  ),
].sort((one, other) => other.length - one.length)

/**
 * Returns the words in a text of the second brand that make a claim which the
 * brand does not confirm, except in its own texts.
 */
export function unconfirmedClaimsIn(text: string, locale: Locale): string[] {
  const shared = ownTexts.reduce((rest, own) => rest.replaceAll(own, ''), text)
  return unconfirmedClaims(otherBrand.claims).flatMap((name) => {
    const [found] = shared.match(termsOf(locale).claims[name] ?? /$^/) ?? []
    return found ? [`${name}: ${found}`] : []
  })
}
