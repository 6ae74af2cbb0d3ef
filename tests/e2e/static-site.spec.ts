import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { routes } from '@/lib/routes'
import { type Answer, ask } from '../support/ask'
import { locales, localizedPath } from '../support/page'
import { killServer, serverEnvironment, sharedPort, startServer } from '../support/server'

const known = Object.keys(routes).flatMap((path) => path.split('/').filter(Boolean))
const segment = fc.oneof(
  fc.constantFrom(...locales, ...known),
  fc.constantFrom(
    '',
    '.',
    '..',
    'no-such-page',
    'EN',
    'Contact',
    '%63ontact',
    '%',
    '%2F',
    'a%20b',
    'page-not-found',
    'x.html',
    '_',
    '~',
    "'",
    '"',
    '<',
    ';',
    '@',
    ':',
    '&',
    '=',
  ),
  fc.stringMatching(/^[\w.~-]{1,6}$/),
)
const paths = fc
  .tuple(fc.array(segment, { maxLength: 4 }), fc.boolean())
  .map(([segments, slash]) => `/${segments.join('/')}${slash ? '/' : ''}`)
const queries = fc.oneof(
  fc.constantFrom(
    '',
    '?',
    '?lang=fr',
    '?lng=es',
    '?lang=xx&lng=fr',
    '?lang=en&a=1',
    '?a=1',
    '?utm_source=x&lang=fr',
    '?a=b%20c&lng=en',
    '?lang=',
    '?lang',
    '?%',
    '?a=?lang=fr',
  ),
  fc.stringMatching(/^\?[\w=&%+?-]{0,12}$/),
)
// The same addresses in each run: others would be another test. SEED asks for others.
const seed = Number(process.env.SEED ?? 20261122)

// Next renders `/./contact` for each request; here it is redirected.
const dotSegment = /^[^?]*\/\.{1,2}([/?]|$)/
const addresses = fc.tuple(paths, queries).map(([path, query]) => path + query)

test('pages in memory are what Next would answer, at any address', async () => {
  test.setTimeout(300_000)
  const byNext = await startServer(serverEnvironment(), 'tests/support/serve-by-next.mjs')
  const port = Number(new URL(byNext.address).port)
  const known = locales.flatMap((locale) => Object.keys(routes).map((path) => localizedPath(locale, path)))
  const remaining = [...new Set([...known, ...fc.sample(addresses, { seed, numRuns: 5_000 })])]
  const compareRest = async () => {
    for (let address = remaining.pop(); address !== undefined; address = remaining.pop()) {
      if (dotSegment.test(address)) {
        const { pathname, search } = new URL(`http://localhost${address}`)
        const { status, headers } = await ask(sharedPort, address)
        expect([address, status, headers.location]).toEqual([address, 308, pathname.replace(/^\/+/, '/') + search])
        continue
      }
      const [ours, nexts] = await Promise.all([ask(sharedPort, address), ask(port, address)])
      // What shows reports is rendered, not part of the build (rendered-reports.spec.ts).
      const compared = /attestations/.test(address) ? statusOf : comparable
      expect({ address, ...compared(ours) }).toEqual({ address, ...compared(nexts) })
    }
  }
  await Promise.all(Array.from({ length: 8 }, compareRest))
  await killServer(byNext.server)
})

function statusOf({ status, headers }: Answer) {
  return { status, location: sorted(headers.location) }
}

// The order of different names in a query means nothing: Next brings equal ones together.
function sorted(location: string | undefined) {
  const [path, query] = location?.split(/\?(.*)/s) ?? []
  const name = (pair: string) => pair.split('=')[0] ?? ''
  return { path, query: query?.split('&').sort((one, other) => name(one).localeCompare(name(other))) }
}

// A redirect of ours has no body, and neither it nor a text may load anything; a 404 page's policy names its own scripts only. Pages that are
// rendered for each request differ in their nonce.
function comparable({ status, headers, body }: Answer) {
  const { location, 'content-type': type, 'cache-control': cache } = headers
  const policy = String(headers['content-security-policy'])
  const nonce = policy.match(/nonce-([^']+)/)?.[1]
  const withoutNonce = (text: string) => (nonce ? text.replaceAll(nonce, 'nonce') : text)
  return {
    status,
    location: sorted(location),
    cache,
    ...(status !== 308 && { type, body: withoutNonce(body.toString()) }),
    ...(status === 200 && type?.startsWith('text/html') && { policy: withoutNonce(policy) }),
  }
}

test('a page is sent in the encoding that the browser asks for, each with an ETag of its own', async () => {
  const plain = await ask(sharedPort, '/fr')
  const brotli = await ask(sharedPort, '/fr', { 'Accept-Encoding': 'gzip, deflate, br;q=0.5' })
  const gzipped = await ask(sharedPort, '/fr', { 'Accept-Encoding': 'br;q=0, gzip' })
  const other = await ask(sharedPort, '/fr', { 'Accept-Encoding': 'zstd, br;q=0.000' })
  expect([plain, brotli, gzipped, other].map(({ headers }) => headers['content-encoding'])).toEqual([
    undefined,
    'br',
    'gzip',
    undefined,
  ])
  expect(brotliDecompressSync(brotli.body)).toEqual(plain.body)
  expect(gunzipSync(gzipped.body)).toEqual(plain.body)
  const tags = [plain, brotli, gzipped].map(({ headers }) => headers.etag)
  expect(new Set(tags).size).toBe(3)
  for (const { headers } of [plain, brotli, gzipped]) expect(headers.vary).toBe('Accept-Encoding')
  expect(brotli.body.length).toBeLessThan(gzipped.body.length)
})

test('a page that has not changed is confirmed without its bytes, through a front too, and HEAD has none', async () => {
  const encoded = { 'Accept-Encoding': 'br' }
  const { headers, body } = await ask(sharedPort, '/es/contact', encoded)
  for (const known of [headers.etag, `W/${headers.etag}`, `"other", ${headers.etag}`, '*']) {
    const again = await ask(sharedPort, '/es/contact', { ...encoded, 'If-None-Match': String(known) })
    expect([known, again.status, again.body.length, again.headers.etag]).toEqual([known, 304, 0, headers.etag])
  }
  expect((await ask(sharedPort, '/es/contact', { ...encoded, 'If-None-Match': '"other"' })).status).toBe(200)
  const head = await ask(sharedPort, '/es/contact', encoded, 'HEAD')
  expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, String(body.length)])
  expect((await ask(sharedPort, '/no-such-page', { 'If-None-Match': '*' })).status).toBe(404)
})

test('a part of a file is sent when it is asked for', async () => {
  const path = '/share/home.en.png'
  const whole = await ask(sharedPort, path)
  const size = whole.body.length
  for (const [range, start, end] of [
    ['bytes=0-99', 0, 100],
    ['bytes=100-', 100, size],
    ['bytes=-50', size - 50, size],
    [`bytes=10-${size * 2}`, 10, size],
  ] as const) {
    const part = await ask(sharedPort, path, { Range: range, 'If-Range': String(whole.headers.etag) })
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes ${start}-${end - 1}/${size}`])
    expect(part.body).toEqual(whole.body.subarray(start, end))
  }
  const beyond = await ask(sharedPort, path, { Range: `bytes=${size}-` })
  expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${size}`])
  const ignored: Record<string, string>[] = [
    { Range: 'lines=1-2' },
    { Range: 'bytes=5-2' },
    { Range: 'bytes=0-1', 'If-Range': '"old"' },
  ]
  for (const headers of ignored) {
    expect((await ask(sharedPort, path, headers)).body.length).toBe(size)
  }
})
