import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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

describe('a product page with another address', () => {
  beforeEach(() => {
    vi.stubGlobal('PRODUCT_ADDRESSES', '["/silver-ledger","/gold-ledger"]')
    vi.resetModules()
  })

  async function resolve(address: string) {
    const routes = await import('@/lib/resolve-route')
    return routes.resolveRoute(address, new URLSearchParams())
  }

  it('is linked at its current address', async () => {
    const navigation = await import('@/lib/i18n/navigation')

    const linked = navigation.localizedPath('fr', '/direct-reserve')

    expect(linked).toBe('/fr/silver-ledger')
  })

  it.each([
    { address: '/silver-ledger', at: '/en/direct-reserve' },
    { address: '/fr/silver-ledger', at: '/fr/direct-reserve' },
    { address: '/gold', at: '/en/direct-reserve' },
  ])('is shown at $address', async ({ address, at }) => {
    const page = { kind: 'page', page: '/direct-reserve', status: 200 }

    expect(await resolve(address)).toEqual({ ...page, at })
  })

  it.each([
    { former: '/direct-reserve', to: '/silver-ledger' },
    { former: '/gold-ledger', to: '/silver-ledger' },
    { former: '/directreserve', to: '/silver-ledger' },
    { former: '/en/silver-ledger', to: '/silver-ledger' },
    { former: '/en/gold-ledger', to: '/silver-ledger' },
    { former: '/Gold-Ledger', to: '/silver-ledger' },
    { former: '/SILVER-LEDGER', to: '/silver-ledger' },
    { former: '/Direct-Reserve', to: '/silver-ledger' },
    { former: '/es/direct-reserve', to: '/es/silver-ledger' },
  ])('is redirected to from $former', async ({ former, to }) => {
    expect(await resolve(former)).toEqual({ kind: 'redirect', to })
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
