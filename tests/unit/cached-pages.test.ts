import { createHash } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { routing } from '@/lib/i18n/routing'
import { reportChanges, reportLoaders } from '@/lib/process-state'
import { productPage } from '@/lib/routes'
import { createPageCache } from '@/lib/server/cached-pages'
import { routeOf } from '@/lib/server/request'
import { portOf, requestRaw } from '../support/ask'

const closers: (() => void)[] = []

afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const pageOf = (body: string) =>
  `<!DOCTYPE html><html><body>${body}</body></html>`
const page = pageOf('<p>The list</p>')

/**
 * Serves cached pages from a fake Next and a revision of the reports. `read`
 * resolves to an answer's body, which is `direct` if the request bypasses the
 * cache.
 */
async function serveNext(
  render: RequestListener = (_, response) => response.end(page),
  renderMs?: number,
) {
  const next = {
    revision: 'a',
    isDown: false,
    asked: 0,
    rendered: [] as string[],
  }
  reportLoaders.readState = async () => {
    next.asked++
    const yearPages = ['/attestations/2021', '/attestations/2022']
    return next.isDown ? undefined : { revision: next.revision, yearPages }
  }
  const handle: RequestListener = (request, response) => {
    next.rendered.push(request.url ?? '')
    render(request, response)
  }
  return Object.assign(next, { handle, read: await serve(handle, renderMs) })
}

async function serve(handle: RequestListener, renderMs?: number) {
  const answer = createPageCache(
    handle,
    (_, response) => response.writeHead(404).end('not found'),
    renderMs,
  )
  const server = createServer(async (request, response) => {
    // Delays the answers to other methods, so that they are pending during the
    // reads.
    const direct = () =>
      setTimeout(
        () => response.end('direct'),
        request.method === 'GET' ? 0 : 300,
      )
    if (!(await answer(request, response, routeOf(request)))) direct()
  })
  const port = await portOf(server)
  closers.push(() => server.close().closeAllConnections())
  return async (path: string, headers = {}, method = 'GET') =>
    (await requestRaw(port, path, headers, method)).body.toString()
}

it('the page cache renders a page once, whatever its query', async () => {
  const next = await serveNext()

  for (const path of ['/attestations', '/attestations?x=1', '/attestations'])
    expect(await next.read(path)).toBe(page)

  expect(next.rendered).toEqual(['/attestations'])
})

it('the page cache renders a page again when the revision changes', async () => {
  const next = await serveNext()
  expect(await next.read('/attestations')).toBe(page)

  next.revision = 'b'

  await expect
    .poll(
      async () => (await next.read('/attestations')) && next.rendered.length,
    )
    .toBe(2)
})

it('the page cache shows a change by this process at once', async () => {
  const next = await serveNext()
  await next.read('/attestations')
  next.revision = 'b'
  reportChanges.count++

  const again = await next.read('/attestations')

  expect(again).toBe(page)
  expect(next.rendered).toHaveLength(2)
  expect(next.asked).toBe(2)
})

it('the page cache does not read the revision for requests that change nothing', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const next = await serveNext()
  const posts = Array.from({ length: 3 }, () =>
    next.read('/api/attestations', {}, 'POST'),
  )
  const pages: string[] = []

  for (let time = 0; time < 5; time++)
    pages.push(await next.read('/attestations'))

  expect(await Promise.all(posts)).toEqual(['direct', 'direct', 'direct'])
  expect(pages).toEqual(Array(5).fill(page))
  expect(next.rendered).toHaveLength(1)
  expect(next.asked).toBe(1)
})

it('the page cache renders a page again after a minute, for rows changed by hand', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const next = await serveNext()
  const renderings = []
  for (const ms of [0, 59_000, 2_000, 0]) {
    vi.advanceTimersByTime(ms)
    expect(await next.read('/attestations')).toBe(page)
    renderings.push(next.rendered.length)
  }

  expect(renderings).toEqual([1, 1, 2, 2])
})

it.each([
  '/fr/attestations.csv',
  '/attestations.csv',
  '/fr/attestations.atom',
  '/api/attestations',
])('the page cache stores %s', async (path) => {
  const next = await serveNext()

  const answers = [await next.read(path), await next.read(path)]

  expect(answers).toEqual([page, page])
  expect(next.rendered).toEqual([path])
})

it('the page cache serves its pages while the database is down', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const next = await serveNext()
  await next.read('/attestations')
  next.isDown = true
  vi.advanceTimersByTime(2_000)

  expect(await next.read('/attestations')).toBe(page)
  expect(next.rendered).toHaveLength(1)
})

it('the page cache renders changed pages once the database is back', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const next = await serveNext()
  await next.read('/attestations')
  next.isDown = true
  vi.advanceTimersByTime(2_000)
  await next.read('/attestations')

  next.isDown = false
  next.revision = 'b'
  vi.advanceTimersByTime(2_000)

  await expect
    .poll(
      async () => (await next.read('/attestations')) && next.rendered.length,
    )
    .toBe(2)
})

it('while the database is down, Next renders the pages that are not cached', async () => {
  const down = await serveNext()
  down.isDown = true

  for (const path of ['/attestations', '/attestations/2021'])
    expect(await down.read(path)).toBe('direct')
})

it('the page cache renders only year pages that exist', async () => {
  const next = await serveNext()
  const pages = [
    '/attestations/2021',
    '/fr/attestations/2021',
    '/attestations/2022',
  ]

  for (const path of [...pages, ...pages])
    expect(await next.read(path), path).toBe(page)

  expect(next.rendered).toEqual(pages)
})

it('the page cache answers for year pages that do not exist', async () => {
  const next = await serveNext()

  for (const path of [
    '/attestations/2020',
    '/attestations/2023',
    '/fr/attestations/0000',
  ])
    expect(await next.read(path, { RSC: '1' }), path).toBe('not found')

  expect(next.rendered).toEqual([])
})

it('the page cache leaves pages below a year page to Next', async () => {
  const next = await serveNext()

  const answer = await next.read('/attestations/2021/2')

  expect(answer).toBe('direct')
})

it('a page that renders slowly is left to Next and not cached', async () => {
  const next = await serveNext(() => undefined, 50)
  for (let time = 0; time < 2; time++)
    expect(await next.read('/attestations')).toBe('direct')
  expect(next.rendered).toHaveLength(2)
})

it('an incomplete page is not cached', async () => {
  const body = '<p class="empty-state" data-incomplete>Unavailable</p>'
  const { read } = await serveNext((_, response) => response.end(pageOf(body)))

  expect(await read('/attestations')).toBe('direct')
})

it('a page is cached if a report’s text contains the marker of incomplete pages', async () => {
  const body = '<h3>&lt;p data-incomplete&gt;</h3>'
  const { read } = await serveNext((_, response) => response.end(pageOf(body)))

  expect(await read('/attestations')).toContain(body)
})

const withScripts = (list: string, data: string) =>
  `<!DOCTYPE html><html><head><script src="/_next/static/chunks/a.js" async=""></script></head><body><p>${list}</p>` +
  `<script>self.__next_f.push([1,"${data}"])</script></body></html>`

const dataAddress = (html: string) =>
  html.match(/\/_next\/static\/page-data\/\w{16}\.js\?of=[\w/]*/)?.[0] ?? ''

const data = 'self.__next_f.push([1,"data a"])'

/** Serves pages with data that names the revision. */
async function serveData() {
  const next = await serveNext(({ url }, response) =>
    response.end(withScripts(`${url}`, `data ${next.revision}`)),
  )
  return next
}

it('page data is in a separate script, which the page allows by its hash', async () => {
  const next = await serveData()

  const html = await next.read('/fr/attestations')

  const digest = createHash('sha256').update(data).digest('base64')
  expect(html).not.toContain('data a')
  expect(html).toContain(`sha256-${digest}`)
  expect(await next.read(dataAddress(html))).toBe(data)
})

it('page data is available from a process that has not rendered its page', async () => {
  const next = await serveData()
  const address = dataAddress(await next.read('/fr/attestations'))

  const readFromOther = await serve(next.handle)

  expect(await readFromOther(address)).toBe(data)
})

it('page data stays available after a change', async () => {
  const next = await serveData()
  const address = dataAddress(await next.read('/fr/attestations'))

  next.revision = 'b'
  await expect
    .poll(async () => dataAddress(await next.read('/fr/attestations')))
    .not.toBe(address)

  expect(await next.read(address)).toBe(data)
})

it.each(['', '/attestations/2021', '//attestations', '/contact'])(
  'unknown page data of the page “%s” is left to Next',
  async (path) => {
    const next = await serveData()
    const address = `/_next/static/page-data/0123456789abcdef.js?of=${path}`

    expect(await next.read(address)).toBe('direct')
  },
)

it('the data of a year page is not in a separate script', async () => {
  const next = await serveData()

  const html = await next.read('/attestations/2021')

  expect(dataAddress(html)).toBe('')
})

it('the page cache stores the data of every page, however many languages there are', async () => {
  const locales: string[] = routing.locales
  const [, ...others] = locales
  const added = Array.from('abcdefghijkl', (letter) => `x${letter}`)
  locales.push(...added)
  onTestFinished(() => void locales.splice(-added.length))
  const next = await serveNext(({ url }, response) =>
    response.end(withScripts(`${url}`, `data of ${url}`)),
  )

  const addresses: string[] = []
  for (const locale of [...others, ...added]) {
    for (const path of ['', '/attestations', productPage])
      addresses.push(dataAddress(await next.read(`/${locale}${path}`)))
  }
  const [address = ''] = addresses
  const data = await next.read(address)

  expect(new Set(addresses).size).toBe(addresses.length)
  expect(data).toContain('data of /')
})
