import type { ChildProcess } from 'node:child_process'
import { brotliDecompressSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { maxReportsOnPage } from '@/lib/attestations/pages'
import { cachePolicies } from '@/lib/http/cache-policy'
import { type Locale, routing } from '@/lib/i18n/routing'
import { ask } from '../support/ask'
import { catalog, expectAccessible, expectError, localizedPath, test } from '../support/page'
import { countLogged, seedReports } from '../support/reports'
import { killServer, operatorKey, serverEnvironment, startServer } from '../support/server'

// One database with the reports of a thousand months, ten each: every page is as long as it can be.
const environment = serverEnvironment()
const maxBytes = 60_000
// Its data is a file of its own, and it is compressed best.
const maxBytesOfLatest = 18_500
const now = new Date()
const lastYear = now.getUTCFullYear() - 1
const year = String(lastYear - 5)

let server: ChildProcess
let address: string

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  const started = await startServer(environment)
  server = started.server
  address = started.address
  seedReports(environment.DATABASE_URL, 10_000, 10)
  // Whoever asks for the page has them entered in the log, after which it is rendered again.
  const logged = async () => {
    await read('/attestations').catch(hungUp)
    return countLogged(environment.DATABASE_URL)
  }
  await expect.poll(logged, { timeout: 150_000 }).toBe(10_000)
})

test.afterAll(() => killServer(server))

function read(path: string, headers: Record<string, string> = {}) {
  return ask(Number(environment.PORT), path, { 'Accept-Encoding': 'br', ...headers })
}

// On a busy machine the first rendering may take longer than the server keeps a silent connection.
function hungUp(error: NodeJS.ErrnoException) {
  if (error.code !== 'ECONNRESET') throw error
}

/** A year's heading, for its first page. */
function titleOf(locale: Locale, { page = 1, year: of = year } = {}) {
  const [start = '', rest = ''] = catalog(locale).Attestations.years.title.split('{page, plural, =1 {} other {')
  return start.replace('{year}', of) + (page > 1 ? rest.replace('}}', '').replace('#', String(page)) : '')
}

test('every page is within its size and comes from memory, with 10,000 reports', async () => {
  // The first of them shows the reports at once, the others what was rendered for them.
  const listed = async () => {
    const answer = await read('/attestations').catch(hungUp)
    if (answer?.headers['content-encoding'] !== 'br') return []
    return brotliDecompressSync(answer.body).toString().split('class="report"')
  }
  await expect.poll(async () => (await listed()).length).toBeGreaterThan(60)
  for (const path of [
    '/attestations',
    `/attestations/${year}`,
    `/fr/attestations/${year}/2`,
    `/es/attestations/${lastYear}`,
  ]) {
    const { status, headers, body } = await read(path)
    expect([path, status, headers['content-encoding'], headers['cache-control']]).toEqual([
      path,
      200,
      'br',
      cachePolicies.page,
    ])
    expect(body.length, path).toBeLessThanOrEqual(path === '/attestations' ? maxBytesOfLatest : maxBytes)
    const again = await read(`${path}?x`, { 'If-None-Match': String(headers.etag) })
    expect([again.status, again.headers.etag]).toEqual([304, headers.etag])
  }
})

test('table and API have every report, the feeds the latest', async () => {
  const reports = JSON.parse((await ask(Number(environment.PORT), '/api/attestations')).body.toString())
  expect(reports).toHaveLength(10_000)
  const table = (await ask(Number(environment.PORT), '/fr/attestations.csv')).body.toString()
  expect(table.trim().split('\n')).toHaveLength(10_001)
  const feed = (await ask(Number(environment.PORT), '/attestations.atom')).body.toString()
  expect(feed.match(/<entry>/g)).toHaveLength(100)
})

test('an address of a year or page without reports is the 404 page in its language', async ({ page }) => {
  expectError(page, /404/)
  for (const locale of routing.locales) {
    for (const path of [
      '/attestations/1900',
      '/attestations/9999',
      `/attestations/${year}/4`,
      `/attestations/${year}/1`,
    ]) {
      const answer = await page.goto(address + localizedPath(locale, path))
      expect([path, answer?.status()]).toEqual([path, 404])
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(catalog(locale).NotFound.title)
    }
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const locale of routing.locales) {
    test(`the years are found from the page and from each other in ${locale}`, async ({ page }) => {
      const { Attestations: words } = catalog(locale)
      await page.goto(address + localizedPath(locale, '/attestations'))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title)
      await expect(page.locator('#reports .report')).toHaveCount(maxReportsOnPage)
      await page.getByRole('navigation', { name: words.years.earlier }).getByRole('link', { name: year }).click()
      const path = localizedPath(locale, `/attestations/${year}`)
      await expect(page).toHaveURL(address + path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(titleOf(locale))
      await expect(page).toHaveTitle(new RegExp(year))
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${path}$`))
      await expect(page.locator('link[hreflang]')).toHaveCount(routing.locales.length + 1)
      const description = await page.locator('meta[name=description]').getAttribute('content')
      expect(description).toContain(year)
      expect(description?.length).toBeLessThanOrEqual(160)
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'index, follow')

      const years = page.getByRole('navigation', { name: words.years.all, exact: true })
      await expect(years.locator('[aria-current=page]')).toHaveText(year)
      const pages = page.getByRole('navigation', { name: words.years.pages.replace('{year}', year) })
      await expect(pages.locator('[aria-current=page]')).toHaveText('1')

      await pages.getByRole('link', { name: words.years.page.replace('{page}', '2'), exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(titleOf(locale, { page: 2 }))
      await expect(page.locator('#reports .report')).toHaveCount(maxReportsOnPage)
      await expect(years.locator('[aria-current=true]')).toHaveText(year)

      const previous = String(Number(year) - 1)
      await years.getByRole('link', { name: words.years.previous.replace('{year}', previous) }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(titleOf(locale, { year: previous }))
      await years.getByRole('link', { name: words.years.next.replace('{year}', year) }).click()
      await expect(page).toHaveURL(address + path)
      await years.getByRole('link', { name: words.years.latest }).click()
      await expect(page).toHaveURL(address + localizedPath(locale, '/attestations'))
    })
  }

  test('a year draws its own reserves, and names the months that it lacks', async ({ page }) => {
    const words = catalog('en').Attestations
    await page.goto(`${address}/attestations/${year}/2`)
    const region = page.getByRole('region', { name: words.reservesTitle, exact: true })
    await expect(region.getByRole('img', { name: new RegExp(`^${words.gold}.*${year}`) })).toBeVisible()
    await page.setViewportSize({ width: 320, height: 900 })
    const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    expect(await page.evaluate(overflow)).toBe(0)
  })
})

test('the page of a year is accessible', async ({ page }) => {
  test.slow()
  await page.goto(`${address}/attestations/${year}/2`)
  await expectAccessible(page)
})

test('an operator publishes and deletes on the page of a year', async ({ page }) => {
  expectError(page, /401|409/)
  const { operatorActions, historyTitle } = catalog('en').Attestations
  await page.goto(`${address}/attestations/${year}`)
  await page.getByRole('button', { name: operatorActions.add, exact: true }).click()
  const form = page.getByRole('form', { name: operatorActions.formTitle })
  const title = `Published late, ${year}`
  await form.getByLabel(operatorActions.fields.title).fill(title)
  await form.getByLabel(operatorActions.fields.report_date).fill(`${year}-12`)
  await form.getByLabel(operatorActions.fields.file_url).fill('https://files.example/late.pdf')
  await form.getByRole('button', { name: operatorActions.add, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: operatorActions.key.title })
  await dialog.getByLabel(operatorActions.key.label).fill(operatorKey)
  await dialog.getByRole('button', { name: operatorActions.key.submit }).click()
  // Every month of the year has reports.
  await page.getByRole('button', { name: operatorActions.replaceIt }).click()
  await expect(page.getByText(operatorActions.added)).toBeVisible()
  const report = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
  await expect(report).toBeVisible()
  expect((await read(`/attestations/${year}`)).status).toBe(200)

  await report.getByRole('button', { name: operatorActions.delete }).click()
  const question = page.getByRole('dialog', { name: operatorActions.deleteQuestion })
  await question.getByRole('button', { name: operatorActions.delete, exact: true }).click()
  await expect(page.getByText(operatorActions.deleted)).toBeVisible()
  const history = page.getByRole('region', { name: historyTitle })
  await history.locator('summary').first().click()
  await expect(history.getByRole('listitem').filter({ hasText: title }).first()).toBeVisible()
  await expect(page).toHaveURL(`${address}/attestations/${year}`)
})

test('a file of an earlier year is known on the first page', async ({ page }) => {
  expectError(page, /ERR_FAILED/)
  const { check } = catalog('en').Attestations
  await page.goto(`${address}/attestations`)
  await page.route('**/api/attestations?include=history', (route) => route.abort())
  const file = { name: 'report.pdf', mimeType: 'application/pdf', buffer: Buffer.from('9000') }
  await page.getByLabel(check.choose).setInputFiles(file)
  await expect(page.getByText(check.unavailable.replace('{name}', 'report.pdf'))).toBeVisible()
  await page.unroute('**/api/attestations?include=history')
  await page.getByLabel(check.choose).setInputFiles(file)
  await expect(page.getByText('report.pdf is the file of “Reserve attestation 9000”')).toBeVisible()
})
