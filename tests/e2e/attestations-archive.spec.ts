import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, expect } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import { formatDay, formatMonth } from '@/lib/attestations/format'
import { makeSigningKey } from '@/lib/attestations/log/signing-key'
import { addMonths, currentMonth } from '@/lib/attestations/month'
import { validReportWith } from '../support/attestations'
import { catalog, expectAccessible, localizedPath, test } from '../support/page'
import { seedReports } from '../support/reports'
import { killServer, operatorKey, serverEnvironment, startServer } from '../support/server'

// A server and a database of its own: what the page shows depends on everything published.
const folder = mkdtempSync(join(tmpdir(), 'archive-'))
const signingKey = join(folder, 'key.pem')
writeFileSync(signingKey, makeSigningKey().pem, { mode: 0o600 })
let server: ChildProcess
let address: string
let output: () => string

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  const started = await startServer({ ...serverEnvironment(folder), ATTESTATIONS_SIGNING_KEY: signingKey })
  server = started.server
  address = started.address
  output = started.output
})

test.afterAll(() => killServer(server))

function changeDatabase(statement: string) {
  const database = new Sqlite(join(folder, 'site.db'), { timeout: 5000 })
  database.exec(statement)
  database.close()
}

test('a list that cannot be fetched is logged, and loading ends with a quiet retry', async ({ page }) => {
  const words = catalog('en').Attestations
  changeDatabase('ALTER TABLE Attestation RENAME TO Away')
  // Before the server has rendered the page, which it would keep.
  await page.goto(`${address}/attestations`)
  await expect(page.getByText(words.unavailable)).toBeVisible()
  await expect(page.getByText(words.loading)).toBeHidden()
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
  await expect.poll(output).toContain('the list of reports could not be loaded')
  await expectAccessible(page)
  changeDatabase('ALTER TABLE Away RENAME TO Attestation')
  await page.getByRole('link', { name: words.retry }).click()
  await expect(page.getByText(words.empty)).toBeVisible()
})

for (const locale of ['en', 'fr', 'es'] as const) {
  test(`without reports the page says in ${locale} that they are coming`, async ({ page }) => {
    const words = catalog(locale).Attestations
    await page.goto(address + localizedPath(locale, '/attestations'))
    await expect(page.getByText(words.empty)).toBeVisible()
    await expect(page.getByRole('region', { name: words.first.sampleTitle })).toContainText(words.first.sampleNote)
    await expect(page.getByLabel(words.check.choose)).toHaveCount(0)
    await expect(page.getByRole('button', { name: words.operatorActions.add, exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: words.reservesTitle })).toHaveCount(0)
    await expectAccessible(page)
  })
}

test('the reserves are drawn, told and tabulated, missing months too', async ({ page, request }) => {
  const newest = addMonths(currentMonth(), -1)
  const months = [4, 3, 1, 0].map((back) => addMonths(newest, -back))
  for (const [index, report_date] of months.entries()) {
    const data = {
      ...validReportWith({ report_date }),
      title: `Report ${report_date}`,
      gold_ounces: String(41_250 + index * 2500),
    }
    const headers = { Authorization: `Bearer ${operatorKey}` }
    expect((await request.post(`${address}/api/attestations`, { headers, data })).status()).toBe(201)
  }
  const missing = addMonths(newest, -2)
  for (const locale of ['en', 'fr'] as const) {
    const words = catalog(locale).Attestations
    await page.goto(address + localizedPath(locale, '/attestations'))
    const region = page.getByRole('region', { name: words.reservesTitle, exact: true })
    const gold = region.getByRole('img', { name: new RegExp(`^${words.gold}`) })
    await expect(gold).toBeVisible()
    await expect(gold).toHaveAccessibleDescription(new RegExp(formatMonth(locale, newest)))
    await region.getByText(words.tableSummary.replace('{metal}', words.gold)).click()
    const rows = region.getByRole('table').first().getByRole('row')
    await expect(rows).toHaveCount(6)
    await expect(rows.nth(1)).toContainText(locale === 'en' ? '48,750' : '48\u202f750')
    await expect(rows.nth(3)).toContainText(words.noReport)
    const list = page.getByRole('region', { name: words.listTitle, exact: true })
    await expect(list.getByText(words.missing.replace('{month}', formatMonth(locale, missing)))).toBeVisible()
    await expect(list.getByText(/99[.,]99/).first()).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 900 })
    const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    expect(await page.evaluate(overflow)).toBe(0)
    await page.setViewportSize({ width: 1280, height: 720 })
  }
  // No library draws it: the drawing stands in the HTML as it is sent.
  expect(await (await request.get(`${address}/attestations`)).text()).toContain('class="plot-ounces" d="M')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a report that was withdrawn twice and is back says so, in every language', async ({ page, request }) => {
    const headers = { Authorization: `Bearer ${operatorKey}` }
    const title = 'Withdrawn and back'
    const data = validReportWith({ title, report_date: addMonths(currentMonth(), -3) })
    const { id } = await (await request.post(`${address}/api/attestations`, { headers, data })).json()
    const reasons = ['A page is missing.', 'The firm asked for it.']
    for (const reason of reasons) {
      const gone = await request.delete(`${address}/api/attestations/${id}`, { headers, data: { reason } })
      const back = await request.post(`${address}/api/attestations/${id}/restore`, { headers })
      expect([gone.status(), back.status()]).toEqual([200, 200])
    }
    for (const locale of ['en', 'fr', 'es'] as const) {
      const words = catalog(locale).Attestations
      await page.goto(address + localizedPath(locale, '/attestations'))
      const list = page.getByRole('region', { name: words.listTitle, exact: true })
      const report = list.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
      const events = report.getByRole('list', { name: words.eventsLabel }).getByRole('listitem')
      const today = formatDay(locale, new Date())
      const withdrawal = (reason = '') =>
        `${words.withdrawnOn.replace('{day}', today)} ${words.withdrawnReason.replace('{reason}', reason)}`
      const restoration = words.restoredOn.replace('{day}', today)
      await expect(events).toHaveText([withdrawal(reasons[0]), restoration, withdrawal(reasons[1]), restoration])
      await expect(page.getByText('tester')).toHaveCount(0)
    }
  })
})

test('a report of 1900 in the database leaves the page its size, and the gap one line', async ({ page, request }) => {
  const read = async () => (await request.get(`${address}/attestations`)).text()
  const before = await read()
  changeDatabase(
    `INSERT INTO Attestation (id, idempotencyKey, title, fileUrl, reportDate, goldOunces, goldTokens, silverOunces,
       silverTokens, asOf, firm, createdAt, createdBy)
     VALUES ('old', 'old-key', 'Old', 'https://files.example/old.pdf', '1900-01', '1', '1', '1', '1', '1900-01-31',
       'A', '2025-01-01T00:00:00.000+00:00', 'tester')`,
  )
  // Another process made the change: it is looked for four times a second.
  await expect.poll(async () => await read()).toContain('/attestations/1900')
  expect((await read()).length - before.length).toBeLessThan(8_000)
  for (const locale of ['en', 'fr', 'es'] as const) {
    const words = catalog(locale).Attestations
    await page.goto(address + localizedPath(locale, '/attestations'))
    const list = page.getByRole('region', { name: words.listTitle, exact: true })
    const first = formatMonth(locale, '1900-02')
    const last = formatMonth(locale, addMonths(currentMonth(), -6))
    const gap = words.missingMonths.replace('{from}', first).replace('{to}', last)
    await expect(list.getByRole('listitem').filter({ hasText: gap })).toBeVisible()
    // No heading for the years in between, and the report is on the page of its year.
    const headings = await list.locator('.report-year').getByRole('heading', { level: 3 }).allTextContents()
    expect(headings.length).toBeLessThanOrEqual(2)
    await expectAccessible(page)
    await list.getByRole('navigation', { name: words.years.earlier }).getByRole('link', { name: '1900' }).click()
    await expect(page.getByRole('heading', { name: 'Old', exact: true })).toBeVisible()
    const months = ['1900-02', '1900-12'].map((month) => formatMonth(locale, month))
    const rest = words.missingMonths.replace('{from}', months[0] ?? '').replace('{to}', months[1] ?? '')
    await expect(page.getByRole('listitem').filter({ hasText: rest })).toBeVisible()
    await expectAccessible(page)
  }
})

test('a kept copy of the log shows whether something was removed or changed since', async ({ page, request }) => {
  const { check } = catalog('en').Attestations
  const result = page.locator('.file-check').getByRole('status')
  const choose = (text: string, name = 'copy.json') =>
    page.getByLabel(check.choose).setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  await page.goto(`${address}/attestations`)
  const downloading = page.waitForEvent('download')
  await page.locator('#check').getByRole('link').click()
  const copy = readFileSync(await (await downloading).path(), 'utf8')
  await choose(copy)
  await expect(result).toContainText(check.log.unchanged.replace('{name}', 'copy.json'))
  await expect(result).toContainText(/^.*\b\d+ signatures were verified\.$/s)
  await expectAccessible(page)

  await choose(copy.replace('Withdrawn and back', 'Never withdrawn'))
  await expect(result).toContainText('does not match its hash')

  const headers = { Authorization: `Bearer ${operatorKey}` }
  const data = validReportWith({ title: 'Published later', report_date: '2025-02' })
  expect((await request.post(`${address}/api/attestations`, { headers, data })).status()).toBe(201)
  await choose(copy)
  await expect(result).toContainText('1 entry has been added.')

  // Somebody with the database takes back what was published last, without a trace there.
  const later = await (await request.get(`${address}/api/attestations/log`)).text()
  changeDatabase(`
    DELETE FROM Attestation WHERE title = 'Published later';
    DELETE FROM AttestationLogEntry WHERE sequence = (SELECT max(sequence) FROM AttestationLogEntry)`)
  await expect.poll(async () => (await request.get(`${address}/api/attestations/log`)).text()).toBe(copy)
  await choose(later)
  await expect(result).toContainText('1 entry more than today’s log')
  // A file that is no log is one like any other.
  await choose('{}', 'other.json')
  await expect(result).toContainText(check.unknown.replace('{name}', 'other.json'))
})

/** Replaces all reports by so many, one a month back from the last one, and waits until the page has them. */
async function publishMonths(request: APIRequestContext, count: number) {
  changeDatabase('DELETE FROM AttestationEvent; DELETE FROM Attestation')
  seedReports(`file:${join(folder, 'site.db')}`, count)
  const read = async () => (await request.get(`${address}/attestations`)).text()
  await expect.poll(async () => (await read()).split('class="report"').length - 1).toBe(count)
}

test('two years of reports fit three screens of a desktop, eight of a phone and five sheets of paper', async ({
  page,
  request,
}) => {
  await publishMonths(request, 24)
  for (const locale of ['en', 'fr'] as const) {
    await page.goto(address + localizedPath(locale, '/attestations'))
    const list = page.locator('#reports')
    for (const { width, height, screens } of [
      { width: 1440, height: 900, screens: 3 },
      { width: 390, height: 844, screens: 8 },
    ]) {
      await page.setViewportSize({ width, height })
      expect((await list.boundingBox())?.height, `${width}`).toBeLessThanOrEqual(screens * height)
    }
    expect(countSheets(await page.pdf({ format: 'A4' }))).toBeLessThanOrEqual(5)
  }
  // All of a report that is not in the tables, though its row is closed.
  await page.emulateMedia({ media: 'print' })
  const row = page.locator('#reports .report').last()
  await expect(row.getByText(/^[\da-f]{64}$/)).toBeVisible()
  await expect(row.getByText('Thornquist & Vale LLP')).toBeVisible()
})

function countSheets(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
}

test('the two lines of a chart differ in more than their colours, as their legend does', async ({ page }) => {
  await page.goto(`${address}/attestations`)
  for (const forcedColors of ['none', 'active'] as const) {
    await page.emulateMedia({ forcedColors })
    for (const place of ['.legend', '.plot']) {
      const [ounces, tokens] = [page.locator(`${place} .plot-ounces`), page.locator(`${place} .plot-tokens`)]
      await expect(ounces.first()).toHaveCSS('stroke-dasharray', 'none')
      await expect(tokens.first()).not.toHaveCSS('stroke-dasharray', 'none')
      await expect(ounces.first()).toHaveCSS('stroke-width', '5px')
      await expect(tokens.first()).toHaveCSS('stroke-width', '1.5px')
    }
  }
})

test.describe('a row', () => {
  test.use({ javaScriptEnabled: false })

  test('opens for the address of its report, and by the keyboard, without a script', async ({ page }) => {
    await page.goto(`${address}/attestations`)
    const row = page.locator('#reports .report').nth(7)
    const file = row.getByRole('link')
    const fingerprint = row.getByText(/^[\da-f]{64}$/)
    await expect(file).toBeVisible()
    await expect(fingerprint).toBeHidden()
    await row.locator('summary').first().press('Enter')
    await expect(fingerprint).toBeVisible()
    await row.locator('summary').first().press('Enter')
    await expect(fingerprint).toBeHidden()
    await page.goto(`${address}/attestations#${await row.locator('[id]').getAttribute('id')}`)
    await expect(fingerprint).toBeVisible()
    await expect(fingerprint).toBeInViewport()
    await expect(row.locator('summary').first()).toBeInViewport()
  })
})
