import { expect, it, vi } from 'vitest'
import { readBrandFacts } from '@/scripts/copy/brand-facts'
import { checkBrandFacts } from '@/scripts/copy/check'
import { numbersIn } from '@/scripts/copy/numbers'
import { sources } from '../support/copy'

const facts = readBrandFacts()

function problemsOf(from: string, to: string): string[] {
  const changed = facts.replace(from, to)
  if (changed === facts) throw new Error(`brand.json lacks ${from}`)
  return checkBrandFacts(changed, sources).map(
    ({ rule, locale, problem }) => `${rule} ${locale} ${problem}`,
  )
}

it('the facts of the default brand have no mistakes', () => {
  // Ignores the rows that an added language does not have yet.
  const isNew = (problem: string) =>
    problem.startsWith('This text is missing') &&
    !/: .*\b(fr|es)\b/.test(problem)

  const found = checkBrandFacts(facts, sources)

  expect(found.filter(({ problem }) => !isNew(problem))).toEqual([])
})

it.each([
  {
    condition: 'a number that differs from the English',
    from: '"fr": "Environ 400',
    to: '"fr": "Environ 500',
    problem: /^numbers fr This text lacks “400”/,
  },
  {
    condition: 'a misspelled name',
    from: 'ERC-3643 on',
    to: 'ERC 3643 on',
    problem: /^verbatim en “ERC 3643”/,
  },
  {
    condition: 'a word that promises a return',
    from: '"en": "The tokens bear no interest"',
    to: '"en": "The tokens guarantee nothing"',
    problem: /^forbidden en “guarantee”/,
  },
  {
    condition: 'a missing language',
    from: '"fr": "Sur demande",',
    to: '',
    problem: /^brand-translation en .*missing in French,/,
  },
])(
  'the copy check reports $condition in a disclosure',
  ({ from, to, problem }) => {
    expect(problemsOf(from, to)).toContainEqual(expect.stringMatching(problem))
  },
)

it.each([
  {
    condition: 'the attestor',
    from: '"attestor": "Thornquist',
    to: '"attestor": "Quill',
    problem: /“attestor”/,
  },
  {
    condition: 'the standard',
    from: '"standard": "ERC-3643"',
    to: '"standard": "ERC-20"',
    problem: /“claims”/,
  },
  {
    condition: 'the office hours',
    from: '"closes": "17:00"',
    to: '"closes": "18:30"',
    problem: /“18/,
  },
  {
    condition: 'the drawn bar',
    from: 'About 400',
    to: 'About 300',
    problem: /Showcase\.stamp\.weight/,
  },
])(
  'the copy check reports disclosures that contradict $condition',
  ({ from, to, problem }) => {
    const found = problemsOf(from, to).filter((each) =>
      each.startsWith('agreement'),
    )

    expect(found).toEqual([expect.stringMatching(problem)])
  },
)

it('the copy check accepts authorities and amounts in disclosures', () => {
  const found = problemsOf(
    '"en": "The tokens bear no interest',
    '"en": "Regulated by the FCA, up to $5 million',
  )

  expect(found.filter((each) => each.startsWith('forbidden'))).toEqual([])
})

it('the copy check does not read the periods in an identifier as part of a number', () => {
  const found = problemsOf('nº EX-0142', 'nº CHE-123.456.789')

  expect(found.filter((each) => each.startsWith('typography'))).toEqual([])
})

it('the copy check names the command that puts no-break spaces in disclosures', () => {
  const changed = facts.replace('"fr": "Environ 400', '"fr": "Pour 100 %, 400')

  const found = checkBrandFacts(changed, sources)

  expect(found.find(({ rule }) => rule === 'typography')?.fix).toContain(
    'npm run copy -- fix',
  )
})

it('the copy check does not compare texts that the brand does not show', () => {
  const changed = facts
    .replace(
      '"bars": "gold bars of about 400',
      '"bars": "gold bars of about 300',
    )
    .replace('About 400', 'About 300')

  const found = checkBrandFacts(changed, sources)

  expect(found.filter(({ rule }) => rule === 'agreement')).toEqual([])
})

it('the copy check finds no error in the texts of a second brand', async () => {
  vi.stubEnv('BRAND', 'tests/brands/quorndon')
  vi.resetModules()
  const { checkAll } = await import('@/scripts/copy/check')

  const found = checkAll()

  expect(found.filter(({ level }) => level === 'error')).toEqual([])
})

it('a number is recognized in the format of every language', () => {
  for (const text of ['1,000.5 oz', '1 000,5 oz', '1.000,5 oz'])
    expect(numbersIn(text)).toEqual(['1000.5'])
  for (const text of [
    '9:00 a.m. to 5:00 p.m.',
    'de 9 h à 17 h',
    '9:00 a 17:00',
  ])
    expect(numbersIn(text)).toEqual(['9', '17'])
})

it.each([
  [
    ['12:30 p.m.', '12:30 PM', '12 h 30', '12h30', '12:30 h'],
    ['12', '30'],
  ],
  [
    ['12:30 a.m.', '12:30 a. m.', '0 h 30', '00:30'],
    ['0', '30'],
  ],
  [['12:00 p.m.', '12 p.m.', '12 h 00', '12 h'], ['12']],
  [
    ['9:30 a.m.', '9:30am', '09:30', '9 h 30'],
    ['9', '30'],
  ],
  [
    ['1:05 p.m.', '1:05 pm', '13 h 05', '13:05'],
    ['13', '05'],
  ],
])('every spelling in %j is read as the same time', (texts, numbers) => {
  expect(texts.map(numbersIn)).toEqual(texts.map(() => numbers))
})
