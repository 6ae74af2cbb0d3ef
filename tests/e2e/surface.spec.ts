import { readdirSync, readFileSync } from 'node:fs'
import { request as send } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { apiTable } from '@/lib/http/api-table'
import { nextFolder } from '../support/built'
import { pageAddresses } from '../support/security'
import { killServer, serverEnvironment, startServer, takePort } from '../support/server'

// A server of its own, one for all: other tests publish reports on theirs, and a page must not change meanwhile.
test.describe.configure({ mode: 'default' })

const port = takePort()
let site: Awaited<ReturnType<typeof startServer>>

test.beforeAll(async () => {
  site = await startServer(serverEnvironment(undefined, port))
})

test.afterAll(() => killServer(site.server))

const mark = 'evil-7f3a.example'

/** One answer as it came over the wire, by a client that sends what it is told. */
function ask(path: string, method = 'GET', headers: Record<string, string> = {}, body = '') {
  return new Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: string }>(
    (resolve, reject) => {
      const request = send({ port, path, method, headers, agent: false }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks).toString() }),
        )
      })
      request.on('error', reject)
      request.end(body)
    },
  )
}

/** What a server says to bytes that no client library would send. */
function askRaw(bytes: string) {
  return new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(port, 'localhost', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => resolve(text))
    socket.on('close', () => resolve(text))
    setTimeout(() => socket.destroy(), 1500)
  })
}

// What the published holes of Next and React were reached with.
const hostile: Record<string, Record<string, string>> = {
  'another host': { Host: mark },
  'a forwarded host': { 'X-Forwarded-Host': mark, 'X-Forwarded-Proto': 'https', 'X-Forwarded-Port': '4444' },
  'the Forwarded header': { Forwarded: `host=${mark};proto=https` },
  'a middleware subrequest (CVE-2025-29927)': {
    'X-Middleware-Subrequest': Array(5).fill('middleware').join(':'),
  },
  'a middleware rewrite': { 'X-Middleware-Rewrite': `https://${mark}/`, 'X-Middleware-Next': '1' },
  'overridden headers': { 'X-Middleware-Override-Headers': 'x-mark', 'X-Middleware-Request-X-Mark': mark },
  'a data request (CVE-2024-46982)': { 'X-Nextjs-Data': '1', 'X-Now-Route-Matches': '1=contact' },
  'a matched path': { 'X-Matched-Path': `/${mark}`, 'X-Invoke-Path': '/api/contact', 'X-Invoke-Status': '500' },
  'a resumed render (CVE-2026-27979)': { 'Next-Resume': '1' },
  'a component request': { RSC: '1', 'Next-Router-State-Tree': mark, 'Next-Router-Prefetch': '1' },
  'a segment prefetch': { RSC: '1', 'Next-Router-Prefetch': '1', 'Next-Router-Segment-Prefetch': `/${mark}` },
  'a policy with a nonce (CVE-2026-44581)': {
    'Content-Security-Policy': `script-src 'nonce-"><script>${mark}</script>'`,
    'Content-Security-Policy-Report-Only': `script-src 'nonce-${mark}'`,
  },
  'a preview cookie': { Cookie: `__prerender_bypass=${mark}; __next_preview_data=${mark}` },
  'a revalidation': { 'X-Prerender-Revalidate': mark, 'X-Prerender-Revalidate-If-Generated': '1' },
  'two languages': { 'Accept-Language': `${mark}, fr;q=0.9`, 'X-Next-Intl-Locale': 'es' },
  'another address': { 'X-Original-Url': `/${mark}`, 'X-Rewrite-Url': `/${mark}`, 'X-Forwarded-Prefix': `/${mark}` },
  'another method': { 'X-HTTP-Method-Override': 'DELETE', 'X-Method-Override': 'DELETE' },
}

// Rendered per request, a page differs in its nonce alone.
function withoutNonce(text: string) {
  return text.replace(/nonce(="|-|\\":\\"|":")[\w+/=]{24}/g, '')
}

for (const path of ['/', '/fr/contact', '/attestations', '/no-such-page']) {
  test(`hostile headers change nothing of ${path}, neither their own answer nor the next`, async () => {
    const clean = await ask(path)
    for (const [name, headers] of Object.entries(hostile)) {
      const answer = await ask(path, 'GET', headers)
      expect(answer.status, name).toBeLessThan(500)
      expect(JSON.stringify([answer.headers, answer.body]), name).not.toContain(mark)
      const next = await ask(path)
      expect(next.status, name).toBe(clean.status)
      expect(withoutNonce(next.body), name).toBe(withoutNonce(clean.body))
    }
    expect(clean.body).toMatch(/^<!DOCTYPE html>.*<\/html>$/s)
  })
}

test('hostile addresses reflect nothing and break nothing', async () => {
  const clean = await ask('/')
  for (const path of [
    `/?x="><script>${mark}</script>`,
    `/fr?__nextLocale=${mark}&nxtPlocale=${mark}&_rsc=${mark}`,
    `//${mark}/`,
    `/\\${mark}/`,
    `/en//${mark}`,
    `/en/..%2f..%2f${mark}`,
    `/%2e%2e/%2e%2e/etc/passwd`,
    `/_next/static/..%2f..%2fserver/app/en.html`,
    `/_next/static/../../BUILD_ID`,
    `/_next/data/x/index.json`,
    `/_next/image?url=https://${mark}/a.png&w=64&q=75`,
    '/.env',
    '/.git/config',
    '/%00',
    '/%',
    '/%E0%A4%A',
    `/fr/contact%0d%0aX-Mark:%20${mark}`,
    `/${'a'.repeat(4000)}`,
  ]) {
    const { status, headers, body } = await ask(encodeURI(path).replaceAll('%25', '%'))
    expect(status, path).toBeLessThan(500)
    expect(status === 200 ? '' : body, path).not.toContain(`<script>${mark}`)
    expect(headers['x-mark'], path).toBeUndefined()
    expect(headers.location ?? '', path).not.toMatch(/^(https?:)?\/\/|\\/)
    expect(body, path).not.toMatch(/DATABASE_URL|root:x:0|\[core\]/)
  }
  expect((await ask('/')).body).toBe(clean.body)
})

test('bytes made to smuggle a second request are refused, and the next request is answered as ever', async () => {
  const clean = await ask('/')
  const second = `GET /${mark} HTTP/1.1\r\nHost: localhost\r\n\r\n`
  for (const bytes of [
    `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${second}`,
    `GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx${second}`,
    `GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: xchunked\r\n\r\n${second}`,
    `GET / HTTP/1.1\r\nHost: localhost\r\nX: a\nY: b\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: localhost\r\nHost: ${mark}\r\n\r\n`,
    `GET http://${mark}/ HTTP/1.1\r\nHost: ${mark}\r\nConnection: close\r\n\r\n`,
    `GET / HTTP/1.1\r\n\r\n`,
  ]) {
    const said = await askRaw(bytes)
    expect(said, bytes).not.toContain(mark)
    expect(said.match(/^HTTP\/1\.1 5\d\d/m), bytes).toBeNull()
  }
  expect((await ask('/')).body).toBe(clean.body)
})

test('pages and files answer GET and HEAD alone', async () => {
  const files = ['/robots.txt', '/sitemap.xml', '/icon.svg', '/llms.txt', '/attestations.csv', '/manifest.webmanifest']
  const chunk = readdirSync(join(nextFolder, 'static/chunks')).find((name) => name.endsWith('.js'))
  for (const path of [...pageAddresses, ...files, '/_next/static/chunks/'.concat(chunk ?? '')]) {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']) {
      const { status, headers } = await ask(path, method)
      expect(status, `${method} ${path}`).toBe(405)
      expect(headers.allow, `${method} ${path}`).toBe('GET, HEAD, OPTIONS')
    }
    expect((await ask(path, 'OPTIONS')).headers.allow, path).toBe('GET, HEAD, OPTIONS')
    const [read, head] = [await ask(path), await ask(path, 'HEAD')]
    expect(head.status, path).toBe(read.status)
    expect(head.body, path).toBe('')
  }
})

test('the API answers the methods of its handlers and refuses all others', async () => {
  for (const [address, operations] of Object.entries(apiTable)) {
    const path = address.replace('{id}', 'no-such-report')
    const own = Object.keys(operations)
    const allowed = [...own, 'OPTIONS', ...(own.includes('GET') ? ['HEAD'] : [])].sort().join(', ')
    expect((await ask(path, 'OPTIONS')).headers.allow, path).toBe(allowed)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE']) {
      const { status, headers } = await ask(path, method, { 'Content-Type': 'text/plain' })
      if (own.includes(method)) {
        expect(status, `${method} ${path}`).not.toBe(405)
        continue
      }
      expect(status, `${method} ${path}`).toBe(405)
      expect(headers.allow, `${method} ${path}`).toBe(allowed)
    }
  }
  expect((await ask('/api/no-such-call')).status).toBe(404)
})

test('there are no server actions, and calls of them are refused', async () => {
  for (const path of [...pageAddresses, '/api/contact']) {
    const { status } = await ask(path, 'POST', { 'Next-Action': 'x', 'Content-Type': 'text/plain' }, '["$F1"]')
    expect(status, path).toBe(400)
  }
  const { node, edge } = JSON.parse(readFileSync(join(nextFolder, 'server/server-reference-manifest.json'), 'utf8'))
  expect({ node, edge }).toEqual({ node: {}, edge: {} })
})

test('nothing but its files is served of what Next brings along, and no version is told', async () => {
  for (const path of [
    '/_next/image?url=%2Fshare%2Fhome.en.png&w=64&q=75',
    '/_next/image?url=https%3A%2F%2Felsewhere.example%2Fa.svg&w=64&q=75',
    '/_next/image',
    '/_next/data/build/fr.json',
    '/_next/server/app/en.html',
    '/__nextjs_original-stack-frames',
    '/_next/mcp',
    '/api/og',
  ]) {
    for (const method of ['GET', 'HEAD']) expect((await ask(path, method)).status, path).toBe(404)
  }
  for (const path of ['/', '/readyz', '/no-such-page', '/robots.txt']) {
    const { headers } = await ask(path)
    expect(headers['x-powered-by'], path).toBeUndefined()
    expect(headers.server, path).toBeUndefined()
    expect(JSON.stringify(headers), path).not.toContain('16.')
  }
  const files = readdirSync(join(nextFolder, 'static'), { recursive: true, encoding: 'utf8' })
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
  for (const file of files.filter((name) => /\.(js|css)$/.test(name))) {
    expect(readFileSync(join(nextFolder, 'static', file), 'utf8'), file).not.toContain('sourceMappingURL')
  }
})
