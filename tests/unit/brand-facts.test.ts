import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import {
  afterAll,
  afterEach,
  beforeAll,
  describe,
  expect,
  it,
  vi,
} from 'vitest'
import GlobalError from '@/app/global-error'
import { parseFacts, parseTexts } from '@/lib/brand/facts'
import { constants } from '@/lib/build/constants.mjs'
import { apiTable } from '@/lib/http/api-table'
import { fillFacts, fullYearsSince } from '@/lib/i18n/company-facts'
import { decodeText, readText } from '@/lib/text-file.mjs'
import { placeholderMark } from '@/scripts/brand/create'
import { defaultBrand, withValue } from '../support/brands'
import { catalog, locales } from '../support/catalog'
import { copySite } from '../support/copy-project'

const text = readText('brands/halcrest/brand.json') ?? ''

it.each([
  ['name', '', 'name: must not be empty'],
  ['founded', 'long ago', 'founded: must be a year'],
  ['email', 'write to us', 'email: must be an e-mail address'],
  ['phones', {}, 'phones: must contain northAmerica, worldwide or both'],
  [
    'phones.worldwide',
    '0800 1234',
    'phones.worldwide: must be a number in international form, +…',
  ],
  ['offices', [], 'offices: must have one office or more'],
  [
    'offices.0.city',
    { fr: 'Montréal' },
    'offices.0.city: must contain the English text (en)',
  ],
  ['links.shop', 'shop.example', 'links.shop: must be an http(s) address'],
  [
    'offices.1.country',
    'ZZ',
    'offices.1.country: must be a two-letter country code in capitals',
  ],
  ['founded', 2999, 'founded: must not be in the future'],
  [
    'productPath',
    'Direct Reserve',
    'productPath: must consist of lower-case letters, digits and hyphens',
  ],
  [
    'productPath',
    'contact',
    'productPath: must not be the address of another page',
  ],
  ['slogan', 'Metal!', 'slogan is not a known key; check its spelling'],
])(
  'an invalid %s is refused in one sentence that names the file and the field',
  (path, value, problem) => {
    const parse = () =>
      parseFacts(withValue(text, path, value), 'brands/x/brand.json')

    expect(parse).toThrow(
      /^Invalid brand facts in brands\/x\/brand\.json: [^\n]+\.$/,
    )
    expect(parse).toThrow(problem)
  },
)

const rootAddresses = Object.keys(apiTable).filter(
  (path) => !path.startsWith('/api/'),
)

it.each(['/api', '/operator', '/fr', ...rootAddresses])(
  'the product page cannot take the existing address %s',
  (path) => {
    expect(() =>
      parseFacts(withValue(text, 'productPath', path.slice(1)), 'brand.json'),
    ).toThrow('productPath: must not be the address of another page')
  },
)

it.each([
  ['are missing', undefined, 'There is no brands/x/brand.json'],
  [
    'are not JSON',
    '{,}',
    'brands/x/brand.json is not valid JSON: check its commas',
  ],
])('brand facts that %s are reported with their file', (_, facts, problem) => {
  expect(() => parseFacts(facts, 'brands/x/brand.json')).toThrow(problem)
})

const parseFrench = (fr: string) =>
  parseTexts({
    folder: 'brands/x',
    facts: '{}',
    messages: { en: '{"Hero":{}}', fr },
  }).fr

it('a brand’s texts are read from its catalogs', () => {
  const texts = parseFrench('{"Hero":{"title":"Or"}}')

  expect(texts).toEqual({ Hero: { title: 'Or' } })
})

it.each(['{"Hero":', '[]'])(
  'a brand’s catalog that contains %s is reported with its file',
  (broken) => {
    expect(() => parseFrench(broken)).toThrow(
      'brands/x/messages/fr.json is not a valid catalog',
    )
  },
)

it.each([
  [1, 'Offices: one.'],
  [2, 'Offices: two.'],
  [1200, 'Offices: 1,200 of them.'],
])('a text counts %i offices as “%s”', (officeCount, expected) => {
  const offices =
    'Offices{officeCount, plural, one {: one} =2 {: two} other {: # of them}}.'

  expect(fillFacts(offices, { officeCount }, 'en')).toBe(expected)
})

it.each([
  ['none', 'Ask us.'],
  ['set', 'Ask us, or visit <shop>the shop</shop>.'],
])('a text adapts to a shop that is %s', (shop, expected) => {
  const message =
    'Ask us{shop, select, none {} other {, or visit <shop>the shop</shop>}}.'

  expect(fillFacts(message, { shop }, 'en')).toBe(expected)
})

it('a text keeps arguments that are not facts', () => {
  const message = '{gaps,plural,one{# gap} other{# gaps}}'

  expect(fillFacts(message, { officeCount: 1 }, 'en')).toBe(message)
})

it('a plural follows the language of its text', () => {
  const message = '{years, plural, one {# an} other {# ans}}'

  expect(fillFacts(message, { years: 0 }, 'fr')).toBe('0 an')
  expect(fillFacts(message, { years: 2 }, 'fr')).toBe('2 ans')
})

it('a fact inside a tag is filled in', () => {
  const message =
    '{officeCount, plural, one {<b># office</b>} other {<b># offices</b>}}'

  const filled = fillFacts(message, { officeCount: 2 }, 'en')

  expect(filled).toBe('<b>2 offices</b>')
})

it('a broken text is left for rendering and the copy check to report', () => {
  const broken = '{shop, select, none {'

  expect(fillFacts(broken, { shop: 'set' }, 'en')).toBe(broken)
})

it.each(locales)(
  'both phone numbers are named in %s if a limit or outage blocks a message',
  (locale) => {
    const { rate_limited, rate_limited_today, unavailable } =
      catalog(locale).ContactForm.problems

    const numbers = Object.values(defaultBrand.phones)
    const named = [rate_limited, rate_limited_today, unavailable].map((text) =>
      numbers.filter((number) => text.includes(number)),
    )

    expect(named).toEqual([numbers, numbers, numbers])
  },
)

it('a brand’s years are rounded down so that “more than” is always true', () => {
  const at = (year: number) => fullYearsSince(1977, new Date(`${year}-06-01`))
  const years = [
    1970, 1977, 1978, 1979, 1987, 1988, 1992, 1993, 2026, 2027, 2028,
  ]
  expect(years.map(at)).toEqual([0, 0, 0, 1, 9, 10, 10, 15, 45, 45, 50])
})

it('an error in facts that are not UTF-8 names the file', () => {
  const saved = Buffer.from('{ "name": "Zürich" }', 'latin1')
  expect(() => parseFacts(decodeText(saved), 'brand.json')).toThrow(
    'brand.json is not UTF-8, so characters are lost',
  )
})

it('the global error page is shown in every language', () => {
  vi.stubGlobal('ERROR_MESSAGES', constants(undefined).ERROR_MESSAGES)
  const html = renderToStaticMarkup(createElement(GlobalError))
  for (const locale of locales)
    expect(html).toContain(catalog(locale).Errors.title)
})

const site = copySite()
const brand = (...args: string[]) => site.run('scripts/brand.ts', ...args)
const made = brand('new', 'acme')
afterAll(() => site.remove())

it('npm run brand -- new says how to preview a brand and what is left to do', () => {
  expect(made.status).toBe(0)
  expect(made.stderr).toBe('')
  expect(made.stdout).toMatch(
    /^Created brands\/acme\. To preview it: BRAND=acme npm run dev/,
  )
  for (const left of ['topics have no row', 'the logo is not the brand’s own'])
    expect(made.stdout).toContain(left)
})

it('npm run brand -- new creates a brand without traces of the default one', () => {
  expect(JSON.parse(site.read('brands/acme/brand.json'))).toMatchObject({
    name: 'Acme',
    email: 'info@acme.example',
    productPath: 'reserve',
  })
  expect(site.read('brands/acme/brand.json')).not.toMatch(
    /halcrest|direct.reserve/i,
  )
  // Expects no ignored files, because a commit would silently leave them out.
  expect(site.ignored('brands/acme')).toBe('')
})

it('npm run brand -- check refuses every fact that new has made up', () => {
  const { status, stdout } = brand('check', 'acme')

  expect(status).toBe(1)
  expect(stdout).not.toContain('are complete')
  for (const fact of [
    'name',
    'product',
    'founded',
    'offices.0.city',
    'offices.0.street',
    'offices.0.country',
    'email',
    'phones.worldwide',
  ])
    expect(stdout).toMatch(
      new RegExp(
        `error +Facts: brands/acme/brand.json:\\d+ ${fact}: .* placeholder`,
      ),
    )
})

const createAsked = `process.stdin.isTTY = true
  const { createBrand } = await import('./scripts/brand/create.ts')
  await createBrand('asked')`

it.each([
  {
    name: 'city',
    skipped: 3,
    answer: 'info@acme.example',
    problem: 'must be a place',
  },
  {
    name: 'street',
    skipped: 4,
    answer: '+1 514 555 0142',
    problem: 'must be a place',
  },
  {
    name: 'country',
    skipped: 7,
    answer: 'ch',
    problem: 'must be a two-letter country code in capitals',
  },
  {
    name: 'color',
    skipped: 10,
    answer: '#f0f0f0',
    problem: 'gold #f0f0f0 on light.paper',
  },
])(
  'npm run brand -- new asks again for an invalid $name',
  async ({ name, skipped, answer, problem }) => {
    const typed = Array(12).fill('')
    typed[skipped] = answer

    const printed = await site.talk(
      typed,
      '--input-type=module',
      '--eval',
      createAsked.replace('asked', `invalid-${name}`),
    )

    expect(printed).toContain(`${answer} is not a valid answer: ${problem}`)
  },
)

it('npm run brand -- new marks as placeholders only the facts that were not typed', async () => {
  const typed = [
    'Ask AG',
    '',
    '1999',
    'Zug',
    '',
    '',
    '6300',
    'CH',
    'a@b.ch',
    '+41 44 6681800',
  ]

  await site.talk([...typed, ''], '--input-type=module', '--eval', createAsked)

  const facts = JSON.parse(site.read('brands/asked/brand.json'))
  expect(facts).toMatchObject({
    placeholders: ['product', 'offices.0.street'],
    name: 'Ask AG',
    founded: 1999,
    phones: { worldwide: '+41 44 6681800' },
    offices: [{ region: '', postalCode: '6300' }],
  })
})

it('npm run brand -- new refuses a name that is taken or invalid', () => {
  expect(brand('new', 'acme').stderr).toContain('brands/acme already exists.')
  expect(brand('new', 'A/B').stderr).toContain(
    'A/B cannot be the name of a brand',
  )
})

/** Writes complete facts of the brand, with the given changes. */
function writeFacts(changes: object = {}) {
  const facts = { ...JSON.parse(text), name: 'Acme', disclosures: { rows: [] } }
  site.write(
    'brands/acme/brand.json',
    JSON.stringify({ ...facts, ...changes }, null, 2),
  )
}

function expectFindings(status: number, ...findings: (string | RegExp)[]) {
  const { status: ended, stdout } = brand('check', 'acme')
  expect(ended).toBe(status)
  for (const finding of findings) expect(stdout).toMatch(finding)
}

it('npm run brand -- check reports the disclosures of a fictional company', () => {
  writeFacts({ disclosures: { examples: true, rows: [] } })

  expectFindings(1, 'examples of a fictional company')
})

it('npm run brand -- check reports a missing testimonial', () => {
  writeFacts({ testimonial: 'genuine' })

  expectFindings(
    1,
    'the brand has no text of its own for Testimonial.quote (en)',
  )
})

it('npm run brand -- check warns about facts that lack a language', () => {
  const label = { en: 'Fees', es: 'Comisiones' }
  const rows = [{ topic: 'fees', label, value: '1,000 ounces' }]
  writeFacts({ disclosures: { rows } })

  expectFindings(0, /brand\.json:\d+ .*missing in French/)
})

it('npm run brand -- check accepts an office without a region or postal code', () => {
  const [office] = JSON.parse(text).offices
  const { region, postalCode, ...others } = office
  writeFacts({ offices: [others] })

  expectFindings(0, 'the facts of Acme are complete')
})

it('npm run brand -- check passes complete facts with a warning', () => {
  writeFacts({ links: {} })

  expectFindings(
    0,
    'the facts of Acme are complete',
    'not set: shop, prices, privacy, terms',
  )
})

describe('npm run brand -- check, once the images are drawn', () => {
  beforeAll(() => {
    writeFacts()
    brand('images', 'acme')
  })

  afterEach(() => {
    writeFacts()
    site.write('brands/acme/mark.svg', placeholderMark)
  })

  it('calls them up to date', () => {
    expectFindings(0, 'every icon and share image is there and up to date')
  })

  it('does not call them up to date while the facts have an error', () => {
    writeFacts({ founded: 'long ago' })

    expectFindings(1, 'Whether they are up to date is checked once')
  })

  it('warns that the mark has changed since', () => {
    site.write(
      'brands/acme/mark.svg',
      '<svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
    )

    expectFindings(0, 'Images: they were drawn before the mark, names')
  })

  it('warns that a name has changed since', () => {
    writeFacts({ product: 'Metal' })

    expectFindings(0, 'Images: they were drawn before the mark, names')
  })
})

it('npm run brand -- check warns about measures of another font', () => {
  writeFacts()
  const file = 'brands/acme/look.json'
  const look = site.read(file)
  site.write(file, look.replace(/bodoni-moda/g, 'work-sans'))

  expectFindings(0, /measures are not those of Bodoni Moda \(regular\)/)
  site.write(file, look)
})

it('npm run brand -- check reports texts that become too long with a long name', () => {
  writeFacts({ product: 'The Direct Reserve of Acme International' })

  expectFindings(
    1,
    'longer than 24 characters: The Direct Reserve',
    / messages\/en\.json:\d+ Navigation\.product: .* at most 16 .*\n.*Write your own Navigation\.product in brands\/acme\/messages\/en\.json/,
  )
})

it('npm run brand -- check accepts a shorter text of the brand’s own', () => {
  writeFacts({ product: 'The Direct Reserve of Acme International' })
  const own = '{ "Navigation": { "product": "Reserve" } }'
  site.write('brands/acme/messages/en.json', own)

  const { stdout } = brand('check', 'acme')

  expect(stdout).not.toMatch(/ messages\/en\.json:\d+ Navigation\.product/)
})

it('npm run brand -- check reports a wrong fact with its file and line', () => {
  writeFacts({ founded: 2999 })
  expectFindings(
    1,
    'brands/acme/brand.json:4 founded: must not be in the future',
  )
})

it('npm run brand -- check reports mistakes in the look and the texts', () => {
  writeFacts()
  const look = site.read('brands/acme/look.json')
  site.write('brands/acme/look.json', look.replace('#0e1a24', '#e0e0e0'))

  site.write(
    'brands/acme/messages/en.json',
    JSON.stringify({ Hero: { titel: 'Gold', title: 'Gold {price}' } }),
  )

  expectFindings(
    1,
    /ink #e0e0e0 on light\.paper .* needs 4\.5:1/,
    'brands/acme/messages/en.json:1 Hero.titel: The shared English catalog has no such text',
    'Hero.title: The site cannot fill in “{price}”',
  )
})

it('npm run brand -- check reports files that cannot be read', () => {
  writeFacts()
  const look = site.read('brands/acme/look.json')
  site.write('brands/acme/look.json', look.replace('"palette"', '"palete"'))

  site.write(
    'brands/acme/messages/en.json',
    '{ "Hero": { "title": "Gold" "body": "Metal" } }',
  )

  expectFindings(
    1,
    'palete is not a known key',
    'brands/acme/messages/en.json:1',
  )
})
