import { readdirSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { cachePolicies } from '@/lib/http/cache-policy'
import { isRenderedPerRequest, routes } from '@/lib/routes'
import { commonHeaders } from '@/lib/security/policy.mjs'
import { nextFolder } from '../support/built'
import { locales, localizedPath } from '../support/page'
import { killServer, serverEnvironment, sharedPort, startServer } from '../support/server'

type Kind = keyof typeof cachePolicies

/** An answer with its headers as they came, so that one sent twice is seen. */
function ask(path: string, headers: Record<string, string> = {}, port = sharedPort) {
  return new Promise<{ status: number; all: (name: string) => string[] }>((resolve, reject) => {
    const request = get({ port, path, headers, agent: false }, (answer: IncomingMessage) => {
      answer.resume()
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, all: (name) => valuesOf(answer, name) }))
    })
    request.once('error', reject)
  })
}

function valuesOf({ rawHeaders }: IncomingMessage, name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name.toLowerCase())
}

async function expectPolicy(path: string, status: number, kind: Kind, headers: Record<string, string> = {}) {
  const answer = await ask(path, headers)
  expect([path, answer.status, answer.all('cache-control')]).toEqual([path, status, [cachePolicies[kind]]])
  for (const [name, value] of Object.entries(commonHeaders)) {
    const expected = name === 'Cross-Origin-Resource-Policy' && path.startsWith('/share/') ? 'cross-origin' : value
    expect(answer.all(name), `${path} ${name}`).toEqual([expected])
  }
  expect(answer.all('content-security-policy'), path).toHaveLength(1)
  return answer
}

const pages = locales.flatMap((locale) =>
  Object.entries(routes)
    .filter(([, { kind }]) => kind === 'page' || kind === 'alias')
    .map(([path]) => ({ address: localizedPath(locale, path), path })),
)

test('prerendered pages are checked at every use, and pages rendered per request are not kept', async () => {
  for (const { address, path } of pages) await expectPolicy(address, 200, isRenderedPerRequest(path) ? 'none' : 'page')
})

test('pages that are not found are checked at every use too', async () => {
  for (const path of ['/no-such-page', '/fr/no-such-page', '/es/no-such.png', '/attestations/x.txt', '/en/no-such']) {
    if (!path.startsWith('/en/')) await expectPolicy(path, 404, 'page')
  }
})

test('what the browser asks for to change pages without loading them is treated as the page', async () => {
  const answer = await ask('/fr/contact', { RSC: '1', 'Next-Router-Prefetch': '1' })
  expect(answer.all('cache-control')).toEqual([answer.status === 200 ? cachePolicies.page : cachePolicies.none])
})

test('a page that has not changed is confirmed by its ETag, in every language', async () => {
  for (const path of ['/', '/fr/contact', '/es/direct-reserve', '/icons/icon-192.png']) {
    const kind = path.startsWith('/icons/') ? 'file' : 'page'
    const [etag = ''] = (await expectPolicy(path, 200, kind)).all('etag')
    expect(etag).not.toBe('')
    await expectPolicy(path, 304, kind, { 'If-None-Match': etag })
    await expectPolicy(path, 200, kind, { 'If-None-Match': '"another"' })
  }
})

test('files named by their content are kept for a year, and their absence not at all', async () => {
  const files = readdirSync(join(nextFolder, 'static'), { recursive: true, encoding: 'utf8' })
  for (const type of ['.js', '.css', '.woff2']) {
    const file = files.find((name) => name.endsWith(type) && !name.includes('anifest'))
    if (type !== '.css' || file) await expectPolicy(`/_next/static/${file}`, 200, 'asset')
  }
  await expectPolicy('/_next/static/chunks/gone.js', 404, 'none')
  await expectPolicy('/_next/image', 404, 'none')
})

test('files whose names stay are kept for an hour', async () => {
  const files = [
    '/favicon.ico',
    '/icon.svg',
    '/icons/icon-192.png',
    '/share/home.en.png',
    '/robots.txt',
    '/sitemap.xml',
  ]
  for (const path of [...files, '/.well-known/security.txt']) await expectPolicy(path, 200, 'file')
  for (const locale of locales) {
    for (const path of ['/llms.txt', '/manifest.webmanifest']) {
      await expectPolicy(localizedPath(locale, path), 200, 'file')
    }
  }
})

const feeds = ['/attestations.csv', '/attestations.atom', '/attestations.feed.json']

test('table and feeds of the reports are kept for a minute', async () => {
  for (const locale of locales) {
    for (const path of feeds) await expectPolicy(localizedPath(locale, path), 200, 'feed')
  }
})

test('redirects are kept for an hour', async () => {
  const redirects = ['/en', '/en/contact', '/directreserve', '/contact?lang=fr', '/fr/', '/contact/', '/fr/contact/']
  for (const path of redirects) await expectPolicy(path, 308, 'redirect')
})

test('nothing of the API is kept, and no refusal', async () => {
  for (const path of ['/api/email', '/readyz', '/healthz', '/api/openapi.json', '/api/attestations']) {
    await expectPolicy(path, 200, 'none')
  }
  await expectPolicy('/api/contact', 401, 'none')
  await expectPolicy('/api/no-such-call', 404, 'none')
  await expectPolicy('/api/email/', 308, 'none')
  await expectPolicy('/', 413, 'none', { 'Content-Length': '3' })
  await expectPolicy('/fr', 400, 'none', { Host: 'a b' })
  await expectPolicy('/fr', 431, 'none', { 'X-Large': 'a'.repeat(9000) })
  const post = await fetch(`http://localhost:${sharedPort}/fr`, { method: 'POST' })
  expect([post.status, post.headers.get('cache-control')]).toEqual([405, cachePolicies.none])
})

test('a feed or page that fails is not kept', async () => {
  const environment = serverEnvironment()
  const { server } = await startServer({ ...environment, LOG_LEVEL: 'silent' })
  const { rmSync } = await import('node:fs')
  rmSync(environment.DATABASE_URL.replace('file:', ''))
  for (const path of feeds) {
    const answer = await ask(path, {}, Number(environment.PORT))
    expect([answer.status, answer.all('cache-control')]).toEqual([503, [cachePolicies.none]])
  }
  const page = await ask('/attestations', {}, Number(environment.PORT))
  expect(page.all('cache-control')).toEqual([cachePolicies.none])
  await killServer(server)
})
