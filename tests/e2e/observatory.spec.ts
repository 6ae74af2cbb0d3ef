import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { startFront } from '../support/front'
import { hydrated } from '../support/page'
import { pageAddresses } from '../support/security'
import { killServer, operatorKey, serverEnvironment, sharedPort, startServer } from '../support/server'

type Judgement = {
  path: string
  status: number
  score: number
  failed: string[]
  results: string[]
  findings: { severity: number; description: string }[]
}

// The severities of csp_evaluator: the lower the worse. From here on it speaks of what may be, or of habits.
const belowMedium = 40

test.describe('behind a TLS front', () => {
  test.describe.configure({ mode: 'serial' })
  let server: Awaited<ReturnType<typeof startServer>>
  let front: Awaited<ReturnType<typeof startFront>>

  test.beforeAll(async () => {
    const environment = { ...serverEnvironment(), SITE_URL: 'https://localhost' }
    server = await startServer(environment)
    front = await startFront(server.address)
  })

  test.afterAll(async () => {
    front?.close()
    if (server) await killServer(server.server)
  })

  test('the HTTP Observatory gives every page 135 points, and the CSP Evaluator finds nothing', async () => {
    test.setTimeout(300_000)
    // The Observatory looks at pages that are there; the 404 page has the base policy, which has tests of its own.
    const paths = pageAddresses.filter((path) => !path.endsWith('/no-such-page'))
    const scanned = [String(front.httpsPort), String(front.httpPort), ...paths]
    const environment = { ...process.env, NODE_EXTRA_CA_CERTS: front.certificate }
    const { stdout } = await promisify(execFile)(process.execPath, ['tests/tools/observe.mjs', ...scanned], {
      env: environment,
      maxBuffer: 2 ** 24,
    })
    const judgements = JSON.parse(stdout) as Judgement[]
    expect(judgements.map(({ path }) => path)).toEqual(paths)
    for (const { path, status, score, failed, results, findings } of judgements) {
      expect(status, path).toBe(200)
      expect(failed, path).toEqual([])
      expect(score, `${path}: ${results.join(', ')}`).toBeGreaterThanOrEqual(135)
      const grave = findings.filter(({ severity }) => severity < belowMedium)
      expect(
        grave.map(({ description }) => description),
        path,
      ).toEqual([])
    }
  })

  test('a chosen language is remembered in a cookie for https alone', async ({ browser }) => {
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      baseURL: `https://localhost:${front.httpsPort}`,
    })
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
    const secure = await fetch(`${server.address}/fr/contact`)
    expect(secure.headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
    const plain = await fetch(`http://localhost:${sharedPort}/fr/contact`)
    expect(plain.headers.get('strict-transport-security')).toBeNull()
    const session = await fetch(`${server.address}/api/operator/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ key: operatorKey }),
    })
    expect(session.headers.get('set-cookie')).toMatch(
      /^__Host-operator=[^;]+; Path=\/; HttpOnly; SameSite=Strict; .*Secure$/,
    )
  })
})
