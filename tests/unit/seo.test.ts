import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toArchive } from '@/lib/attestations/archive'
import { routing } from '@/lib/i18n/routing'
import { isRootFile } from '@/lib/root-files'
import { indexedPages } from '@/lib/routes'
import { contentDate } from '@/lib/seo/content-date'
import { pageGraph, scriptText } from '@/lib/seo/json-ld'
import { llmsText } from '@/lib/seo/llms-text'
import { yearSubpage } from '@/lib/seo/metadata'
import { sitemapXml } from '@/lib/seo/sitemap'
import { findPublicAddressProblem } from '@/lib/server/listen.ts'
import { catalog } from '../support/catalog'
import { storedReport } from '../support/reports'

beforeEach(() => {
  const dates = indexedPages.flatMap((page) =>
    routing.locales.map((locale) => [`${page}.${locale}`, '2026-11-24']),
  )
  vi.stubGlobal('CONTENT_DATES', JSON.stringify(Object.fromEntries(dates)))
})

afterEach(() => {
  vi.resetModules()
})

it('structured data cannot close its script element', async () => {
  const graph = await pageGraph('home', 'en')
  const text = scriptText({
    ...graph,
    '@graph': [{ '@type': 'Thing', name: '</script><script>alert(1)' }],
  })

  expect(text).not.toContain('<')
  expect(JSON.parse(text)['@graph'][0].name).toBe('</script><script>alert(1)')
})

it('files without a language are recognized by their exact names', () => {
  const files = [
    '/robots.txt',
    '/sitemap.xml',
    '/.well-known/security.txt',
    '/share/home.fr.png',
  ]
  const others = [
    '/share/home.tlh.png',
    '/share/.made-from',
    '/llms.txt',
    '/',
    '/robots.txt/',
  ]

  expect([...files, ...others].filter(isRootFile)).toEqual(files)
})

describe('a staging site', () => {
  beforeEach(() => {
    vi.stubEnv('NOINDEX', 'true')
    vi.resetModules()
  })

  it('asks search engines in its pages to ignore them', async () => {
    const { pageMetadata, siteMetadata } = await import('@/lib/seo/metadata')
    const params = Promise.resolve({ locale: 'fr' })

    const head = {
      ...(await siteMetadata(params)),
      ...(await pageMetadata(params, 'home')),
    }

    expect(head.robots).toEqual({ index: false, follow: false })
    expect(head.other).toBeUndefined()
  })

  it('has no sitemap', async () => {
    const { GET: sitemap } = await import('@/app/sitemap.xml/route')

    const response = await sitemap(
      new Request('http://localhost:3000/sitemap.xml'),
    )

    expect(response.status).toBe(404)
  })

  it('lets search engines read that they must ignore its pages', async () => {
    const { default: robots } = await import('@/app/robots')

    expect(robots()).toEqual({ rules: { userAgent: '*', allow: '/' } })
  })
})

describe('the date of a page', () => {
  const withdrawn = {
    sequence: 1,
    kind: 'withdrawn' as const,
    at: new Date('2098-03-04T05:06:07Z'),
    reason: null,
  }
  const archive = toArchive([
    storedReport('new', '2099-02', {
      createdAt: new Date('2099-03-01T00:00:00Z'),
    }),
    storedReport('old', '2098-01', { events: [withdrawn] }),
    storedReport('older', '2001-01'),
  ])

  async function dateOf(path: string): Promise<string | undefined> {
    const xml = await sitemapXml(archive)
    const entry = new RegExp(
      `<loc>http://localhost:3000${path}</loc>\\n<lastmod>(.*)</lastmod>\\n<xhtml:link`,
    )
    return xml.match(entry)?.[1]
  }

  it.each(['', '/fr/direct-reserve', '/es/attestations'])(
    'with the latest reports is that of their last change: %j',
    async (path) => {
      expect(await dateOf(path)).toBe('2099-03-01T00:00:00.000Z')
    },
  )

  it('of a year is that of the last change of its reports', async () => {
    expect(await dateOf('/fr/attestations/2098')).toBe(
      '2098-03-04T05:06:07.000Z',
    )
  })

  it.each([
    { path: '/fr/attestations/2001', texts: 'attestations' },
    { path: '/fr/contact', texts: 'contact' },
  ] as const)(
    '$path is that of its texts if they changed last',
    async ({ path, texts }) => {
      expect(await dateOf(path)).toBe(contentDate(texts, 'fr'))
    },
  )

  it('is the same in its JSON-LD', async () => {
    const graph = await pageGraph('attestations', 'fr', {
      archive,
      subpage: await yearSubpage('2098', 'fr'),
    })

    expect(graph['@graph']).toContainEqual(
      expect.objectContaining({ dateModified: '2098-03-04T05:06:07.000Z' }),
    )
  })

  it('belongs to every page and year of the sitemap in every language', async () => {
    const xml = await sitemapXml(archive)

    expect(xml.match(/<loc>/g)).toHaveLength((4 + 3) * routing.locales.length)
  })
})

describe('SHARE_IMAGE_URL', () => {
  const url = 'https://assets.halcrest.example/share.png'

  beforeEach(() => {
    vi.stubEnv('SHARE_IMAGE_URL', url)
    vi.resetModules()
  })

  it('replaces the share image in a page’s metadata', async () => {
    const { pageMetadata } = await import('@/lib/seo/metadata')

    const { openGraph, twitter } = await pageMetadata(
      Promise.resolve({ locale: 'es' }),
      'product',
    )

    expect(openGraph?.images).toEqual([{ url, alt: 'Halcrest' }])
    expect(twitter?.images).toEqual([{ url, alt: 'Halcrest' }])
  })

  it('replaces the share image in a page’s structured data', async () => {
    const { pageGraph } = await import('@/lib/seo/json-ld')

    const graph = JSON.stringify(await pageGraph('product', 'es'))

    expect(graph).not.toContain('/share/product')
  })
})

it.each([
  ['', /^Not ready for the public: SITE_URL is not set, [^\n]+\.$/],
  [
    'http://www.halcrest.example',
    /SITE_URL is http:\/\/www\.halcrest\.example, which is not an https address/,
  ],
  ['https://www.halcrest.example', /^$/],
])('the public address %j is checked at startup', (address, sentence) => {
  expect(findPublicAddressProblem(address) ?? '').toMatch(sentence)
})

it.each(routing.locales)(
  'llms.txt in %s has only link lists below its headings',
  async (locale) => {
    const text = await llmsText(locale)

    // Splits the text like the parser of llmstxt.org.
    const [, title, summary, rest = ''] =
      text.match(/^# ([^\n]+)\n\n> ([^\n]+)\n\n([\s\S]*)$/) ?? []
    const [details = '', ...sections] = rest.split(/^##\s*/m)
    const links = sections.flatMap((section) =>
      section.split(/\n+/).slice(1, -1),
    )
    expect(title).toBe('Halcrest Direct Reserve')
    expect(summary).toBe(catalog(locale).Metadata.home.description)
    expect(details).not.toMatch(/^#/m)
    expect(details).toContain(catalog(locale).Metals.title)
    expect(sections).toHaveLength(2)
    expect(links).toHaveLength(indexedPages.length + routing.locales.length - 1)
    for (const link of links)
      expect(link).toMatch(/^- \[[^\]]+\]\([^)]+\)(: .+)?$/)
  },
)
