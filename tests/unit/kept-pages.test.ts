import { createHash } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import { afterEach, expect, it, vi } from 'vitest'
import { reportsStatePath } from '@/lib/routes'
import { createKeptPages } from '@/lib/server/kept-pages'
import { ask, portOf } from '../support/ask'

const closers: (() => void)[] = []

afterEach(() => {
  vi.useRealTimers()
  for (const close of closers.splice(0)) close()
})

const pageOf = (body: string) => `<!DOCTYPE html><html><body>${body}</body></html>`
const page = pageOf('<p>The list</p>')

/** The part of Next that the server asks: the reports' revision and pages. Sessions: attestations-archive.spec.ts. */
function createNext(render: RequestListener = (_, response) => response.end(page)) {
  const next = { revision: 'a', isDown: false, rendered: [] as string[] }
  const handle: RequestListener = (request, response) => {
    const { url = '' } = request
    if (url === reportsStatePath) {
      const yearPages = ['/attestations/2021', '/attestations/2022']
      response.writeHead(next.isDown ? 503 : 200).end(JSON.stringify({ revision: next.revision, yearPages }))
    } else {
      next.rendered.push(url)
      render(request, response)
    }
  }
  return Object.assign(next, { handle })
}

/** Serves kept pages; `direct` answers everything that is not kept. Returns a function that reads a body. */
async function serve(handle: RequestListener, renderMs?: number) {
  const answer = createKeptPages(handle, (_, response) => response.writeHead(404).end('not found'), renderMs)
  const server = createServer((request, response) => {
    void answer(request, response, () => response.end('direct'))
  })
  const port = await portOf(server)
  closers.push(() => server.close().closeAllConnections())
  return async (path: string, headers = {}, method = 'GET') => (await ask(port, path, headers, method)).body.toString()
}

it('renders a page once for a revision, whatever its query, and shows another process’s change within a second', async () => {
  const next = createNext()
  const read = await serve(next.handle)
  for (const path of ['/attestations', '/attestations?x=1', '/attestations']) expect(await read(path)).toBe(page)
  expect(next.rendered).toEqual(['/attestations'])
  next.revision = 'b'
  await expect.poll(async () => (await read('/attestations')) && next.rendered.length).toBe(2)
})

it('renders a page again after a minute, as a repaired row may be missing in it', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const next = createNext()
  const read = await serve(next.handle)
  for (const [ms, renderings] of [
    [0, 1],
    [59_000, 1],
    [2_000, 2],
    [0, 2],
  ] as const) {
    vi.advanceTimersByTime(ms)
    expect([await read('/attestations'), next.rendered.length]).toEqual([page, renderings])
  }
})

it('keeps feeds and lists, the table once for all languages', async () => {
  const next = createNext()
  const read = await serve(next.handle)
  for (const path of ['/fr/attestations.csv', '/attestations.csv', '/fr/attestations.atom', '/api/attestations']) {
    for (let time = 0; time < 2; time++) expect(await read(path)).toBe(page)
  }
  expect(next.rendered).toEqual(['/attestations.csv', '/fr/attestations.atom', '/api/attestations'])
})

it('serves the last pages while the database is down, and leaves those that it never had to Next', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const next = createNext()
  const read = await serve(next.handle)
  expect(await read('/attestations')).toBe(page)
  next.isDown = true
  vi.advanceTimersByTime(2_000)
  expect(await read('/attestations')).toBe(page)
  expect(next.rendered).toHaveLength(1)
  next.isDown = false
  next.revision = 'b'
  vi.advanceTimersByTime(2_000)
  await expect.poll(async () => (await read('/attestations')) && next.rendered.length).toBe(2)

  const down = createNext()
  down.isDown = true
  const readDown = await serve(down.handle)
  expect([await readDown('/attestations'), await readDown('/attestations/2021')]).toEqual(['direct', 'direct'])
})

it('renders the pages of years that exist, and no other', async () => {
  const next = createNext()
  const read = await serve(next.handle)
  const pages = ['/attestations/2021', '/fr/attestations/2021', '/attestations/2022']
  for (const path of [...pages, ...pages]) expect(await read(path)).toBe(page)
  for (const path of ['/attestations/2020', '/attestations/2023', '/fr/attestations/0000']) {
    expect(await read(path, { RSC: '1' })).toBe('not found')
  }
  expect(await read('/attestations/2021/2')).toBe('direct')
  expect(next.rendered).toEqual(pages)
})

it('leaves a page that takes too long to Next, and renders it again for the next visitor', async () => {
  const next = createNext(() => undefined)
  const read = await serve(next.handle, 50)
  for (let time = 0; time < 2; time++) expect(await read('/attestations')).toBe('direct')
  expect(next.rendered).toHaveLength(2)
})

it('keeps no page without its list, and is not misled by the text of a report', async () => {
  let body = '<p class="empty-state" data-incomplete>Unavailable</p>'
  const next = createNext((_, response) => response.end(pageOf(body)))
  const read = await serve(next.handle)
  expect(await read('/attestations')).toBe('direct')
  body = '<h3>&lt;p data-incomplete&gt;</h3>'
  expect(await read('/attestations')).toContain(body)
})

const withScripts = (list: string, data: string) =>
  `<!DOCTYPE html><html><head><script src="/_next/static/chunks/a.js" async=""></script></head><body><p>${list}</p>` +
  `<script>self.__next_f.push([1,"${data}"])</script></body></html>`

const dataAddress = (html: string) => html.match(/\/_next\/static\/page-data\/\w{16}\.js\?of=[\w/]*/)?.[0] ?? ''

it('sends pages without their data, which another process has as well, and a page before a change keeps its own', async () => {
  const next = createNext(({ url }, response) => response.end(withScripts(`${url}`, `data ${next.revision}`)))
  const read = await serve(next.handle)
  const html = await read('/fr/attestations')
  const data = 'self.__next_f.push([1,"data a"])'
  expect(html).not.toContain('data a')
  expect(html).toContain(`sha256-${createHash('sha256').update(data).digest('base64')}`)
  const address = dataAddress(html)
  expect(await read(address)).toBe(data)
  expect(await (await serve(next.handle))(address)).toBe(data)
  for (const of of ['', '/attestations/2021', '//attestations', '/contact']) {
    expect(await read(`/_next/static/page-data/0123456789abcdef.js?of=${of}`)).toBe('direct')
  }
  expect(dataAddress(await read('/attestations/2021'))).toBe('')
  next.revision = 'b'
  await expect.poll(async () => dataAddress(await read('/fr/attestations'))).not.toBe(address)
  expect(await read(address)).toBe(data)
})
