import { readFileSync } from 'node:fs'
import { parseFacts } from '@/lib/brand/facts'

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

function coloursOf(look: string): string[] {
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
 * Names, places, numbers, addresses, colors and fonts of the default brand,
 * which must not appear on the site of another brand.
 */
export const tracesOfDefaultBrand = [
  defaultBrand.name,
  defaultBrand.product,
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
  ...coloursOf(defaultLook).filter(
    (colour) => !coloursOf(otherLook).includes(colour),
  ),
]
