import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createRenderedReports } from '@/lib/server/rendered-reports'
import { shareFunctions } from '@/lib/shared-functions'
import { ask } from '../support/ask'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A server whose reports `render` answers, and everything that is not kept by a plain `direct`. */
async function serve(render: RequestListener, renderMs?: number) {
  const answerNotFound = (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(404).end('not found')
    return true
  }
  const reports = createRenderedReports(render, answerNotFound, renderMs)
  const server = createServer((request, response) => {
    if (reports.answerAtOnce(request, response, 'id')) return
    void reports.answer(request, response, () => response.end('direct'))
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  closers.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return async (path: string, headers = {}) => (await ask(port, path, headers)).body.toString()
}

function share(revision: () => Promise<string>, operator?: () => Promise<string | undefined>) {
  shareFunctions({
    reportsRevision: revision,
    listYearPages: async () => ['/attestations/2021', '/attestations/2021/2'],
    operatorOfSession: operator ?? (async () => undefined),
    endSessionsOf: async () => 0,
    closeDatabase: async () => undefined,
    metricsText: async () => '',
  })
}

const page = '<!DOCTYPE html><html><body><p>The list</p></body></html>'

it('renders once for a revision and a day, whatever the query says', async () => {
  let revision = 'a'
  let rendered = 0
  share(async () => revision)
  const read = await serve((_, response) => {
    rendered++
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(page)
  })
  for (const path of ['/attestations', '/attestations?x=1', '/attestations?y']) expect(await read(path)).toBe(page)
  expect(rendered).toBe(1)
  revision = 'b'
  await expect.poll(async () => (await read('/attestations')) && rendered).toBe(2)
})

const withScripts = (list: string, order: string) =>
  `<!DOCTYPE html><html><head><script src="/_next/static/chunks/a.js" async=""></script></head><body><p>${list}</p>` +
  `<script>self.__next_f.push([1,"${order}"])</script></body></html>`

function dataAddress(html: string): string {
  const [address = ''] = html.match(/\/_next\/static\/page-data\/\w{16}\.js\?of=[\w/]*/) ?? []
  return address
}

it('sends the pages that show the latest reports without their data, and gives it to whoever asks for it', async () => {
  let revision = 'a'
  share(async () => revision)
  const render =
    (order: string): RequestListener =>
    (request, response) =>
      response.end(withScripts(`${request.url} ${revision}`, `${order} ${revision}`))
  const read = await serve(render('in order'))
  const html = await read('/fr/attestations')
  expect(html).toContain('/fr/attestations a')
  expect(html).not.toContain('in order')
  expect(dataAddress(html)).toMatch(/\?of=\/fr\/attestations$/)
  const data = 'self.__next_f.push([1,"in order a"])'
  expect(await read(dataAddress(html))).toBe(data)
  expect(await read(dataAddress(html), { 'Accept-Encoding': 'gzip;q=0', Cookie: 'operator=x' })).toBe(data)
  const integrity = createHash('sha256').update(data).digest('base64')
  expect(html).toContain(`["${dataAddress(html)}","sha256-${integrity}"]`)
  // Another process, which nobody has asked for the page, and one to which React gave the data in another order.
  expect(await (await serve(render('in order')))(dataAddress(html))).toBe(data)
  expect(await (await serve(render('another order')))(dataAddress(html))).toBe('direct')
  // A page that was opened before a change.
  revision = 'b'
  await expect.poll(() => read('/fr/attestations')).toContain('/fr/attestations b')
  expect(await read(dataAddress(html))).toBe(data)
  expect(dataAddress(await read('/fr/attestations'))).not.toBe(dataAddress(html))
})

it('knows no data of other pages, nor of reports it never had', async () => {
  share(async () => 'a')
  const read = await serve((request, response) => response.end(withScripts(request.url ?? '', 'data')))
  const [of = ''] = dataAddress(await read('/attestations')).match(/\?of=.*/) ?? []
  const unknown = '/_next/static/page-data/0123456789abcdef.js'
  for (const query of [of, '', '?of=', '?of=/attestations/2021', '?of=//attestations', '?of=/contact', '?of=%2F']) {
    expect(await read(unknown + query)).toBe('direct')
  }
  const year = await read('/attestations/2021')
  expect(year).toContain('__next_f')
  expect(dataAddress(year)).toBe('')
})

it('leaves a page that takes too long to Next, and renders it anew for whoever comes next', async () => {
  let asked = 0
  share(async () => 'a')
  const read = await serve(() => {
    asked++
  }, 50)
  expect(await read('/attestations')).toBe('direct')
  expect(await read('/attestations')).toBe('direct')
  expect(asked).toBe(2)
})

it('keeps no page without its list, and is not misled by what a report says', async () => {
  let body = '<p class="empty-state" data-incomplete>Unavailable</p>'
  share(async () => 'a')
  const read = await serve((_, response) => response.end(`<!DOCTYPE html><html><body>${body}</body></html>`))
  expect(await read('/attestations')).toBe('direct')
  body = '<h3>&lt;p data-incomplete&gt;</h3>'
  expect(await read('/attestations')).toContain(body)
})

it('leaves everything to Next while the database, or an operator’s session, cannot be read', async () => {
  share(async () => {
    throw new Error('away')
  })
  expect(await (await serve((_, response) => response.end(page)))('/attestations')).toBe('direct')
  share(
    async () => 'a',
    async () => {
      throw new Error('away')
    },
  )
  const read = await serve((_, response) => response.end(page))
  expect(await read('/attestations', { Cookie: 'operator=x' })).toBe(page)
})

it('renders the pages of years that there are, and no other', async () => {
  let revision = 'a'
  const rendered: string[] = []
  share(async () => revision)
  const read = await serve((request, response) => {
    rendered.push(request.url ?? '')
    response.end(page)
  })
  const pages = ['/attestations/2021', '/fr/attestations/2021', '/attestations/2021/2']
  for (const path of [...pages, ...pages]) expect(await read(path)).toBe(page)
  for (const path of ['/attestations/2020', '/attestations/2021/3', '/fr/attestations/0000']) {
    expect(await read(path, { RSC: '1', Cookie: 'operator=x' })).toBe('not found')
  }
  // No such address at all: the 404 of any other path.
  for (const path of ['/attestations/2021/1', '/attestations/2021/02', '/attestations/21', '/attestations/2021/2/3']) {
    expect(await read(path)).toBe('direct')
  }
  expect(rendered).toEqual(pages)
  revision = 'b'
  await expect.poll(async () => (await read('/attestations/2021')) && rendered.length).toBe(4)
})

it('leaves the page of a year to Next while nobody knows which there are', async () => {
  share(async () => {
    throw new Error('away')
  })
  const read = await serve((_, response) => response.end(page))
  expect(await read('/attestations/2021')).toBe('direct')
})

it('answers without compression, too, and in part', async () => {
  share(async () => 'a')
  const read = await serve((_, response) => response.end(page))
  expect(await read('/attestations', { 'Accept-Encoding': 'gzip;q=0' })).toBe(page)
  expect(await read('/attestations', { Range: 'bytes=0-8' })).toBe(page.slice(0, 9))
})
