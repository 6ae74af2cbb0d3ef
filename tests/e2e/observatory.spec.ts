// Behind a TLS front, as an operator has one: what two public checkers say, and what only https has.
import { execFile } from 'node:child_process'
import { createServer as createHttp, request } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { portOf } from '../support/ask'
import { hydrated } from '../support/page'
import { pageAddresses } from '../support/security'
import { killServer, operatorKey, serverEnvironment, sharedPort, startServer } from '../support/server'
import { makeCertificate } from '../support/tls'

// The severities of csp_evaluator: the lower the worse. From here on it speaks of what may be, or of habits.
const belowMedium = 40

test.describe.configure({ mode: 'serial' })
let site: Awaited<ReturnType<typeof startServer>>
let front: Awaited<ReturnType<typeof startFront>>

/** A server that terminates TLS, and a port that redirects to it. */
async function startFront(target: string) {
  const { cert, key, files } = await makeCertificate()
  const https = createHttps({ key, cert }, (incoming, outgoing) => {
    const { method, url } = incoming
    const headers = { ...incoming.headers, 'x-forwarded-proto': 'https' }
    // A kept connection might be closed by the site just as the next request goes out.
    const passed = request(`${target}${url}`, { method, headers, agent: false })
    passed.on('response', (answer) => answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers)))
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  const httpsPort = await portOf(https)
  const http = createHttp(({ url }, answer) => {
    answer.writeHead(308, { Location: `https://localhost:${httpsPort}${url}` }).end()
  })
  const httpPort = await portOf(http)
  return { certificate: files.certificate, httpsPort, httpPort, close: () => [http, https].map((each) => each.close()) }
}

test.beforeAll(async () => {
  site = await startServer({ ...serverEnvironment(), SITE_URL: 'https://localhost' })
  front = await startFront(site.address)
})

test.afterAll(async () => {
  front?.close()
  if (site) await killServer(site.server)
})

test('the HTTP Observatory gives every page 135 points, and the CSP Evaluator finds nothing', async () => {
  test.setTimeout(300_000)
  // The Observatory looks at pages that are there; the 404 page has the base policy, which has tests of its own.
  const paths = pageAddresses.filter((path) => !path.endsWith('/no-such-page'))
  const scanned = ['tests/tools/observe.mjs', String(front.httpsPort), String(front.httpPort), ...paths]
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: front.certificate }
  const { stdout } = await promisify(execFile)(process.execPath, scanned, { env, maxBuffer: 2 ** 24 })
  const judgements: {
    path: string
    status: number
    score: number
    failed: string[]
    results: string[]
    findings: { severity: number; description: string }[]
  }[] = JSON.parse(stdout)
  expect(judgements.map(({ path }) => path)).toEqual(paths)
  for (const { path, status, score, failed, results, findings } of judgements) {
    expect([path, status, failed]).toEqual([path, 200, []])
    expect(score, `${path}: ${results.join(', ')}`).toBeGreaterThanOrEqual(135)
    expect([path, findings.filter(({ severity }) => severity < belowMedium)]).toEqual([path, []])
  }
})

test('a chosen language is remembered in a cookie for https alone', async ({ browser }) => {
  const baseURL = `https://localhost:${front.httpsPort}`
  const context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL })
  const page = await context.newPage()
  await page.goto('/contact')
  await hydrated(page)
  await page.locator('.languages summary').click()
  await page.locator('.languages').getByRole('link', { name: 'Français' }).click()
  await expect(page).toHaveURL(/\/fr\/contact$/)
  expect(await context.cookies()).toMatchObject([{ name: 'language', value: 'fr', secure: true, sameSite: 'Lax' }])
  await context.close()
})

test('over https alone, browsers are told to stay there, and the session cookie is bound to this host', async () => {
  const secure = await fetch(`${site.address}/fr/contact`)
  expect(secure.headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
  const plain = await fetch(`http://localhost:${sharedPort}/fr/contact`)
  expect(plain.headers.get('strict-transport-security')).toBeNull()
  const session = await fetch(`${site.address}/api/operator/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ key: operatorKey }),
  })
  expect(session.headers.get('set-cookie')).toMatch(
    /^__Host-operator=[^;]+; Path=\/; HttpOnly; SameSite=Strict; .*Secure$/,
  )
})
