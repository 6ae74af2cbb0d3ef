import { afterEach, expect, it, vi } from 'vitest'
import { localizedPath, splitPath } from '@/lib/i18n/navigation'
import { resolveRoute } from '@/lib/resolve-route'
import { pageOf } from '@/lib/routes'

it.each([
  { pathname: '/', locale: 'en', prefixed: false, path: '/' },
  { pathname: '/fr', locale: 'fr', prefixed: true, path: '/' },
  { pathname: '/fr/contact', locale: 'fr', prefixed: true, path: '/contact' },
  { pathname: '//es///gold/', locale: 'es', prefixed: true, path: '/gold' },
  { pathname: '/french', locale: 'en', prefixed: false, path: '/french' },
])(
  'the path $pathname is split into language and page',
  ({ pathname, locale, prefixed, path }) => {
    expect(splitPath(pathname)).toEqual({
      locale,
      prefixed,
      path,
      isFormer: false,
    })
  },
)

it.each([
  ['/FR/contact', '/fr/contact'],
  ['/EN', '/'],
  ['/Contact', '/contact'],
  ['/fr/CONTACT/Received', '/fr/contact/received'],
  ['/Direct-Reserve', '/direct-reserve'],
  ['/Gold', '/gold'],
  ['/Attestations/2025', '/attestations/2025'],
  ['/Es/DirectReserve', '/es/direct-reserve'],
  ['/en/directreserve', '/direct-reserve'],
  ['/DirectReserve?lang=fr', '/fr/direct-reserve'],
  ['/Contact?lang=es', '/es/contact'],
  ['/Operator/LEADS', '/operator/leads'],
  ['/FR/Operator/Questions/Ab-C', '/fr/operator/questions/Ab-C'],
  ['/contact?lang=fr-CA', '/fr/contact'],
  ['/?lng=ES', '/es'],
  ['/apple-touch-icon.png', '/icons/apple-touch-icon.png'],
  ['/apple-touch-icon-120x120-precomposed.png', '/icons/apple-touch-icon.png'],
])('the path %s redirects', (address, to) => {
  const [pathname = '', query] = address.split('?')
  expect(resolveRoute(pathname, new URLSearchParams(query))).toEqual({
    kind: 'redirect',
    to,
  })
})

it.each([
  '/Nope',
  '/Fr-CA/Contact',
  '/Page-Not-Found',
  '/Attestations.CSV',
  '/Llms.txt',
  '/Robots.txt',
  '/API/contact',
  '/Healthz',
  '/Contact/Nope',
  '/Operator/Nope',
])('the path %s stays unknown', (path) => {
  expect(resolveRoute(path, new URLSearchParams())).toMatchObject({
    status: 404,
  })
})

it('the id in an address of the console keeps its capitals', () => {
  expect(
    resolveRoute('/operator/questions/Ab-C', new URLSearchParams()),
  ).toMatchObject({ kind: 'page', page: '/operator/questions/Ab-C' })
})

it('every language except English has a prefix', () => {
  const paths = [
    localizedPath('en', '/contact'),
    localizedPath('fr', '/'),
    localizedPath('es', '/contact'),
  ]

  expect(paths).toEqual(['/contact', '/fr', '/es/contact'])
})

it('an alias resolves to its page, and an unknown or inherited name to none', () => {
  expect(['/gold', '/nope', 'constructor'].map(pageOf)).toEqual([
    '/direct-reserve',
    undefined,
    undefined,
  ])
})

afterEach(() => {
  vi.resetModules()
})

it('former addresses of the product page redirect to the brand’s current one', async () => {
  vi.stubGlobal('PRODUCT_ADDRESSES', '["/silver-ledger","/gold-ledger"]')
  vi.resetModules()
  const { localizedPath } = await import('@/lib/i18n/navigation')
  const { resolveRoute } = await import('@/lib/resolve-route')
  const resolve = (address: string) =>
    resolveRoute(address, new URLSearchParams())
  expect(localizedPath('fr', '/direct-reserve')).toBe('/fr/silver-ledger')

  const page = { kind: 'page', page: '/direct-reserve', status: 200 }
  expect(resolve('/silver-ledger')).toEqual({
    ...page,
    at: '/en/direct-reserve',
  })
  expect(resolve('/fr/silver-ledger')).toEqual({
    ...page,
    at: '/fr/direct-reserve',
  })
  expect(resolve('/gold')).toEqual({ ...page, at: '/en/direct-reserve' })

  for (const former of [
    '/direct-reserve',
    '/gold-ledger',
    '/directreserve',
    '/en/silver-ledger',
    '/en/gold-ledger',
    '/Gold-Ledger',
    '/SILVER-LEDGER',
    '/Direct-Reserve',
  ])
    expect(resolve(former), former).toEqual({
      kind: 'redirect',
      to: '/silver-ledger',
    })
  expect(resolve('/es/direct-reserve')).toEqual({
    kind: 'redirect',
    to: '/es/silver-ledger',
  })
})

it('the product page has its default address if none is set', () => {
  const resolve = (address: string) =>
    resolveRoute(address, new URLSearchParams())

  expect(resolve('/direct-reserve')).toMatchObject({
    kind: 'page',
    status: 200,
  })
  expect(resolve('/silver-ledger')).toMatchObject({ status: 404 })
})
