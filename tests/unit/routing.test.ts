import { afterEach, expect, it, vi } from 'vitest'
import { localizedPath, splitPath } from '@/lib/i18n/navigation'
import { pageOf } from '@/lib/routes'

it.each([
  ['/', { locale: 'en', prefixed: false, path: '/' }],
  ['/fr', { locale: 'fr', prefixed: true, path: '/' }],
  ['/fr/contact', { locale: 'fr', prefixed: true, path: '/contact' }],
  ['//es///gold/', { locale: 'es', prefixed: true, path: '/gold' }],
  ['/french', { locale: 'en', prefixed: false, path: '/french' }],
  ['/FR', { locale: 'en', prefixed: false, path: '/FR' }],
])('splits %s', (pathname, parts) => {
  expect(splitPath(pathname)).toEqual({ ...parts, isFormer: false })
})

it('puts a prefix before every language but English', () => {
  expect(localizedPath('en', '/contact')).toBe('/contact')
  expect(localizedPath('fr', '/')).toBe('/fr')
  expect(localizedPath('es', '/contact')).toBe('/es/contact')
})

it('knows the page behind an alias, and no page behind an unknown or inherited name', () => {
  expect(pageOf('/gold')).toBe('/direct-reserve')
  expect(pageOf('/nope')).toBeUndefined()
  expect(pageOf('constructor')).toBeUndefined()
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

it('a brand gives the product page an address of its own; the ones that it had lead there', async () => {
  vi.stubGlobal('PRODUCT_ADDRESSES', '["/silver-ledger","/gold-ledger"]')
  vi.resetModules()
  const { localizedPath } = await import('@/lib/i18n/navigation')
  const { resolveRoute } = await import('@/lib/resolve-route')
  const resolve = (address: string) => resolveRoute(address, new URLSearchParams())
  expect(localizedPath('fr', '/direct-reserve')).toBe('/fr/silver-ledger')
  const page = { kind: 'page', page: '/direct-reserve', status: 200 }
  expect(resolve('/silver-ledger')).toEqual({ ...page, at: '/en/direct-reserve' })
  expect(resolve('/fr/silver-ledger')).toEqual({ ...page, at: '/fr/direct-reserve' })
  expect(resolve('/gold')).toEqual({ ...page, at: '/en/direct-reserve' })
  for (const former of ['/direct-reserve', '/gold-ledger', '/directreserve', '/en/silver-ledger', '/en/gold-ledger'])
    expect(resolve(former), former).toEqual({ kind: 'redirect', to: '/silver-ledger' })
  expect(resolve('/es/direct-reserve')).toEqual({ kind: 'redirect', to: '/es/silver-ledger' })
})

it('without one the specified address is the page, and no other', async () => {
  const { resolveRoute } = await import('@/lib/resolve-route')
  expect(resolveRoute('/direct-reserve', new URLSearchParams())).toMatchObject({ kind: 'page', status: 200 })
  expect(resolveRoute('/silver-ledger', new URLSearchParams())).toMatchObject({ status: 404 })
})
