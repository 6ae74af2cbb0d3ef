import { expect, test } from '@playwright/test'
import { localizedPath } from '@/lib/i18n/navigation'
import type { Locale } from '@/lib/i18n/routing'
import { shareImage } from '@/lib/root-files'
import {
  indexedPages,
  notFoundPath,
  type PageName,
  paths,
  routes,
} from '@/lib/routes'
import { pageContent } from '@/lib/seo/page-content'
import { site } from '@/lib/site'
import { catalog, locales } from '../support/catalog'
import {
  type Crawl,
  crawl,
  pngSize,
  readSheet,
  type Sheet,
} from '../support/crawl'
import {
  killServer,
  serverEnvironment,
  startServer,
  takePort,
} from '../support/server'

type Node = { '@id'?: string; '@type'?: string; [property: string]: unknown }

// All tests in this file share one crawl.
test.describe.configure({ mode: 'default' })

const origin = process.env.SITE_URL || 'http://localhost:3000'
const crawlPort = takePort()
const baseURL = `http://localhost:${crawlPort}`

let found: Crawl
let canonical: Sheet[]
let crawled: Awaited<ReturnType<typeof startServer>>['server']

// Uses a separate server because other tests publish reports on the default
// one.
test.use({ baseURL })

test.beforeAll(async ({ browser }) => {
  crawled = (await startServer(serverEnvironment(undefined, crawlPort))).server
  const page = await browser.newPage({ baseURL })
  found = await crawl(page, '/')
  canonical = [...found.sheets.values()].filter(
    ({ metas }) => metas.robots?.[0] === 'index, follow',
  )
  await page.close()
})

test.afterAll(() => killServer(crawled))

test('every link targets an existing page, a fragment or an allowed external address', () => {
  expect([...found.statuses].filter(([, status]) => status !== 200)).toEqual([])

  const numbers = Object.values(site.phones).map(
    (number) => `tel:+${number?.replace(/\D/g, '')}`,
  )
  const disclosed = site.disclosures.rows.flatMap(({ link, source, value }) => [
    link,
    source,
    value,
  ])
  const allowed = [
    site.shopUrl,
    site.privacyUrl,
    site.termsUrl,
    site.meetingUrl,
    ...numbers,
    ...disclosed.filter(Boolean),
  ]
  for (const link of found.external)
    expect([...allowed, site.email]).toContain(link.replace('mailto:', ''))

  for (const { path, links, fragments } of found.sheets.values()) {
    const own = links
      .filter((link) => link.startsWith('#'))
      .map((link) => link.slice(1))
    expect(fragments, path).toEqual(expect.arrayContaining(own))
  }
})

test('every page in the route table is reachable from the home page in every language', () => {
  // Excludes pages that only a submitted form redirects to, because nothing
  // links to them.
  const linked = Object.values(paths).filter(
    (path) => path !== paths.again && path !== paths.received,
  )
  const expected = linked.flatMap((path) =>
    locales.map((locale) => localizedPath(locale, path)),
  )

  expect([...found.sheets.keys()].sort()).toEqual(expected.sort())
})

test('pages are their own canonical address', () => {
  for (const { path, canonical: address } of found.sheets.values())
    expect(address, path).toBe(absolute(path))
  expect(canonical).toHaveLength(indexedPages.length * locales.length)
})

test('pages link their languages reciprocally', () => {
  for (const { path, lang, languages, canonical: address } of canonical) {
    expect(Object.keys(languages).sort(), path).toEqual(
      [...locales, 'x-default'].sort(),
    )
    expect(languages[lang], path).toBe(address)
    expect(languages['x-default'], path).toBe(languages.en)
    for (const [language, other] of Object.entries(languages)) {
      const sheet = found.sheets.get(pathOf(other))
      expect(sheet?.languages, `${path} → ${other}`).toEqual(languages)
      if (language !== 'x-default')
        expect(sheet?.lang, `${path} → ${other}`).toBe(language)
    }
  }
})

test('the sitemap matches the crawled pages, their languages and their dates', async ({
  request,
}) => {
  const xml = await (await request.get('/sitemap.xml')).text()
  const entries = [...xml.matchAll(/<url>(.*?)<\/url>/gs)].map(
    ([, entry = '']) => [
      entry.match(/<loc>(.*?)<\/loc>/)?.[1],
      Object.fromEntries(
        [...entry.matchAll(/hreflang="(.*?)" href="(.*?)"/g)].map(
          ([, ...link]) => link,
        ),
      ),
      entry.match(/<lastmod>(\d{4}-\d{2}-\d{2})<\/lastmod>/)?.[1],
    ],
  )
  const crawled = canonical.map((sheet) => {
    return [
      sheet.canonical,
      sheet.languages,
      node(graphOf(sheet), 'WebPage').dateModified,
    ]
  })

  expect(entries.sort()).toEqual(crawled.sort())
})

test('every page has a unique title and description', () => {
  const sheets = [...found.sheets.values()]
  expect(new Set(sheets.map(({ title }) => title)).size).toBe(sheets.length)
  expect(new Set(sheets.map(({ metas }) => metas.description?.[0])).size).toBe(
    sheets.length,
  )

  for (const { path, title, metas } of sheets) {
    expect(title.length, path).toBeLessThanOrEqual(60)
    expect(metas.description?.[0], path).toMatch(/^.{50,160}$/)
    expect(metas.keywords?.[0], path).toBeTruthy()
  }
})

test('every page has the crawler rules of its route', () => {
  for (const { path, metas } of found.sheets.values()) {
    const indexed = indexedPages.some((page) =>
      locales.some((locale) => localizedPath(locale, paths[page]) === path),
    )

    expect(metas.robots, path).toEqual([
      indexed ? 'index, follow' : 'noindex, follow',
    ])
    expect(metas['revisit-after'], path).toEqual(
      indexed ? ['7 days'] : undefined,
    )
  }
})

test('link previews have the text, language and image of each page', async ({
  request,
}) => {
  const region = (language: string) =>
    `${language}_${new Intl.Locale(language).maximize().region}`

  for (const {
    path,
    lang,
    title,
    metas,
    canonical: address,
  } of found.sheets.values()) {
    const others = locales.filter((locale) => locale !== lang).map(region)

    expect(metas, path).toMatchObject({
      'og:title': [title],
      'og:description': metas.description,
      'twitter:title': [title],
      'twitter:description': metas.description,
      'og:url': [address],
      'og:type': ['website'],
      'og:site_name': [site.brand],
      'og:locale': [region(lang)],
      'og:locale:alternate': others,
      'twitter:card': ['summary_large_image'],
    })
    expect(metas['og:image:alt']?.[0], path).toBeTruthy()
    expect(metas['og:image'], path).toEqual(metas['twitter:image'])
    expect(
      await pngSize(request, pathOf(metas['og:image']?.[0] ?? '')),
      path,
    ).toEqual(shareImage)
  }
})

test('link previews of different pages have different images', () => {
  const images = [...found.sheets.values()].map(
    ({ metas }) => metas['og:image']?.[0],
  )

  expect(new Set(images).size).toBe(images.length)
})

test('in every language, an alias declares the page it shows as canonical', async ({
  page,
}) => {
  for (const [alias, route] of Object.entries(routes)) {
    for (const locale of route.kind === 'alias' ? locales : []) {
      const address = localizedPath(locale, alias)
      const { sheet } = await readSheet(page, address)
      const shown = found.sheets.get(
        localizedPath(locale, 'of' in route ? route.of : ''),
      )

      expect(sheet, address).toMatchObject({
        canonical: shown?.canonical,
        languages: shown?.languages,
      })
      expect(found.sheets.has(address), address).toBe(false)
    }
  }
})

test('an unknown address is not indexed and has no canonical address', async ({
  page,
}) => {
  for (const path of ['/fr/no-such-page', notFoundPath, '/share/no-such.png']) {
    const { status, sheet } = await readSheet(page, path)

    expect(status, path).toBe(404)
    expect(sheet?.metas.robots, path).toEqual(['noindex, follow'])
    expect(sheet?.canonical, path).toBeUndefined()
    expect(sheet?.languages, path).toEqual({})
  }
})

test('structured data has no dangling references', () => {
  for (const sheet of canonical) {
    const graph = graphOf(sheet)
    const names = graph.map((top) => top['@id'])

    expect(new Set(names).size, sheet.path).toBe(graph.length)
    expect(names, sheet.path).toContain(`${sheet.canonical}#webpage`)
    const references = allNodes(graph).filter(
      (each) => Object.keys(each).join() === '@id',
    )
    expect(names, sheet.path).toEqual(
      expect.arrayContaining(references.map((each) => each['@id'])),
    )
  }
})

test('structured data claims no more than the site', () => {
  for (const sheet of canonical) {
    const text = sheet.graphs[0] ?? ''

    expect(text, sheet.path).not.toMatch(
      /"(offers|price|priceRange|review|aggregateRating|email)"/,
    )
    expect(text, sheet.path).not.toMatch(/<|mailto:|[\w.-]+@[\w-]+\.\w/)
  }
})

test('structured data matches the head of its page', () => {
  for (const sheet of canonical) {
    const graph = graphOf(sheet)
    const page = node(graph, 'WebPage')

    expect(page, sheet.path).toMatchObject({
      url: sheet.canonical,
      name: spaced(sheet.title),
      inLanguage: sheet.lang,
    })
    expect(page.description, sheet.path).toBe(
      spaced(sheet.metas.description?.[0]),
    )
  }
})

test('structured data matches the visible page', () => {
  for (const sheet of canonical) {
    const graph = graphOf(sheet)
    const pages = graph.filter((top) => top['@type'] === 'FAQPage')
    const marked = ofType(pages, 'Question').map(({ name, acceptedAnswer }) => {
      return { question: name, answer: allNodes(acceptedAnswer)[0]?.text }
    })

    expect(marked, sheet.path).toEqual(sheet.questions)
    const points = ofType(graph, 'ContactPoint')
    const phones = points.map(({ telephone }) => telephone)
    expect(phones, sheet.path).toEqual(Object.values(site.phones))
    for (const phone of phones) expect(sheet.text, sheet.path).toContain(phone)
    for (const step of ofType(graph, 'ListItem')) {
      const path = pathOf(String(step.item))
      expect(sheet.text, sheet.path).toContain(step.name)
      expect(found.statuses.get(path), path).toBe(200)
    }
  }
})

for (const locale of locales) {
  test(`the structured data has the contact page’s office addresses in ${locale}`, () => {
    const contact = sheetOf('contact', locale)

    for (const office of ofType(graphOf(contact), 'PostalAddress')) {
      expect(contact.text).toContain(office.streetAddress)
      expect(contact.text).toContain(
        `${office.addressLocality}, ${office.addressRegion} ${office.postalCode}`,
      )
    }
  })

  test(`the structured data describes the company as the pages do in ${locale}`, () => {
    const product = sheetOf('product', locale)
    const graph = graphOf(product)
    expect(node(graph, 'Organization')).toMatchObject({
      name: site.brand,
      foundingDate: '1977',
    })
    expect(product.text).toContain(node(graph, 'FinancialService').description)

    for (const page of ['home', 'attestations'] as const) {
      const about = graphOf(sheetOf(page, locale))
      expect(node(about, 'FinancialService').url, page).toBe(
        node(graph, 'FinancialService').url,
      )
    }
  })

  test(`the structured data describes the tokens as the product page does in ${locale}`, () => {
    const product = sheetOf('product', locale)
    const tokens = graphOf(product).filter((top) => top['@type'] === 'Product')
    expect(tokens).toHaveLength(2)

    for (const token of tokens) {
      expect(product.text).toContain(token.description)
      const properties = allNodes(token.additionalProperty)
      const names = properties.map(({ propertyID }) => propertyID)
      expect(names, String(token.name)).toEqual(
        expect.arrayContaining(['unit', 'backing', 'standard', 'legalNature']),
      )
      for (const { value } of properties)
        expect(product.text.toLowerCase()).toContain(
          String(value).toLowerCase(),
        )
    }
  })

  test(`a page’s date in ${locale} covers the texts of all its headings`, () => {
    for (const page of indexedPages) {
      const words = spaced(
        JSON.stringify(
          pageContent[page].namespaces.map(
            (namespace) => catalog(locale)[namespace],
          ),
        ),
      )

      for (const heading of sheetOf(page, locale).headings)
        expect(words, page).toContain(heading)
    }
  })

  test(`llms.txt is in ${locale}`, async ({ request }) => {
    const words = catalog(locale)
    const answer = await request.get(localizedPath(locale, '/llms.txt'), {
      maxRedirects: 0,
    })
    expect(answer.headers()['content-type']).toBe('text/plain; charset=utf-8')

    const text = await answer.text()
    expect(text).toMatch(/^# Halcrest Direct Reserve\n\n> /)
    for (const { question } of Object.values(words.HomeFaq.items))
      expect(text).toContain(question)
    for (const { label } of Object.values(words.Metals.rows))
      expect(text).toContain(`| ${label} |`)
    expect(text).not.toMatch(/[<{]/)
    // Excludes the e-mail address because visitors see it only after a click.
    // The addresses in the disclosures are on the page.
    expect(text).not.toContain(site.email)
  })

  test(`llms.txt in ${locale} links only to the site’s pages and addresses from the disclosures`, async ({
    request,
  }) => {
    const text = await (
      await request.get(localizedPath(locale, '/llms.txt'))
    ).text()

    for (const [, address = ''] of text.matchAll(/\]\((.*?)\)/g)) {
      const isOwn = address.startsWith(origin)

      if (!isOwn)
        expect(JSON.stringify(site.disclosures.rows)).toContain(
          address.replace('mailto:', ''),
        )
      else
        expect(
          (await request.get(pathOf(address), { maxRedirects: 0 })).status(),
          address,
        ).toBe(200)
    }
  })

  test(`the manifest is in ${locale}`, async ({ request }) => {
    const manifest = await (
      await request.get(localizedPath(locale, '/manifest.webmanifest'))
    ).json()
    expect(manifest).toMatchObject({
      lang: locale,
      start_url: localizedPath(locale, '/'),
      short_name: site.brand,
    })

    for (const { src, sizes } of manifest.icons) {
      const { width, height } = await pngSize(request, src)
      expect(`${width}x${height}`, src).toBe(sizes)
    }
  })
}

test('robots.txt excludes the API and names the sitemap', async ({
  request,
}) => {
  const robots = await (await request.get('/robots.txt')).text()

  expect(robots.trim()).toBe(
    `User-Agent: *\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml`,
  )
})

test('security.txt names a contact and the site’s languages', async ({
  request,
}) => {
  const security = await (await request.get('/.well-known/security.txt')).text()
  const lines = [
    `Contact: ${origin}/contact`,
    `Canonical: ${origin}/.well-known/security.txt`,
  ]
  const languages = `Preferred-Languages: ${locales.join(', ')}`

  expect(security.split('\n')).toEqual(
    expect.arrayContaining([...lines, languages]),
  )
})

test('security.txt expires in one to twelve months', async ({ request }) => {
  const security = await (await request.get('/.well-known/security.txt')).text()

  const days =
    (Date.parse(security.match(/Expires: (.*)/)?.[1] ?? '') - Date.now()) /
    86_400_000

  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
})

function absolute(path: string): string {
  return path === '/' ? origin : origin + path
}

function pathOf(address: string): string {
  if (!`${address}/`.startsWith(`${origin}/`))
    throw new Error(`${address} is on another site`)
  return address.slice(origin.length) || '/'
}

function sheetOf(page: PageName, locale: Locale): Sheet {
  const sheet = found.sheets.get(localizedPath(locale, paths[page]))
  if (!sheet) throw new Error(`The crawl did not find ${page} in ${locale}`)
  return sheet
}

function graphOf({ graphs }: Sheet): Node[] {
  return spaced(JSON.parse(graphs[0] ?? '{}')['@graph'])
}

function node(graph: readonly Node[], type: string): Node {
  const match = graph.find(
    (top) =>
      top['@type'] === type ||
      (type === 'WebPage' && top['@type'] === 'ContactPage'),
  )
  if (!match) throw new Error(`The graph has no ${type}`)
  return match
}

function ofType(graph: readonly Node[], type: string): Node[] {
  return allNodes(graph).filter((item) => item['@type'] === type)
}

/** Returns every object in a graph, at any depth. */
function allNodes(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(allNodes)
  if (typeof value !== 'object' || value === null) return []
  return [value as Node, ...Object.values(value).flatMap(allNodes)]
}

/**
 * Replaces the no-break spaces of French with plain spaces, as the crawl does
 * in the text it reads.
 */
function spaced<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll(/[\u202f\u00a0]/g, ' '))
}
