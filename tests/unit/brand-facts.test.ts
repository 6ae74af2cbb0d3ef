import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import GlobalError from '@/app/global-error'
import { parseFacts, parseTexts } from '@/lib/brand/facts'
import { constants } from '@/lib/build/constants.mjs'
import { fullYearsSince } from '@/lib/i18n/company-facts'
import { fillFacts } from '@/lib/i18n/fill-facts.mjs'
import { mergeTexts } from '@/lib/text'
import { catalog, locales } from '../support/catalog'
import { copySite } from '../support/site-copy'

const text = readFileSync('brands/halcrest/brand.json', 'utf8')

function factsWith(path: string, value: unknown): string {
  const facts = JSON.parse(text)
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const parent = keys.reduce((part, key) => part[key], facts)
  parent[last] = value
  return JSON.stringify(facts)
}

it.each([
  ['name', '', 'name: must not be empty'],
  ['founded', 'long ago', 'founded: must be a year'],
  ['email', 'write to us', 'email: must be an e-mail address'],
  ['phones', {}, 'phones: must hold one number or both'],
  ['phones.worldwide', '0800 1234', 'phones.worldwide: must be a number in international form, +…'],
  ['offices', [], 'offices: must have one office or more'],
  ['offices.0.city', { fr: 'Montréal' }, 'offices.0.city: must have the English name, en'],
  ['offices.0.city.fr', '', 'offices.0.city.fr: must not be empty'],
  ['offices.1.country', 'Canada', 'offices.1.country: must be a country in two capital letters'],
  ['links.shop', 'shop.example', 'links.shop: must be an http(s) address'],
  ['slogan', 'Metal!', 'the whole: Unrecognized key: "slogan"'],
])('facts are refused with a bad %s, in a sentence that names file and place', (path, value, problem) => {
  const parse = () => parseFacts(factsWith(path, value), 'brands/x/brand.json')
  expect(parse).toThrow(/^The facts of the brand \(brands\/x\/brand\.json\) are wrong: [^\n]+\.$/)
  expect(parse).toThrow(problem)
})

it('a brand that is not there, or is not JSON, is told in a sentence', () => {
  expect(() => parseFacts(undefined, 'brands/x/brand.json')).toThrow('There is no brands/x/brand.json')
  expect(() => parseFacts('{,}', 'brands/x/brand.json')).toThrow('brands/x/brand.json is not JSON')
})

it('texts of a brand that cannot be read are told with their file', () => {
  const parse = (fr: string) => parseTexts({ folder: 'brands/x', facts: '{}', messages: { en: '{"Hero":{}}', fr } })
  expect(parse('{"Hero":{"title":"Or"}}').fr).toEqual({ Hero: { title: 'Or' } })
  for (const broken of ['{"Hero":', '[]', 'null', ''])
    expect(() => parse(broken), broken).toThrow('brands/x/messages/fr.json is no catalog')
})

it('texts follow the facts: numbers choose a form, and what speaks of an unset link goes', () => {
  const message =
    'Offices{officeCount, plural, one {: one} =2 {: two} other {: # of them}}{shop, select, none {} other {, and <shop>a shop</shop>}}. {gaps, plural, one {# gap} other {# gaps}}'
  const fill = (officeCount: number, shop: string) => fillFacts(message, { officeCount, shop }, 'en')
  const rest = '{gaps, plural, one {# gap} other {# gaps}}'
  expect(fill(1, 'none')).toBe(`Offices: one. ${rest}`)
  expect(fill(2, 'set')).toBe(`Offices: two, and <shop>a shop</shop>. ${rest}`)
  expect(fill(1200, 'none')).toBe(`Offices: 1,200 of them. ${rest}`)
  expect(fillFacts('{years, plural, one {# an} other {# ans}}', { years: 1 }, 'fr')).toBe('1 an')
  // Left to what shows it, and to `npm run copy`.
  expect(fillFacts('{shop, select, none {', { shop: 'set' }, 'en')).toBe('{shop, select, none {')
})

it('"more than" so many years is true in every year', () => {
  const at = (year: number) => fullYearsSince(1977, new Date(`${year}-06-01`))
  expect([1977, 1978, 1979, 1987, 1988, 1992, 1993, 2026, 2027, 2028].map(at)).toEqual([
    0, 0, 1, 9, 10, 10, 15, 45, 45, 50,
  ])
  // A clock that is wrong, or a founding to come.
  expect(at(1970)).toBe(0)
})

it('single texts of a brand come before those of the catalog', () => {
  const own = { Hero: { title: 'Mine' } }
  expect(mergeTexts({ Hero: { title: 'Theirs', body: 'Both' } }, own)).toEqual({
    Hero: { title: 'Mine', body: 'Both' },
  })
})

it('the page of last resort speaks every language', () => {
  vi.stubGlobal('ERROR_MESSAGES', constants(undefined).ERROR_MESSAGES)
  const html = renderToStaticMarkup(createElement(GlobalError))
  for (const locale of locales) expect(html).toContain(catalog(locale).Errors.title)
  vi.unstubAllGlobals()
})

const site = copySite()
let made: ReturnType<typeof site.run>
beforeAll(() => {
  made = site.run('scripts/brand.ts', 'new', 'acme')
})
afterAll(() => site.remove())

it('npm run brand -- new makes a brand, and says what is missing', () => {
  expect([made.status, made.stderr]).toEqual([1, ''])
  expect(made.stdout).toContain('Made: brands/acme/brand.json, brands/acme/look.json')
  for (const place of ['name: must not be empty', 'founded: must be a year', 'email: must be', 'offices.0.city'])
    expect(made.stdout).toContain(place)
  expect(made.stdout).toContain('Look: it is that of halcrest.')
  expect(made.stdout).toContain('BRAND=acme in .env')
  expect(site.run('scripts/brand.ts', 'new', 'acme').stderr).toContain('brands/acme is there already.')
  expect(site.run('scripts/brand.ts', 'new', 'A/B').stderr).toContain('A/B is no name for a brand')
})

it('npm run brand -- check reads facts, look and texts', () => {
  site.write('brands/acme/brand.json', factsWith('name', 'Acme'))
  cpSync('tests/brands/quorndon/public', join(site.folder, 'brands/acme/public'), { recursive: true })
  const good = site.run('scripts/brand.ts', 'check', 'acme')
  expect([good.status, good.stdout]).toEqual([0, expect.stringContaining('those of Acme are complete')])
  site.write('brands/acme/look.json', site.read('brands/acme/look.json').replace('#0e1a24', '#e0e0e0'))
  site.write('brands/acme/messages/en.json', JSON.stringify({ Hero: { titel: 'Gold', title: 'Gold {price}' } }))
  const bad = site.run('scripts/brand.ts', 'check', 'acme')
  expect(bad.status).toBe(1)
  for (const told of [
    /ink #e0e0e0 on light\.paper .* needs 4\.5:1/,
    /Hero\.titel: .*no such key/,
    /Nothing fills “{price}”/,
  ])
    expect(bad.stdout).toMatch(told)
  site.write('brands/acme/messages/en.json', '{ "Hero": { "title": "Gold" "body": "Metal" } }')
  const broken = site.run('scripts/brand.ts', 'check', 'acme')
  expect([broken.status, broken.stdout]).toEqual([1, expect.stringContaining('brands/acme/messages/en.json:1')])
})
