import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { visitScript } from '@/lib/build/page-scripts'
import { setForTest } from '../support/settings'

type Page = {
  address: string
  referrer?: string
  prerendering?: boolean
  refuses?: boolean
  stored?: string
}

/**
 * Runs the script like a browser. Returns what the tab has stored before and
 * after its first paint, and after a prerendered page is shown.
 */
function visit(
  {
    address,
    referrer = '',
    prerendering = false,
    refuses = false,
    stored,
  }: Page,
  hasStorage = true,
) {
  const entries = new Map(stored === undefined ? [] : [['visit', stored]])
  const sessionStorage = {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => entries.set(name, value),
  }
  const readVisit = () => JSON.parse(entries.get('visit') ?? 'null')
  const shown: (() => void)[] = []
  const painted: (() => void)[] = []
  const addEventListener = (type: string, listener: () => void) => {
    if (type === 'prerenderingchange') shown.push(listener)
  }
  runInNewContext(visitScript(), {
    ...(hasStorage && { sessionStorage }),
    document: { referrer, prerendering, addEventListener },
    navigator: { globalPrivacyControl: refuses || undefined },
    location: new URL(address),
    requestAnimationFrame: (callback: () => void) => painted.push(callback),
    setTimeout: (callback: () => void) => callback(),
    URL,
    URLSearchParams,
  })
  const beforePaint = readVisit()
  const paint = () => {
    for (const callback of painted) callback()
    return readVisit()
  }
  const before = paint()
  for (const listener of shown) listener()
  return { beforePaint, before, after: paint() }
}

const address = 'https://site.example/fr/direct-reserve'
const landing_page = '/fr/direct-reserve'
const campaign =
  'utm_source=news&utm_medium=email&utm_campaign=%C3%A9t%C3%A9&utm_term=or&utm_content=a&utm_id=7'
const five = {
  utm_source: 'news',
  utm_medium: 'email',
  utm_campaign: 'été',
  utm_term: 'or',
  utm_content: 'a',
}
const long = 'o'.repeat(300)

it.each<[string, Partial<Page>, object | null]>([
  [
    'the page, without its query',
    { address: `${address}?email=a@b.example#steps` },
    {},
  ],
  [
    'the host of the referring page',
    { referrer: 'https://www.search.example/q?or' },
    { referrer: 'www.search.example' },
  ],
  [
    'no referrer on the site itself',
    { referrer: 'https://site.example/fr' },
    {},
  ],
  [
    'the five parameters of a campaign, and no others',
    { address: `${address}?${campaign}` },
    five,
  ],
  [
    'the beginning of a long parameter',
    { address: `${address}?utm_term=${long}` },
    { utm_term: long.slice(0, 100) },
  ],
  [
    'only its first page',
    { stored: '{"landing_page":"/"}' },
    { landing_page: '/' },
  ],
  ['nothing with Global Privacy Control', { refuses: true }, null],
  [
    'nothing from a prerendered page with Global Privacy Control',
    { refuses: true, prerendering: true },
    null,
  ],
])('a visit stores %s', (_, visited, kept) => {
  expect(visit({ address, ...visited }).after).toEqual(
    kept && { landing_page, ...kept },
  )
})

it('a prerendered page stores a visit once it is shown', () => {
  expect(visit({ address, prerendering: true })).toEqual({
    beforePaint: null,
    before: null,
    after: { landing_page },
  })
})

it('a visit is not stored before the first paint', () => {
  expect(visit({ address }).beforePaint).toBeNull()
})

it('a stored visit stays as it is until the first paint', () => {
  const stored = '{"landing_page":"/"}'

  expect(visit({ address, stored }).beforePaint).toEqual(JSON.parse(stored))
})

it('a browser without storage stores no visit', () => {
  expect(visit({ address }, false).after).toBeNull()
})

it('with LEADS_CONTEXT=false, no visit is stored', async () => {
  setForTest({ LEADS_CONTEXT: 'false' })

  expect(visitScript()).toBe('')
})
