import type { APIRequestContext, Page } from '@playwright/test'

/**
 * An HTML answer as a crawler reads it: addresses as written in the source, and
 * texts with white space collapsed.
 */
export type Sheet = {
  path: string
  lang: string
  title: string
  metas: Record<string, string[]>
  canonical?: string
  languages: Record<string, string>
  links: string[]
  resources: string[]
  fragments: string[]
  headings: string[]
  text: string
  questions: { question: string; answer: string }[]
  graphs: string[]
}

export type Crawl = {
  sheets: Map<string, Sheet>
  statuses: Map<string, number>
  external: Set<string>
}

/**
 * Follows every link of the site, starting at a path. Reads only pages, and
 * requests every other file once.
 */
export async function crawl(page: Page, from: string): Promise<Crawl> {
  const found: Crawl = {
    sheets: new Map(),
    statuses: new Map(),
    external: new Set(),
  }
  const waiting = [from]
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (found.statuses.has(path)) continue
    const { status, sheet } = await readSheet(page, path)
    found.statuses.set(path, status)
    if (!sheet) continue
    found.sheets.set(path, sheet)
    for (const link of [...sheet.links, ...sheet.resources]) {
      const address = new URL(link, `http://site${path}`)
      if (address.host === 'site')
        waiting.push(address.pathname + address.search)
      else found.external.add(link)
    }
  }
  return found
}

/**
 * Reads one answer with the browser's parser, without loading its resources.
 */
export async function readSheet(
  page: Page,
  path: string,
): Promise<{ status: number; sheet?: Sheet }> {
  const answer = await page.request.get(path, { maxRedirects: 0 })
  const status = answer.status()
  if (!answer.headers()['content-type']?.startsWith('text/html'))
    return { status }
  return {
    status,
    sheet: { path, ...(await page.evaluate(parse, await answer.text())) },
  }
}

function parse(html: string): Omit<Sheet, 'path'> {
  const sheet = new DOMParser().parseFromString(html, 'text/html')
  const all = <E extends Element>(
    selector: string,
    root: ParentNode = sheet,
  ) => [...root.querySelectorAll<E>(selector)]
  const written = (element: Element | null | undefined, name: string) =>
    element?.getAttribute(name) ?? ''
  const graphs = all('script[type="application/ld+json"]').map(
    ({ textContent }) => textContent ?? '',
  )
  for (const unseen of all(
    'script, style, template, noscript, .visually-hidden',
  ))
    unseen.remove()
  const words = (element: Element | null | undefined) =>
    (element?.textContent ?? '').replace(/\s+/g, ' ').trim()

  const metas: Record<string, string[]> = {}
  for (const meta of all('meta[content]')) {
    const name = written(meta, 'name') || written(meta, 'property')
    metas[name] = [...(metas[name] ?? []), written(meta, 'content')]
  }
  // Reads text nodes one by one, because adjacent elements have no space
  // between them in the source.
  const textNodes = (root: Document) => {
    const walker = root.createTreeWalker(root.body, NodeFilter.SHOW_TEXT)
    const texts: (string | null)[] = []
    while (walker.nextNode()) texts.push(walker.currentNode.textContent)
    return texts
  }
  const alternates = all('link[rel=alternate][hreflang]')
  return {
    lang: sheet.documentElement.lang,
    title: sheet.title,
    metas,
    canonical:
      sheet.querySelector('link[rel=canonical]')?.getAttribute('href') ??
      undefined,
    languages: Object.fromEntries(
      alternates.map((link) => [
        written(link, 'hreflang'),
        written(link, 'href'),
      ]),
    ),
    links: all('a[href]').map((link) => written(link, 'href')),
    resources: all(
      'link[rel=icon], link[rel=apple-touch-icon], link[rel=manifest], link[rel=stylesheet]',
    ).map((link) => written(link, 'href')),
    fragments: all('[id]').map(({ id }) => id),
    headings: all('main h1, main h2, main h3').map(words),
    text: textNodes(sheet).join(' ').replace(/\s+/g, ' '),
    questions: all('.faq details').map((details) => ({
      question: words(details.querySelector('summary')),
      answer: words(details.querySelector('summary ~ p')),
    })),
    graphs,
  }
}

/** Returns the width and height in the header of a PNG file, in pixels. */
export async function pngSize(
  request: APIRequestContext,
  path: string,
): Promise<{ width: number; height: number }> {
  const bytes = await (await request.get(path)).body()
  if (bytes.toString('latin1', 1, 4) !== 'PNG')
    throw new Error(`${path} is not a PNG file`)
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}
