import { afterEach, expect, it, vi } from 'vitest'
import { routing } from '@/lib/i18n/routing'
import { isRootFile } from '@/lib/root-files'
import { indexedPages } from '@/lib/routes'
import { contentDate } from '@/lib/seo/content-date'
import { pageGraph, scriptText } from '@/lib/seo/json-ld'
import { addressWarning } from '@/lib/server/listen.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

it.each(routing.locales)('pages in %s are dated: after a change, run `npm run content:date`', async (locale) => {
  for (const page of indexedPages) expect(await contentDate(page, locale), page).toMatch(/^\d{4}-\d{2}-\d{2}$/)
})

it('writes structured data that cannot end its element', async () => {
  const graph = await pageGraph('home', 'en')
  const text = scriptText({ ...graph, '@graph': [{ '@type': 'Thing', name: '</script><script>alert(1)' }] })
  expect(text).not.toContain('<')
  expect(JSON.parse(text)['@graph'][0].name).toBe('</script><script>alert(1)')
})

it('knows the files without a language, by their exact names', () => {
  const files = ['/robots.txt', '/sitemap.xml', '/.well-known/security.txt', '/share/home.fr.png']
  const others = ['/share/home.tlh.png', '/share/.made-from', '/llms.txt', '/', '/robots.txt/']
  expect([...files, ...others].filter(isRootFile)).toEqual(files)
})

it('a staging site lists nothing, and tells crawlers on every page', async () => {
  vi.stubEnv('NOINDEX', 'true')
  vi.resetModules()
  const { pageMetadata, siteMetadata } = await import('@/lib/seo/metadata')
  const params = Promise.resolve({ locale: 'fr' })
  const head = { ...(await siteMetadata(params)), ...(await pageMetadata(params, 'home')) }
  expect([head.robots, head.other]).toEqual([{ index: false, follow: false }, undefined])
  const { default: sitemap } = await import('@/app/sitemap')
  expect(await sitemap()).toEqual([])
  const { default: robots } = await import('@/app/robots')
  expect(robots()).toEqual({ rules: { userAgent: '*', allow: '/' } })
})

it("shows the operator's own share image in place of every drawn one", async () => {
  const url = 'https://assets.halcrest.example/share.png'
  vi.stubEnv('SHARE_IMAGE_URL', url)
  vi.resetModules()
  const { pageMetadata } = await import('@/lib/seo/metadata')
  const { openGraph, twitter } = await pageMetadata(Promise.resolve({ locale: 'es' }), 'product')
  expect([openGraph?.images, twitter?.images]).toEqual([[{ url, alt: 'Halcrest' }], [{ url, alt: 'Halcrest' }]])
  const { pageGraph } = await import('@/lib/seo/json-ld')
  expect(JSON.stringify(await pageGraph('product', 'es'))).not.toContain('/share/product')
})

it.each([
  ['', /^Not ready for the public: SITE_URL is not set, [^\n]+\.$/],
  ['http://www.halcrest.example', /SITE_URL is http:\/\/www\.halcrest\.example, which is not an https address/],
  ['https://www.halcrest.example', /^$/],
])('warns at the start of a public address that is %j', (address, sentence) => {
  expect(addressWarning(address) ?? '').toMatch(sentence)
})
