import { runInNewContext } from 'node:vm'
import { afterEach, expect, it } from 'vitest'
import { visitScript } from '@/lib/build/page-scripts'
import { changeEnvironment } from '@/lib/env'

type Page = {
  address: string
  referrer?: string
  prerendering?: boolean
  refuses?: boolean
  stored?: string
  hasStorage?: boolean
}

/** Runs the script as a browser does in a page, and returns what the tab then holds, at its first paint and once it is shown. */
function visit({ address, referrer = '', prerendering = false, refuses = false, stored, hasStorage = true }: Page) {
  const entries = new Map(stored === undefined ? [] : [['visit', stored]])
  const shown: (() => void)[] = []
  const painted: (() => void)[] = []
  const sessionStorage = {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => entries.set(name, value),
  }
  const addEventListener = (type: string, listener: () => void) => {
    if (type === 'prerenderingchange') shown.push(listener)
  }
  const document = { referrer, prerendering, addEventListener }
  const navigator = { globalPrivacyControl: refuses || undefined }
  const location = new URL(address)
  const requestAnimationFrame = (callback: () => void) => painted.push(callback)
  const setTimeout = (callback: () => void) => callback()
  const browser = {
    ...(hasStorage && { sessionStorage }),
    document,
    navigator,
    location,
    URL,
    URLSearchParams,
    requestAnimationFrame,
    setTimeout,
  }
  runInNewContext(visitScript(), browser)
  const held = () => JSON.parse(entries.get('visit') ?? 'null')
  const paint = () => {
    for (const callback of painted) callback()
    return held()
  }
  expect(held()).toEqual(stored ? JSON.parse(stored) : null)
  const before = paint()
  for (const listener of shown) listener()
  return { before, after: paint() }
}

const page = 'https://site.example/fr/direct-reserve'

afterEach(() => changeEnvironment({ LEADS_CONTEXT: undefined }))

it.each<[string, Page, object | null]>([
  ['the page, without what was asked of it', { address: `${page}?email=a@b.example#steps` }, {}],
  [
    'the host before it',
    { address: page, referrer: 'https://www.search.example/q?or' },
    { referrer: 'www.search.example' },
  ],
  ['no page of the site itself', { address: page, referrer: 'https://site.example/fr' }, {}],
  [
    'the five parameters of a campaign, and no others',
    {
      address: `${page}?utm_source=news&utm_medium=email&utm_campaign=%C3%A9t%C3%A9&utm_term=or&utm_content=a&utm_id=7`,
    },
    { utm_source: 'news', utm_medium: 'email', utm_campaign: 'été', utm_term: 'or', utm_content: 'a' },
  ],
  [
    'of a long parameter its beginning',
    { address: `${page}?utm_term=${'o'.repeat(300)}` },
    { utm_term: 'o'.repeat(100) },
  ],
])('a visit keeps %s', (_, visited, kept) => {
  expect(visit(visited).before).toEqual({ landing_page: '/fr/direct-reserve', ...kept })
})

it('only the first page counts', () => {
  const stored = JSON.stringify({ landing_page: '/' })
  expect(visit({ address: `${page}?utm_source=news`, stored }).after).toEqual({ landing_page: '/' })
})

it('a page that is prerendered counts once it is shown', () => {
  const { before, after } = visit({ address: page, prerendering: true })
  expect(before).toBeNull()
  expect(after).toEqual({ landing_page: '/fr/direct-reserve' })
})

it('nothing is kept for a visitor with Global Privacy Control', () => {
  expect(visit({ address: page, refuses: true }).after).toBeNull()
  expect(visit({ address: page, refuses: true, prerendering: true }).after).toBeNull()
})

it('an address before it that is none is left out, and storage that is away is no error', () => {
  expect(visit({ address: page, referrer: 'about:client' }).after).toEqual({ landing_page: '/fr/direct-reserve' })
  expect(visit({ address: page, hasStorage: false }).after).toBeNull()
})

it('there is no such script with LEADS_CONTEXT=false', () => {
  changeEnvironment({ LEADS_CONTEXT: 'false' })
  expect(visitScript()).toBe('')
})
