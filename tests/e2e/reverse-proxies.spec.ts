import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { routing } from '@/lib/i18n/routing'
import { routes } from '@/lib/routes'
import type { StaticSite } from '@/lib/static-site'
import { type Answer, ask } from '../support/ask'
import { askProxy } from '../support/ask-proxy'
import { smallPdf, validReport } from '../support/attestations'
import { staticSiteFolder } from '../support/built'
import { validContact } from '../support/contact'
import { contactFields, contactOn } from '../support/contact-page'
import { catalog, hydrated, localizedPath, test } from '../support/page'
import { makeReleases, proxyNames, proxyProgram, startProxy } from '../support/proxies'
import { killServer, operatorKey, serverEnvironment, startServer, takePort } from '../support/server'

const site: StaticSite = JSON.parse(readFileSync(join(staticSiteFolder, 'index.json'), 'utf8'))

// What a connection or a server says of itself. X-Request-Id names a line in the log of Node.
const ownHeaders = ['date', 'connection', 'keep-alive', 'server', 'x-request-id', 'accept-ranges', 'alt-svc']

// Caddy makes its ETag of the same time and size in another notation, and streams large files.
const ofCaddy = ['etag', 'content-length', 'transfer-encoding']

const addresses = [
  ...routing.locales.flatMap((locale) => Object.keys(routes).map((path) => localizedPath(locale, path))),
  ...routing.locales.flatMap((locale) =>
    ['/no-such-page', '/page-not-found'].map((path) => localizedPath(locale, path)),
  ),
  ...Object.keys(site.files).filter((address) => !/[A-Z]/.test(address)),
  ...['/en', '/en/contact', '/en/vaultchain?a=1', '/contact?lang=fr', '/?lng=es', '/contact?a=1&lang=fr&b=2'],
  ...['/contact?lang=xx', '/contact?lang=fr&lng=es', '/contact?a=b%20c&lang=fr', '/no-such-page?lang=fr'],
  ...['/robots.txt?lang=fr', '/CONTACT', '/Fr', '/contact/', '//contact', '/%63ontact', '/a/../contact', '/a?b=/../c'],
  ...['/api', '/api/none', '/en/api/x', '/_next/static/none.js', '/_next/x', '/index.json', '/pages/fr.html'],
  ...['/healthz', '/readyz', '/metrics', '/fr/readyz', '/readyz?a=1', '/healthz/'],
  ...[
    '/operator',
    '/fr/operator',
    '/es/operator/leads',
    '/operator/leads/5CE0498E',
    '/operator/none',
    '/fr/operator/a/b',
  ],
  ...['/_unavailable', '/unavailable/fr.html', '/attestations?lang=es', '/contact?rsc=1', '/x.html'],
]

for (const name of proxyNames) {
  test.describe(name, () => {
    test.describe.configure({ mode: 'serial' })
    test.skip(!proxyProgram(name), `${name} is not installed, and its package could not be had`)

    const ports = { https: 0, http: 0, node: 0, admin: 0 }
    let environment: Record<string, string>
    let node: Awaited<ReturnType<typeof startServer>>
    let proxy: Awaited<ReturnType<typeof startProxy>>
    let releases: ReturnType<typeof makeReleases>
    const get = (path: string, headers: Record<string, string> = {}) => askProxy(ports.https, path, headers)
    const startNode = async () => {
      node = await startServer(environment, 'tests/support/serve-built.mjs')
    }

    test.beforeAll(async () => {
      for (const key of Object.keys(ports) as (keyof typeof ports)[]) ports[key] = takePort()
      environment = {
        ...serverEnvironment(undefined, ports.node),
        HOST: '127.0.0.1',
        TRUSTED_PROXY_HOPS: '1',
        SITE_URL: `https://localhost:${ports.https}`,
        LIMIT_OPERATOR_PER_CLIENT: '2',
      }
      releases = makeReleases()
      await startNode()
      proxy = await startProxy(name, releases.folder, ports)
    })

    test.afterAll(async () => {
      await proxy?.stop()
      await killServer(node.server)
    })

    test('every page and file has the bytes and headers that Node gives it, in every encoding', async () => {
      for (const path of addresses) {
        for (const encoding of ['br', 'gzip', 'identity']) {
          const headers = { 'Accept-Encoding': encoding, Host: `localhost:${ports.https}` }
          const [ours, nodes] = await Promise.all([get(path, headers), ask(ports.node, path, headers)])
          expect({ path, encoding, ...comparable(ours) }).toEqual({ path, encoding, ...comparable(nodes) })
        }
      }
    })

    function comparable({ status, headers, body }: Answer) {
      const nonce = String(headers['content-security-policy']).match(/nonce-([^']+)/)?.[1]
      // nginx explains a redirect in a line of HTML. What is rendered for each request differs.
      const varying = nonce !== undefined || status === 308
      const bodyHeaders = ['content-length', 'transfer-encoding', ...(status === 308 ? ['content-type'] : [])]
      const left = [...ownHeaders, ...(name === 'caddy' ? ofCaddy : []), ...(varying ? bodyHeaders : [])]
      const compared = Object.entries(headers)
        .filter(([header]) => !left.includes(header))
        .map(([header, value]) => [header, nonce ? String(value).replaceAll(nonce, 'nonce') : value])
      return { status, headers: Object.fromEntries(compared), text: varying ? '' : body.toString('base64') }
    }

    test('a page that has not changed is confirmed, and part of a file is sent', async () => {
      for (const encoding of ['br', 'gzip', 'identity']) {
        const headers = { 'Accept-Encoding': encoding }
        const { etag = '' } = (await get('/fr/contact', headers)).headers
        for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
          const again = await get('/fr/contact', { ...headers, 'If-None-Match': known })
          expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag])
          expect(again.headers['content-security-policy']).toContain('sha256-')
        }
        expect((await get('/fr/contact', { ...headers, 'If-None-Match': '"other"' })).status).toBe(200)
      }
      const whole = await get('/share/home.en.png')
      const part = await get('/share/home.en.png', { Range: 'bytes=0-99', 'If-Range': String(whole.headers.etag) })
      expect([part.status, part.body]).toEqual([206, whole.body.subarray(0, 100)])
    })

    test('what the database knows is asked of Node: the page of a year, and the file of a report', async () => {
      const publish = (headers: Record<string, string>, path: string, body: string) =>
        fetch(`http://127.0.0.1:${ports.node}/api/attestations${path}`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${operatorKey}`, ...headers },
          body,
        })
      const { file_url } = await (await publish({ 'Content-Type': 'application/pdf' }, '/files', smallPdf)).json()
      const report = JSON.stringify({ ...validReport, report_date: '2025-01', file_url, sha256: undefined })
      expect((await publish({ 'Content-Type': 'application/json' }, '', report)).status).toBe(201)
      const file = await get(new URL(file_url).pathname)
      expect([file.status, String(file.body)]).toEqual([200, smallPdf])
      for (const path of ['/attestations/2025', '/fr/attestations/2025'])
        expect((await get(path)).status, path).toBe(200)
      expect((await get('/attestations/1999')).status).toBe(404)
    })

    test('http leads to https', async () => {
      const { status, headers } = await ask(ports.http, '/fr?a=1', { Host: 'localhost' })
      expect([301, 308]).toContain(status)
      expect(headers.location).toMatch(/^https:\/\/localhost(:\d+)?\/fr\?a=1$/)
    })

    test('Node sees the client and https: limits, form origins and cookies are as without a proxy', async () => {
      const headers = { 'Content-Type': 'application/json' }
      const signIn = (key: string, from: string, more = {}) =>
        askProxy(
          ports.https,
          '/api/operator/session',
          { ...headers, ...more },
          { method: 'POST', body: JSON.stringify({ key }), from },
        )
      const wrong = 'wrong-key-0123456789-0123456789-0123456789'
      // What a client writes into the header changes nothing.
      const spoofed = () => ({ 'X-Forwarded-For': `203.0.113.${Math.floor(Math.random() * 256)}` })
      for (let index = 0; index < 2; index++) expect((await signIn(wrong, '127.0.0.2', spoofed())).status).toBe(401)
      expect((await signIn(wrong, '127.0.0.2', spoofed())).status).toBe(429)
      const right = await signIn(operatorKey, '127.0.0.3', { 'Sec-Fetch-Site': 'same-origin' })
      expect(right.status).toBe(200)
      expect(String(right.headers['set-cookie'])).toMatch(/^__Host-operator=.*; Secure/)

      const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
      const body = new URLSearchParams({ ...validContact, email: `${randomUUID()}@banque.example` }).toString()
      const post = (Origin: string) =>
        askProxy(ports.https, '/api/contact', { ...form, Origin }, { method: 'POST', body })
      expect((await post('https://evil.example')).status).toBe(403)
      expect((await post(`https://localhost:${ports.https}`)).status).toBe(303)
    })

    test('what is too large is refused as the API does, a large form by its page', async () => {
      const post = (length: number) =>
        askProxy(
          ports.https,
          '/api/contact',
          { 'Content-Type': 'application/x-www-form-urlencoded', Origin: `https://localhost:${ports.https}` },
          { method: 'POST', body: `message=${'x'.repeat(length)}` },
        )
      const form = await post(40_000)
      expect([form.status, form.headers.location]).toEqual([303, expect.stringContaining('/contact/again')])
      const refused = await post(300_000)
      expect([refused.status, JSON.parse(String(refused.body))]).toEqual([413, { error: { code: 'too_large' } }])
    })

    test('with Node stopped pages stay, a form is answered honestly and keeps its text, and Node may come back', async ({
      browser,
    }) => {
      const context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: proxy.address })
      const page = await context.newPage()
      await page.goto('/contact')
      await hydrated(page)
      await killServer(node.server, 'SIGTERM')
      const { pages } = site
      for (const address of Object.keys(pages)) {
        const path = address.replace(/^\/en(?=\/|$)/, '') || '/'
        expect([path, (await get(path)).status]).toEqual([path, path.endsWith('/page-not-found') ? 404 : 200])
      }
      expect((await get('/en/contact')).headers.location).toBe('/contact')

      await expectUnavailable()
      const form = contactOn(page)
      await form.fill()
      await form.submit.click()
      await expect(page.getByRole('main').getByRole('alert')).toContainText(form.words.problems.unavailable)
      for (const field of contactFields) await expect(form.input(field)).toHaveValue(validContact[field])

      const plain = await browser.newContext({
        ignoreHTTPSErrors: true,
        baseURL: proxy.address,
        javaScriptEnabled: false,
      })
      const withoutScript = await plain.newPage()
      await withoutScript.goto('/contact')
      await contactOn(withoutScript).fill()
      await contactOn(withoutScript).submit.click()
      const title = withoutScript.getByRole('heading', { name: catalog('en').Unavailable.title })
      await expect(title).toBeVisible()
      await expect(title).toHaveCSS('font-family', /Bodoni/)
      await withoutScript.goBack()
      for (const field of contactFields) {
        await expect(contactOn(withoutScript).input(field)).toHaveValue(validContact[field])
      }

      await startNode()
      await form.retry.click()
      await expect(form.success).toBeVisible()
      await contactOn(withoutScript).input('email').fill(`${randomUUID()}@banque.example`)
      await contactOn(withoutScript).submit.click()
      await expect(withoutScript).toHaveURL(/\/contact\/received/)
      await context.close()
      await plain.close()
    })

    async function expectUnavailable() {
      const script = { 'Content-Type': 'application/json' }
      const api = await askProxy(ports.https, '/api/contact', script, { method: 'POST', body: '{}' })
      expect([api.status, String(api.body)]).toEqual([503, '{"error":{"code":"unavailable"}}'])
      expect(api.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' })
      expect(Number(api.headers['retry-after'])).toBeGreaterThan(0)
      const ready = await get('/readyz')
      expect([ready.status, String(ready.body)]).toEqual([503, '{"error":{"code":"unavailable"}}'])
      const posted = { 'Content-Type': 'application/x-www-form-urlencoded' }
      for (const locale of routing.locales) {
        const { title, message } = catalog(locale).Unavailable
        const Referer = `${proxy.address}${localizedPath(locale, '/contact')}`
        const answers = [
          await askProxy(ports.https, '/api/contact', { ...posted, Referer }, { method: 'POST', body: 'name=x' }),
          await get(localizedPath(locale, '/attestations')),
        ]
        for (const { status, headers, body } of answers) {
          expect([status, Number(headers['retry-after']) > 0]).toEqual([503, true])
          expect(String(body)).toContain(`<html lang="${locale}"`)
          for (const text of [title, message]) expect(String(body)).toContain(text)
          expect(headers['content-security-policy']).toContain("script-src 'self';")
        }
      }
      const anybody = await askProxy(ports.https, '/api/contact', posted, { method: 'POST', body: 'name=x' })
      for (const locale of routing.locales) expect(String(anybody.body)).toContain(catalog(locale).Unavailable.title)
    }

    test('a switch to a new build changes all at once, and keeps the files that open pages need', async () => {
      const hashed =
        Object.keys(site.files).find((address) => /^\/_next\/static\/chunks\/[^A-Z]+\.js$/.test(address)) ?? ''
      const renamed = hashed.replace(/\.js$/, '-renamed.js')
      // The next build: one file has a new name, and the home page another text and policy.
      const two = releases.add('two', (folder) => {
        for (const file of readdirSync(join(folder, 'files/_next/static/chunks'))) {
          const path = join(folder, 'files/_next/static/chunks', file)
          const name = hashed.split('/').at(-1) ?? ''
          if (file.startsWith(name)) renameSync(path, path.replace(/\.js/, '-renamed.js'))
        }
        const next = structuredClone(site)
        const { [hashed]: file, ...rest } = next.files
        if (!file || !next.pages['/fr']) throw new Error('The build lacks what the test changes.')
        next.files = { ...rest, [renamed]: { ...file, file: `files${renamed}` } }
        next.pages['/fr'].policy += '; report-to two'
        next.pages['/fr'].encodings = []
        writeFileSync(join(folder, 'pages/fr.html'), 'two')
        writeFileSync(join(folder, 'index.json'), JSON.stringify(next))
      })
      const state = async () => {
        const { body, headers } = await get('/fr', { 'Accept-Encoding': 'identity' })
        return [String(body) === 'two', String(headers['content-security-policy']).includes('two')]
      }
      expect(await state()).toEqual([false, false])
      expect((await get(renamed)).status).toBe(404)

      // While Node restarts, and before the proxy is told, pages and policies are those of one release.
      const switching = promisify(execFile)('deploy/switch.sh', [two], {
        env: {
          ...process.env,
          SITE_FOLDER: releases.folder,
          SITE_RESTART: 'true',
          SITE_RELOAD: 'true',
          SITE_HEALTH: `http://127.0.0.1:${ports.node}/api/health/live`,
        },
      })
      await switching
      expect(await state()).toEqual([false, false])
      // A page of the new Node may be shown already.
      const early = await get(renamed)
      expect([early.status, early.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])

      await proxy.reload()
      await expect.poll(state).toEqual([true, true])
      const headers = { 'Accept-Encoding': 'gzip' }
      for (const address of [hashed, renamed]) {
        const answer = await get(address, headers)
        expect([address, answer.status, answer.headers['content-encoding']]).toEqual([address, 200, 'gzip'])
        expect(answer.headers).toMatchObject({
          'cache-control': 'public, max-age=31536000, immutable',
          'content-type': 'text/javascript; charset=utf-8',
          vary: 'Accept-Encoding',
          'x-content-type-options': 'nosniff',
        })
      }
    })
  })
}

test('a release that does not answer is taken back', async () => {
  const releases = makeReleases()
  const folder = releases.add('broken')
  const env = { ...process.env, SITE_FOLDER: releases.folder, SITE_RESTART: 'true', SITE_HEALTH: 'http://127.0.0.1:9/' }
  const failed = await promisify(execFile)('sh', ['-c', `sleep() { :; }; set -- ${folder}; . deploy/switch.sh`], {
    env,
  }).catch((error: { code: number; stderr: string }) => error)
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('does not answer') })
  const { stdout } = await promisify(execFile)('readlink', ['-f', join(releases.folder, 'current')])
  expect(stdout.trim()).toMatch(/\/releases\/one$/)
})
