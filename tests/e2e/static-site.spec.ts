import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'

import { ask } from '../support/ask'
import { sharedPort } from '../support/server'

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
