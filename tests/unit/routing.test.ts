import { expect, it } from 'vitest'
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
  expect(splitPath(pathname)).toEqual(parts)
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
