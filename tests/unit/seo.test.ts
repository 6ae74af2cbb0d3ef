import { afterEach, describe, expect, it, vi } from 'vitest'
import { parseEnv } from '@/lib/env'
import { routing } from '@/lib/i18n/routing'
import { isRootFile } from '@/lib/root-files'
import { indexedPages } from '@/lib/routes'
import { contentDate } from '@/lib/seo/content-date'
import { pageGraph, scriptText } from '@/lib/seo/json-ld'
import { addressWarning } from '@/lib/server/listen.ts'
import { catalog } from '../support/catalog'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

describe.each(routing.locales)('the heads of all pages in %s', (locale) => {
  it('are dated: after a change of words, run `npm run content:date`', async () => {
    for (const page of indexedPages) expect(await contentDate(page, locale), page).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })
})

it('starts the default title with the brand and goes on with the tagline', async () => {
  const { siteMetadata } = await import('@/lib/seo/metadata')
  const head = await siteMetadata(Promise.resolve({ locale: 'en' }))
  expect(head.title).toBe(catalog('en').Metadata.home.title)
  expect(head.title).toMatch(/^Halcrest \| ./)
})

it('writes structured data that cannot end its element', async () => {
  const graph = await pageGraph('home', 'en')
  const text = scriptText({ ...graph, '@graph': [{ '@type': 'Thing', name: '</script><script>alert(1)' }] })
  expect(text).not.toContain('<')
  expect(JSON.parse(text)['@graph'][0].name).toBe('</script><script>alert(1)')
})

it('knows the files without a language, by their exact names', () => {
  for (const path of ['/robots.txt', '/sitemap.xml', '/.well-known/security.txt', '/share/home.fr.png']) {
    expect(isRootFile(path), path).toBe(true)
  }
  for (const path of ['/share/home.tlh.png', '/share/.made-from', '/llms.txt', '/', '/robots.txt/']) {
    expect(isRootFile(path), path).toBe(false)
  }
})

describe('a staging site', () => {
  it('is asked for by name, and only so', () => {
    const env = { APP_SECRET: 's'.repeat(32) }
    expect(parseEnv(env).NOINDEX).toBe(false)
    expect(parseEnv({ ...env, NOINDEX: '' }).NOINDEX).toBe(false)
    expect(parseEnv({ ...env, NOINDEX: 'true' }).NOINDEX).toBe(true)
    expect(() => parseEnv({ NOINDEX: 'yes' })).toThrow(/NOINDEX/)
  })

  it('lists nothing, and tells crawlers on every page', async () => {
    vi.stubEnv('NOINDEX', 'true')
    vi.resetModules()
    const { pageMetadata, siteMetadata } = await import('@/lib/seo/metadata')
    const params = Promise.resolve({ locale: 'fr' })
    const head = { ...(await siteMetadata(params)), ...(await pageMetadata(params, 'home')) }
    expect(head.robots).toEqual({ index: false, follow: false })
    expect(head.other).toBeUndefined()
    const { default: sitemap } = await import('@/app/sitemap')
    expect(await sitemap()).toEqual([])
    const { default: robots } = await import('@/app/robots')
    expect(robots()).toEqual({ rules: { userAgent: '*', allow: '/' } })
  })
})

it("shows the operator's own share image in place of every drawn one", async () => {
  vi.stubEnv('SHARE_IMAGE_URL', 'https://assets.halcrest.example/share.png')
  vi.resetModules()
  const { pageMetadata } = await import('@/lib/seo/metadata')
  const head = await pageMetadata(Promise.resolve({ locale: 'es' }), 'product')
  const image = { url: 'https://assets.halcrest.example/share.png', alt: 'Halcrest' }
  expect(head.openGraph?.images).toEqual([image])
  expect(head.twitter?.images).toEqual([image])
  const { pageGraph } = await import('@/lib/seo/json-ld')
  expect(JSON.stringify(await pageGraph('product', 'es'))).not.toContain('/share/product')
})

it.each([
  ['', /^Not ready for the public: SITE_URL is not set, [^\n]+\.$/],
  [undefined, /SITE_URL is not set/],
  ['http://www.halcrest.example', /SITE_URL is http:\/\/www\.halcrest\.example, which is not an https address/],
])('warns at the start of a public address that is %j', (address, sentence) => {
  expect(addressWarning(address)).toMatch(sentence)
})

it('has nothing to say of an https address', () => {
  expect(addressWarning('https://www.halcrest.example')).toBeUndefined()
})
