import { readFileSync } from 'node:fs'
import { parseFacts } from '@/lib/brand/facts'

function readBrand(folder: string) {
  const file = `${folder}/brand.json`
  return { folder, ...parseFacts(readFileSync(file, 'utf8'), file) }
}

/** A company that differs from the default one in everything: no links, one office, one number, all disclosures. */
export const otherBrand = readBrand('tests/brands/quorndon')

export const defaultBrand = readBrand('brands/halcrest')

const looks = [otherBrand, defaultBrand].map(({ folder }) =>
  readFileSync(`${folder}/look.json`, 'utf8'),
)
const [otherLook = '', defaultLook = ''] = looks

function coloursOf(look: string): string[] {
  return look.match(/#[\da-f]{6}/g) ?? []
}

/** JSON with the value at a path changed; undefined removes it. */
export function withValue(json: string, path: string, value: unknown): string {
  const root = JSON.parse(json)
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const parent = keys.reduce((part, key) => part[key], root)
  parent[last] = value
  return JSON.stringify(root)
}

/** What no other brand's site may have anywhere: names, places, numbers, addresses, colours and fonts of the default one. */
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
