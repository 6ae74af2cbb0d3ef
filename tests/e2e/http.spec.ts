// Tests raw HTTP responses without a browser: routes, caches, encodings,
// policies and hostile requests.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { apiTable } from '@/lib/http/api-table'
import { cachePolicies } from '@/lib/http/cache-policy'
import { localizedPath } from '@/lib/i18n/navigation'
import { consolePaths, isConsolePage } from '@/lib/operator/console-paths'
import { renderingOf, routes } from '@/lib/routes'
import { attribute, elementsOf, inspectPage } from '@/lib/security/inspect-page'
import { commonHeaders } from '@/lib/security/policy.mjs'
import { type Answer, requestRaw } from '../support/ask'
import { nextFolder } from '../support/built'
import { locales } from '../support/catalog'
import { exchange } from '../support/misbehaving-clients'
import {
  killServer,
  operatorKey,
  serverEnvironment,
  startServer,
  takePort,
} from '../support/server'

// All tests in this file share a separate server, because other tests publish
// reports on the default one and pages must not change during a test.
test.describe.configure({ mode: 'default' })

const port = takePort()
let site: Awaited<ReturnType<typeof startServer>>

test.beforeAll(async () => {
  site = await startServer({
    ...serverEnvironment(undefined, port),
    LOG_LEVEL: 'silent',
  })
})

test.afterAll(() => killServer(site.server))

const requestPath = (
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body = '',
) => requestRaw(port, path, headers, method, body)

const textOf = ({ body }: Answer) => body.toString()

const addresses = locales.flatMap((locale) =>
  Object.entries(routes).map(([path, route]) => ({
    address: localizedPath(locale, path),
    path,
    locale,
    route,
  })),
)
const shown = addresses.filter(
  ({ route }) => route.kind === 'page' || route.kind === 'alias',
)
const pageAddresses = [
  ...shown.map(({ address }) => address),
  ...locales.flatMap((locale) =>
    [consolePaths.overview, '/no-such-page'].map((path) =>
      localizedPath(locale, path),
    ),
  ),
]

/**
 * Requests a path and checks that its status and headers are those of its kind
 * of response, with each header sent once.
 */
async function expectPolicy(
  path: string,
  status: number,
  kind: keyof typeof cachePolicies,
  headers: Record<string, string> = {},
) {
  const answer = await requestPath(path, headers)
  expect(answer.status, path).toBe(status)
  expect(answer.all('cache-control'), path).toEqual([cachePolicies[kind]])
  for (const [name, value] of Object.entries(commonHeaders)) {
    const expected =
      name === 'Cross-Origin-Resource-Policy' && path.startsWith('/share/')
        ? 'cross-origin'
        : value
    expect(answer.all(name), `${path} ${name}`).toEqual([expected])
  }
  expect(answer.all('content-security-policy'), path).toHaveLength(1)
  return answer
}

for (const [from = '', to = ''] of [
  ...addresses.flatMap(({ address, route, locale }) =>
    route.kind === 'redirect'
      ? [[address, localizedPath(locale, route.to)]]
      : [],
  ),
  ['/en', '/'],
  ['/en/contact?a=1', '/contact?a=1'],
  ['/en/no-such-page', '/no-such-page'],
  ['/contact?lang=fr', '/fr/contact'],
  ['/?lng=es&utm_source=x', '/es?utm_source=x'],
  ['/gold?lang=fr', '/fr/gold'],
  ['/FR/contact?lang=es', '/fr/contact'],
  ['/Contact?utm_source=Print', '/contact?utm_source=Print'],
  ['/contact?lang=fr-CA', '/fr/contact'],
  ['/apple-touch-icon.png', '/icons/apple-touch-icon.png'],
])
  test(`${from} redirects to ${to}`, async () => {
    const { headers } = await expectPolicy(from, 308, 'redirect')

    expect(new URL(headers.location ?? '', site.address).href).toEqual(
      new URL(to, site.address).href,
    )
  })

test('unknown or superfluous language parameters are ignored', async () => {
  for (const path of [
    '/?lang=tlh',
    '/?lang=fr%22%3E%3Cscript%3E',
    '/fr?lang=es',
    '/?lang=',
  ])
    expect((await requestPath(path)).status, path).toBe(200)
})

test('the languages of the browser and of cookies are ignored', async () => {
  const answer = await requestPath('/', {
    'Accept-Language': 'fr',
    Cookie: 'language=fr',
  })

  expect(answer.status).toBe(200)
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(textOf(answer)).toContain('lang="en"')
})

for (const [from, to] of [
  ['/fr/contact/', '/fr/contact'],
  ['//contact//?a=//', '/contact?a=//'],
  ['/_next/static/../../contact', '/contact'],
  ['/_next/static/%2e%2e/%2e%2e/api/email', '/api/email'],
  ['/_next/static/..\\..\\operator\\leads', '/operator/leads'],
  ['/fr/../api/operator/leads.csv', '/api/operator/leads.csv'],
  ['/api/email/', '/api/email'],
] as const) {
  test(`${from} gets an uncached redirect to its canonical spelling`, async () => {
    const { headers } = await expectPolicy(from, 308, 'none')
    expect(headers.location).toBe(to)
  })
}

test('only canonical spellings are served and private responses are never cached', async () => {
  const separators =
    '/ / / // \\ .. .. . %2e%2e .%2E %2f %5C % %00 %25 # ?_rsc=1'
  const names =
    '_next static api %61pi internal reports email attestations operator leads readyz'
  const piece = fc.constantFrom(...separators.split(' '), ...names.split(' '))
  const targets = fc
    .array(piece, { minLength: 3, maxLength: 12 })
    .map((pieces) => `/${pieces.join('')}`)
  const isConsistent = async (target: string, headers: string) => {
    const { answer } = await exchange(
      port,
      `GET ${target} HTTP/1.1\r\n${head}${headers}\r\n`,
    )
    const status = Number(answer.slice(9, 12))
    expect([200, 303, 307, 308, 400, 401, 404, 405], target).toContain(status)
    expect(answer, target).not.toContain('"revision"')
    const { pathname } = new URL(site.address + target)
    if (status === 200) expect(target.replace(/[?#].*/, '')).toBe(pathname)
    const isPrivate =
      /^(Content-Type: application\/json|X-Robots-Tag: noindex|Location: )/im.test(
        answer,
      )
    if (isPrivate)
      expect(answer, target).toMatch(/^Cache-Control: no-store\r$/m)
    expect(answer, target).not.toContain('immutable')
  }
  const asked = fc.constantFrom(
    '',
    'RSC: 1\r\n',
    `Authorization: Bearer ${operatorKey}\r\n`,
  )

  await fc.assert(fc.asyncProperty(targets, asked, isConsistent), {
    numRuns: 500,
  })
})

test.describe('the caching policy', () => {
  test('applies to pages', async () => {
    for (const { address, path } of shown)
      await expectPolicy(
        address,
        200,
        renderingOf(path) === 'per-request' ? 'none' : 'page',
      )

    for (const path of [
      '/no-such-page',
      '/es/no-such.png',
      '/attestations/x.txt',
      '/CONTACTS',
      '/fr/Golden',
    ])
      await expectPolicy(path, 404, 'page')
  })

  test('applies to built files', async () => {
    const files = readdirSync(join(nextFolder, 'static'), {
      recursive: true,
      encoding: 'utf8',
    })

    for (const type of ['.js', '.woff2']) {
      const file = files.find(
        (name) => name.endsWith(type) && !name.includes('anifest'),
      )

      await expectPolicy(`/_next/static/${file}`, 200, 'asset')
    }
    await expectPolicy('/_next/static/chunks/gone.js', 404, 'none')
  })

  test('applies to public files', async () => {
    const others = [
      '/favicon.ico',
      '/icon.svg',
      '/icons/icon-192.png',
      '/share/home.en.png',
      '/robots.txt',
    ]
    const localized = locales.flatMap((locale) =>
      localizedPath(locale, '/llms.txt'),
    )

    for (const path of [...others, ...localized, '/.well-known/security.txt'])
      await expectPolicy(path, 200, 'file')
    expect((await requestPath('/favicon.ico')).headers['content-type']).toBe(
      'image/vnd.microsoft.icon',
    )
  })

  test('applies to feeds', async () => {
    for (const path of [
      '/attestations.csv',
      '/fr/attestations.atom',
      '/attestations.feed.json',
      '/sitemap.xml',
    ])
      await expectPolicy(path, 200, 'feed')
  })

  test('applies to the API', async () => {
    for (const path of [
      '/api/email',
      '/readyz',
      '/healthz',
      '/api/openapi.json',
      '/api/attestations',
    ])
      await test.step(path, async () => {
        const { headers } = await expectPolicy(path, 200, 'none')

        expect(headers['content-security-policy']).toMatch(/sandbox$/)
      })
    await expectPolicy('/api/contact', 401, 'none')
    await expectPolicy('/api/no-such-call', 404, 'none')
  })

  test('applies to malformed requests', async () => {
    await expectPolicy('/', 413, 'none', { 'Content-Length': '3' })
    await expectPolicy('/fr', 400, 'none', { Host: 'a b' })
  })

  test('forbids caching feeds and pages that failed', async () => {
    const own = serverEnvironment()
    const { server } = await startServer({ ...own, LOG_LEVEL: 'silent' })
    rmSync(own.DATABASE_URL.replace('file:', ''))

    for (const path of [
      '/attestations.csv',
      '/attestations.atom',
      '/sitemap.xml',
      '/attestations',
    ])
      expect(
        (await requestRaw(Number(own.PORT), path)).all('cache-control'),
        path,
      ).toEqual([cachePolicies.none])

    await killServer(server)
  })
})

test.describe('a staging site with https', () => {
  const paths = ['/', '/robots.txt', '/share/home.en.png', '/api/email']
  let staging: Awaited<ReturnType<typeof startServer>>

  test.beforeAll(async () => {
    const settings = { NOINDEX: 'true', SITE_URL: 'https://staging.example' }
    staging = await startServer({ ...serverEnvironment(), ...settings })
  })

  test.afterAll(() => killServer(staging.server))

  for (const [header, value] of [
    ['X-Robots-Tag', 'noindex, nofollow'],
    ['Strict-Transport-Security', 'max-age=63072000; includeSubDomains'],
  ] as const)
    test(`sends ${header} with every response`, async () => {
      for (const path of paths) {
        const { headers } = await fetch(staging.address + path)
        expect(headers.get(header), path).toBe(value)
      }
    })
})

test('a site without https sends no HSTS', async () => {
  const { headers } = await fetch(`${site.address}/`)

  expect(headers.get('Strict-Transport-Security')).toBeNull()
})

/** Requests a cached page in each encoding, the plain one twice. */
function askInEachEncoding() {
  const wishes = [
    undefined,
    'gzip, deflate, br',
    'br;q=0, gzip',
    'zstd, br;q=0.000',
  ]
  return Promise.all(
    wishes.map((wish) =>
      requestPath('/fr', wish ? { 'Accept-Encoding': wish } : {}),
    ),
  )
}

test('a cached page is sent in the encoding that the client prefers', async () => {
  const answers = await askInEachEncoding()

  expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual([
    undefined,
    'br',
    'gzip',
    undefined,
  ])

  const [plain, brotli, gzipped] = answers as [Answer, Answer, Answer]
  expect(brotliDecompressSync(brotli.body)).toEqual(plain.body)
  expect(gunzipSync(gzipped.body)).toEqual(plain.body)
  expect(brotli.body.length).toBeLessThan(gzipped.body.length)
})

test('each encoding of a cached page has its own ETag', async () => {
  const answers = await askInEachEncoding()

  expect(
    new Set(answers.slice(0, 3).map(({ headers }) => headers.etag)).size,
  ).toBe(3)
  for (const { headers } of answers)
    expect(headers.vary).toBe('Accept-Encoding')
})

test('a known ETag gets 304, even if a proxy has weakened it', async () => {
  const encoded = { 'Accept-Encoding': 'br' }
  const { headers } = await requestPath('/es/contact', encoded)
  for (const known of [
    headers.etag,
    `W/${headers.etag}`,
    `"other", ${headers.etag}`,
    '*',
  ]) {
    const revalidated = await expectPolicy('/es/contact', 304, 'page', {
      ...encoded,
      'If-None-Match': String(known),
    })
    expect(revalidated.body, known).toHaveLength(0)
    expect(revalidated.headers.etag, known).toBe(headers.etag)
  }

  expect(
    (
      await requestPath('/es/contact', {
        ...encoded,
        'If-None-Match': '"other"',
      })
    ).status,
  ).toBe(200)
  expect(
    (await requestPath('/no-such-page', { 'If-None-Match': '*' })).status,
  ).toBe(404)
})

test('HEAD gets the length of the page but not the page', async () => {
  const encoded = { 'Accept-Encoding': 'br' }
  const { body } = await requestPath('/es/contact', encoded)

  const head = await requestPath('/es/contact', encoded, 'HEAD')

  expect(head.status).toBe(200)
  expect(head.body).toHaveLength(0)
  expect(head.headers['content-length']).toBe(String(body.length))
})

const mismatched = { 'If-Match': '"other", W/"more"' }

test('a request with a mismatched If-Match gets 412 and changes nothing', async () => {
  const answered = [
    '/',
    '/fr/contact',
    '/attestations',
    '/attestations.atom',
    '/robots.txt',
    '/api/attestations',
  ]

  for (const path of [...answered, '/api/email', '/operator']) {
    const { status, body } = await expectPolicy(path, 412, 'none', {
      ...mismatched,
      'If-None-Match': '*',
    })
    expect(status, path).toBe(412)
    expect(body.length, path).toBeLessThan(50)
  }

  const lead = { 'Content-Type': 'application/json', ...mismatched }
  const posted = await requestPath('/api/contact', lead, 'POST', '{}')

  expect(posted.status).toBe(412)
})

test('a mismatched If-Match does not hide that a page is unknown', async () => {
  const { status } = await requestPath('/no-such-page', mismatched)

  expect(status).toBe(404)
})

test('a request with a matching If-Match is answered', async () => {
  const { etag = '' } = (await requestPath('/fr/contact')).headers

  const page = await requestPath('/fr/contact', {
    'If-Match': `"other", ${etag}`,
  })
  const known = await requestPath('/fr/contact', {
    'If-Match': etag,
    'If-None-Match': etag,
  })
  const any = await requestPath('/api/email', { 'If-Match': '*' })

  expect(page.status).toBe(200)
  expect(known.status).toBe(304)
  expect(any.status).toBe(200)
})

function sourcesOf(policy: string, directive: string) {
  const found = policy
    .split('; ')
    .find((part) => part.startsWith(`${directive} `))
  return found?.split(' ').slice(1) ?? []
}

const languagePrefix = new RegExp(`^/(${locales.join('|')})(?=/|$)`)

function isRendered(address: string): boolean {
  const path = address.replace(languagePrefix, '')
  return renderingOf(path) === 'per-request' || isConsolePage(path)
}

/** Asks for a page and returns what it contains and what its policy allows. */
async function expectStrictPolicy(address: string) {
  const answer = await requestPath(address)
  const policy = String(answer.headers['content-security-policy'])
  expect(policy, address).toMatch(
    /^default-src 'none'; script-src 'self' .*frame-ancestors 'none'/,
  )
  expect(policy, address).not.toMatch(/unsafe|\*|data:|http:|https:/)
  expect(Buffer.byteLength(policy)).toBeLessThanOrEqual(4096)
  // `inspectPage` reports scripts without integrity, a hash or a nonce, as
  // well as style attributes, event attributes and javascript: URLs.
  const { scripts, styles, errors } = inspectPage(textOf(answer))
  expect(errors, address).toEqual([])
  const [own, ...allowed] = sourcesOf(policy, 'script-src')
  const [ownStyles, ...allowedStyles] = sourcesOf(policy, 'style-src')
  expect(own, address).toBe("'self'")
  expect(ownStyles, address).toBe("'self'")
  return { answer, scripts, styles, allowed, allowedStyles }
}

test('the CSP of a prerendered page allows exactly its own scripts and styles', async () => {
  for (const address of pageAddresses.filter((each) => !isRendered(each))) {
    const { answer, scripts, styles, allowed, allowedStyles } =
      await expectStrictPolicy(address)

    expect(allowedStyles, address).toEqual(styles)
    // Allows more scripts than the page has, because the 404 page has one
    // policy for every address and allows the scripts of the other languages.
    expect(allowed, address).toEqual(expect.arrayContaining(scripts))
    if (answer.status === 200)
      expect(scripts, address).toEqual(expect.arrayContaining(allowed))
  }
})

test('the CSP of a page rendered per request allows scripts by a new nonce', async () => {
  for (const address of pageAddresses.filter(isRendered)) {
    const { answer, styles, allowed, allowedStyles } =
      await expectStrictPolicy(address)

    expect(allowedStyles, address).toEqual(expect.arrayContaining(styles))
    const [nonce] = allowed.map(
      (source) => source.match(/^'nonce-([\w+/]{22}==)'$/)?.[1],
    )
    expect(allowed, address).toEqual([`'nonce-${nonce}'`])
    const nonces = elementsOf(textOf(answer))
      .filter(
        (element) =>
          element.tagName === 'script' &&
          attribute(element, 'type') !== 'application/ld+json',
      )
      .map((script) => attribute(script, 'nonce'))
    expect(new Set(nonces), address).toEqual(new Set([nonce]))
    const next = await requestPath(address)
    expect(next.headers['content-security-policy'], address).not.toContain(
      nonce,
    )
  }
})

const mark = 'evil-7f3a.example'
const head = 'Host: localhost\r\nConnection: close\r\n'

// Headers that exploited published vulnerabilities in Next and React.
const hostile: Record<string, string>[] = [
  { Host: mark, Forwarded: `host=${mark};proto=https` },
  {
    'X-Forwarded-Host': mark,
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Port': '4444',
  },
  // CVE-2025-29927
  { 'X-Middleware-Subrequest': Array(5).fill('middleware').join(':') },
  { 'X-Middleware-Rewrite': `https://${mark}/`, 'X-Middleware-Next': '1' },
  {
    'X-Middleware-Override-Headers': 'x-mark',
    'X-Middleware-Request-X-Mark': mark,
  },
  // CVE-2024-46982
  { 'X-Nextjs-Data': '1', 'X-Now-Route-Matches': '1=contact' },
  {
    'X-Matched-Path': `/${mark}`,
    'X-Invoke-Path': '/api/contact',
    'X-Invoke-Status': '500',
  },
  // CVE-2026-27979 and CVE-2026-44581
  {
    'Next-Resume': '1',
    'Content-Security-Policy': `script-src 'nonce-"><script>${mark}</script>'`,
  },
  { RSC: '1', 'Next-Router-State-Tree': mark, 'Next-Router-Prefetch': '1' },
  {
    RSC: '1',
    'Next-Router-Prefetch': '1',
    'Next-Router-Segment-Prefetch': `/${mark}`,
  },
  {
    Cookie: `__prerender_bypass=${mark}; __next_preview_data=${mark}`,
    'X-Prerender-Revalidate': mark,
  },
  {
    'Accept-Language': `${mark}, fr;q=0.9`,
    'X-Next-Intl-Locale': 'es',
    'X-Forwarded-Prefix': `/${mark}`,
  },
  {
    'X-Original-Url': `/${mark}`,
    'X-Rewrite-Url': `/${mark}`,
    'X-HTTP-Method-Override': 'DELETE',
  },
]

for (const path of ['/', '/fr/contact', '/attestations', '/no-such-page'])
  test(`hostile headers affect neither the response of ${path} nor the next one`, async () => {
    const clean = await requestPath(path)
    expect(textOf(clean)).toMatch(/^<!DOCTYPE html>.*<\/html>$/s)

    for (const headers of hostile) {
      const answer = await requestPath(path, headers)
      const next = await requestPath(path)

      const name = JSON.stringify(headers)
      expect(answer.status, name).toBeLessThan(500)
      expect(
        JSON.stringify([answer.headers, textOf(answer)]),
        name,
      ).not.toContain(mark)
      expect(next.status, name).toBe(clean.status)
      expect(textOf(next), name).toBe(textOf(clean))
    }
  })

const hostileAddresses = [
  `/?x="><script>${mark}</script>`,
  `/fr?__nextLocale=${mark}&nxtPlocale=${mark}&_rsc=${mark}`,
  `//${mark}/`,
  `/\\${mark}/`,
  `/en//${mark}`,
  `/en/..%2f..%2f${mark}`,
  '/%2e%2e/%2e%2e/etc/passwd',
  '/.env',
  '/.git/config',
  '/_next/static/..%2f..%2fserver/app/en.html',
  '/_next/static/../../BUILD_ID',
  `/fr/contact%0d%0aX-Mark:%20${mark}`,
  `/_next/image?url=https://${mark}/a.png&w=64&q=75`,
]

const oddSegments = [
  '%E0%A4%A',
  '%',
  '%00',
  '%2e%2e',
  '..',
  '.',
  '%2f',
  '%5c',
  '%0d%0aX-A:%20b',
  '[id]',
  '__proto__',
  'é',
  '%ff',
  "'--",
  '%22%3E%3Cscript%3E',
  '{id}',
  '$%7b7*7%7d',
  ';jsessionid=1',
  'a'.repeat(4000),
  '%f0%9f%98%80',
  '+',
  '*',
]

test('hostile addresses are not reflected and cause no errors', async () => {
  const clean = await requestPath('/contact')
  const places = [
    '/X',
    '/fr/X',
    '/X/contact',
    '/fr/X/attestations.csv',
    '/api/X',
    '/api/attestations/X/restore',
    '/_next/X',
    '/_next/static/X',
    '/_next/image?url=X&w=64&q=75',
    '/contact?X=X&lang=X',
  ]
  const oddPaths = places.flatMap((place) =>
    oddSegments.map((odd) => place.replaceAll('X', () => odd)),
  )
  const requests = [...hostileAddresses, ...oddPaths].flatMap((path) => [
    `GET ${path}`,
    `POST ${path}`,
  ])

  for (const line of requests) {
    const { answer } = await exchange(port, `${line} HTTP/1.1\r\n${head}\r\n`)
    expect(answer, line).toMatch(/^HTTP\/1\.1 [2-4]/)
    expect(answer, line).not.toMatch(
      /^X-(A|Mark):|^Location: ?(https?:|\/\/|\\)|node_modules|\n +at /im,
    )
    expect(answer, line).not.toMatch(/DATABASE_URL|root:x:0|\[core\]/)
    if (!answer.startsWith('HTTP/1.1 200'))
      expect(answer, line).not.toContain(`<script>${mark}`)
  }

  expect((await requestPath('/contact')).body).toEqual(clean.body)
})

const contact = `POST /api/contact HTTP/1.1\r\n${head}`
const long = 'a'.repeat(17_000)
const broken: [status: number, ...texts: string[]][] = [
  [
    400,
    'hello\r\n\r\n',
    '\u0016\u0003\u0001\u0002\u0000\u0001',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  ],
  [
    431,
    `GET / HTTP/1.1\r\n${head}X-Large: ${long}\r\n\r\n`,
    `GET /${long} HTTP/1.1\r\n${head}\r\n`,
  ],
  [
    400,
    'GET / HTTP/1.1\r\nConnection: close\r\n\r\n',
    'GET / HTTP/1.1\r\nHost:\r\n\r\n',
  ],
  [400, 'GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n'],
  [400, 'GET / HTTP/1.0\r\nHost: localhost\r\nHOST: evil.example\r\n\r\n'],
  [
    400,
    'GET / HTTP/1.1\r\nHost: evil.example/a?b\r\n\r\n',
    `GET http://evil.example%2f/ HTTP/1.1\r\n${head}\r\n`,
  ],
  [400, `${contact}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
  [
    400,
    `${contact}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    400,
    `GET / HTTP/1.1\r\n${head}X-A: a\nb\r\n\r\n`,
    `GET / HTTP/1.1\r\n${head}X-A: a\r\n b\r\n\r\n`,
  ],
  [501, `${contact}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`],
  [
    405,
    `TRACE /api/contact HTTP/1.1\r\n${head}\r\n`,
    `POST / HTTP/1.1\r\n${head}Content-Length: 3\r\n\r\na=b`,
  ],
  [413, `GET / HTTP/1.1\r\n${head}Content-Length: 3\r\n\r\na=b`],
]

test('a malformed request gets a short response and its connection is closed', async () => {
  const clean = await requestPath('/contact')

  for (const [status, ...texts] of broken) {
    for (const text of texts)
      await test.step(text.slice(0, 100), async () => {
        const { answer, closedAfterMs } = await exchange(port, text)

        expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
        expect(answer.length).toBeLessThan(1_500)
        expect(answer).not.toMatch(/evil|aaaa| at /)
        expect(closedAfterMs).toBeDefined()
        expect((await requestPath('/contact')).body).toEqual(clean.body)
      })
  }
})

test('an HTTP/1.0 request may omit the Host header', async () => {
  expect((await exchange(port, 'GET /fr HTTP/1.0\r\n\r\n')).answer).toMatch(
    /^HTTP\/1\.1 200 OK\r\n/,
  )
})

test('a rejected contact form of any size redirects to the form in its language', async () => {
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    Origin: site.address,
  }

  for (const length of [20_000, 200_000, 400_000, 1_000_000]) {
    const answer = await requestPath(
      '/api/contact',
      headers,
      'POST',
      `language=fr&message=${'x'.repeat(length)}`,
    )
    const size = `${length} characters`

    expect(answer.status, size).toBe(303)
    expect(answer.headers.location, size).toMatch(
      /^\/fr\/contact\/again\?input=[\da-f]{32}$/,
    )
  }
})

test('a request that offers an upgrade gets the normal response', async () => {
  const key =
    'Sec-WebSocket-Key: aaaaaaaaaaaaaaaaaaaaaa==\r\nSec-WebSocket-Version: 13\r\n'
  const settings = 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n'
  const bodyOf = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n'))

  for (const path of [
    '/',
    '/_next/webpack-hmr',
    '/api/email',
    '/no-such-page',
    'http://127.0.0.1:1/',
  ]) {
    const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n`
    const { answer: plain } = await exchange(
      port,
      `${request}Connection: close\r\n\r\n`,
    )
    for (const offer of [
      `Upgrade: websocket\r\n${key}`,
      `Upgrade: h2c\r\n${settings}`,
    ]) {
      const { answer } = await exchange(
        port,
        `${request}Connection: Upgrade, HTTP2-Settings, close\r\n${offer}\r\n`,
      )
      expect(answer.slice(0, 12), path).toBe(plain.slice(0, 12))
      expect(bodyOf(answer), path).toBe(bodyOf(plain))
    }
  }
})

test.describe('the server', () => {
  test('serves pages and files read-only', async () => {
    for (const path of [
      '/',
      '/fr/contact',
      '/operator',
      '/no-such-page',
      '/robots.txt',
      '/attestations.csv',
    ]) {
      for (const method of ['POST', 'PUT', 'DELETE', 'TRACE']) {
        const { status, headers } = await requestPath(path, {}, method)

        expect(status, `${method} ${path}`).toBe(405)
        expect(headers.allow, `${method} ${path}`).toBe('GET, HEAD, OPTIONS')
      }
    }
  })

  for (const [path, columns] of [
    ['/attestations.csv', 'id,status,'],
    ['/fr/attestations.csv', 'id;status;'],
  ] as const)
    test(`separates the columns of ${path} as spreadsheets in its language expect`, async () => {
      expect(textOf(await requestPath(path))).toContain(columns)
    })

  test('refuses a request for a server action', async () => {
    for (const path of ['/', '/fr/contact', '/operator', '/api/contact']) {
      const action = { 'Next-Action': 'x', 'Content-Type': 'text/plain' }

      expect(
        (await requestPath(path, action, 'POST', '["$F1"]')).status,
        path,
      ).toBe(400)
    }
  })

  test('contains no server actions', () => {
    const { node, edge } = JSON.parse(
      readFileSync(
        join(nextFolder, 'server/server-reference-manifest.json'),
        'utf8',
      ),
    )

    expect({ node, edge }).toEqual({ node: {}, edge: {} })
  })

  const readable = Object.entries<object>(apiTable).flatMap(
    ([path, operations]) => ('GET' in operations ? [path] : []),
  )
  const files = [
    '/robots.txt',
    '/.well-known/security.txt',
    '/attestations.csv',
    '/fr/attestations.atom',
  ]
  for (const path of [
    '/',
    '/fr/contact',
    '/operator',
    '/no-such-page',
    ...files,
    ...readable,
  ]) {
    test(`answers HEAD ${path} with the headers of GET but no body`, async () => {
      const authorized = { Authorization: `Bearer ${operatorKey}` }
      const [read, head] = [
        await requestPath(path, authorized),
        await requestPath(path, authorized, 'HEAD'),
      ]
      const names = ({ headers }: Answer) =>
        Object.keys(headers).filter((name) => name !== 'transfer-encoding')

      expect(head.status).toBe(read.status)
      expect(head.body).toHaveLength(0)
      expect(names(head)).toEqual(names(read))
      expect(head.headers['content-type']).toBe(read.headers['content-type'])
      expect(head.headers['content-length']).toBe(
        read.headers['content-length'],
      )
    })
  }

  test('answers 404 to every address below /_next but static files', async () => {
    for (const path of [
      '/_next/image?url=%2Fshare%2Fhome.en.png&w=64&q=75',
      '/_next/data/build/fr.json',
      '/_next/mcp',
      '/_next/server/app/en.html',
      '/__nextjs_original-stack-frames',
      '/api/og',
    ]) {
      const { status } = await requestPath(path)

      expect(status, path).toBe(404)
    }
  })

  test('tells no version in its headers', async () => {
    for (const path of ['/', '/readyz', '/no-such-page', '/robots.txt']) {
      const { headers } = await requestPath(path)

      expect(headers['x-powered-by'], path).toBeUndefined()
      expect(headers.server, path).toBeUndefined()
      expect(JSON.stringify(headers), path).not.toContain('16.')
    }
  })

  test('serves no source maps', () => {
    const folder = join(nextFolder, 'static')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const scripts = files.filter((file) => /\.(js|css)$/.test(file))

    const withMap = scripts.filter((file) =>
      readFileSync(join(folder, file), 'utf8').includes('sourceMappingURL'),
    )

    expect(scripts.length).toBeGreaterThan(10)
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
    expect(withMap).toEqual([])
  })
})
