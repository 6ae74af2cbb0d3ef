import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import { formatDay, formatMonth } from '@/lib/attestations/format'
import { makeSigningKey } from '@/lib/attestations/log/signing-key'
import { addMonths, currentMonth } from '@/lib/attestations/month'
import { maxReportsOnPage } from '@/lib/attestations/series'
import { cachePolicies } from '@/lib/http/cache-policy'
import { routing } from '@/lib/i18n/routing'
import { ask } from '../support/ask'
import { validReportWith } from '../support/attestations'
import { catalog, expectAccessible, localizedPath, test } from '../support/page'
import { seedReports } from '../support/reports'
import { killServer, operatorKey, serverEnvironment, startServer, takePort } from '../support/server'

// Servers and databases of their own: what the pages show depends on everything published.
const english = catalog('en').Attestations
const authorization = { Authorization: `Bearer ${operatorKey}` }

type Started = Awaited<ReturnType<typeof startServer>>

function read(address: string, path: string, headers: Record<string, string> = {}) {
  return ask(Number(new URL(address).port), path, headers)
}

// Its styles are always there.
const strip = '<p class="frame latest-report'

async function textOf(address: string, path: string): Promise<string> {
  return (await read(address, path)).body.toString()
}

async function publishOne(address: string, fields: Parameters<typeof validReportWith>[0]): Promise<{ id: string }> {
  const headers = { ...authorization, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }
  const body = JSON.stringify(validReportWith(fields))
  const answer = await fetch(`${address}/api/attestations`, { method: 'POST', headers, body })
  expect(answer.status).toBe(201)
  return answer.json()
}

function overflowOf(page: Page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

test.describe('an archive that grows', () => {
  test.describe.configure({ mode: 'serial' })
  const environment = serverEnvironment()
  const database = environment.DATABASE_URL.replace('file:', '')
  let started: Started
  let address: string

  test.beforeAll(async () => {
    const signingKey = join(database, '../signing-key.pem')
    writeFileSync(signingKey, makeSigningKey().pem, { mode: 0o600 })
    started = await startServer({ ...environment, ATTESTATIONS_SIGNING_KEY: signingKey })
    address = started.address
  })

  test.afterAll(() => killServer(started.server))

  function changeDatabase(statement: string) {
    const opened = new Sqlite(database, { timeout: 5000 })
    opened.exec(statement)
    opened.close()
  }

  test('a list that cannot be fetched is logged, and loading ends with a quiet retry', async ({ page }) => {
    changeDatabase('ALTER TABLE Attestation RENAME TO Away')
    // Before the server has rendered the page, which it would keep.
    await page.goto(`${address}/attestations`)
    await expect(page.getByText(english.unavailable)).toBeVisible()
    await expect(page.getByText(english.loading)).toBeHidden()
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
    await expect.poll(started.output).toContain('the list of reports could not be loaded')
    await expectAccessible(page)
    expect((await read(address, '/')).status).toBe(200)
    changeDatabase('ALTER TABLE Away RENAME TO Attestation')
    await page.getByRole('link', { name: english.retry }).click()
    await expect(page.getByText(english.empty)).toBeVisible()
  })

  test('without reports the page says what is coming, and the home page nothing', async ({ page }) => {
    const words = catalog('es').Attestations
    await page.goto(`${address}/es/attestations`)
    await expect(page.getByText(words.introEmpty)).toBeVisible()
    await expect(page.getByText(words.empty)).toBeVisible()
    await expect(page.getByRole('region', { name: words.first.sampleTitle })).toContainText(words.first.sampleNote)
    await expect(page.getByRole('button', { name: words.operatorActions.add, exact: true })).toBeVisible()
    await expect(page.getByLabel(words.check.choose)).toHaveCount(0)
    await expect(page.getByRole('region', { name: words.reservesTitle })).toHaveCount(0)
    await expectAccessible(page)
    expect(await textOf(address, '/')).not.toContain(strip)
  })

  test('the home page shows the latest report below its hero, until it is replaced or withdrawn', async ({ page }) => {
    const month = addMonths(currentMonth(), -1)
    const line = page.locator('.latest-report')
    const textIn = async (locale: (typeof routing.locales)[number]) => {
      await page.goto(address + localizedPath(locale, '/'))
      return ((await line.textContent()) ?? '').replace(/\s+/g, ' ')
    }
    const first = await publishOne(address, { report_date: month })
    for (const locale of ['es', 'fr'] as const) {
      const { gold, silver, link } = catalog(locale).Attestations.latest
      const text = await textIn(locale)
      expect(text).toContain(link.replace('{month}', formatMonth(locale, month)).replace(/\s+/g, ' '))
      expect(text).toMatch(new RegExp(` · ${gold} 100[.,]00 ?% · ${silver} ▼?.*99[.,]99 ?%.* · Thornquist & Vale LLP$`))
      await expect(line.getByRole('link')).toHaveAttribute('href', localizedPath(locale, '/attestations'))
    }
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 900 })
    expect(await overflowOf(page)).toBe(0)

    const replacement = { report_date: month, gold_ounces: '82500', replaces: first.id }
    const second = await publishOne(address, replacement)
    expect(await textIn('en')).toContain('gold 200.00%')
    expect(await textOf(address, '/direct-reserve')).toMatch(/Fine troy ounces held, [^<]+<\/th><td[^>]*>82,500</)
    await fetch(`${address}/api/attestations/${second.id}`, { method: 'DELETE', headers: authorization })
    expect(await textOf(address, '/')).not.toContain(strip)
    expect(await textOf(address, '/direct-reserve')).not.toContain('Fine troy ounces held')
    changeDatabase('DELETE FROM AttestationEvent; DELETE FROM Attestation; DELETE FROM AttestationLogEntry')
  })

  test('the reserves are drawn, told and tabulated, missing months too', async ({ page }) => {
    const newest = addMonths(currentMonth(), -1)
    for (const [index, back] of [4, 3, 1, 0].entries()) {
      const report_date = addMonths(newest, -back)
      await publishOne(address, {
        report_date,
        title: `Report ${report_date}`,
        gold_ounces: String(41_250 + index * 2500),
      })
    }
    const words = catalog('fr').Attestations
    await page.goto(address + localizedPath('fr', '/attestations'))
    const region = page.getByRole('region', { name: words.reservesTitle, exact: true })
    const gold = region.getByRole('img', { name: new RegExp(`^${words.gold}`) })
    await expect(gold).toBeVisible()
    await expect(gold).toHaveAccessibleDescription(new RegExp(formatMonth('fr', newest)))
    await region.getByText(words.tableSummary.replace('{metal}', words.gold)).click()
    const rows = region.getByRole('table').first().getByRole('row')
    await expect(rows).toHaveCount(6)
    await expect(rows.nth(1)).toContainText('48\u00a0750')
    await expect(rows.nth(3)).toContainText(words.noReport)
    const list = page.getByRole('region', { name: words.listTitle, exact: true })
    const missing = formatMonth('fr', addMonths(newest, -2))
    await expect(list.getByText(words.missing.replace('{month}', missing))).toBeVisible()
    await expect(list.getByText(/99[.,]99/).first()).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 900 })
    expect(await overflowOf(page)).toBe(0)
    // No library draws it: the drawing is part of the HTML.
    expect(await textOf(address, '/attestations')).toContain('class="plot-bar" d="M')
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('a report that was withdrawn twice and is back says so', async ({ page }) => {
      const title = 'Withdrawn and back'
      const { id } = await publishOne(address, { title, report_date: addMonths(currentMonth(), -3) })
      const reasons = ['A page is missing.', 'The firm asked for it.']
      for (const reason of reasons) {
        const headers = { ...authorization, 'Content-Type': 'application/json' }
        const report = `${address}/api/attestations/${id}`
        const gone = await fetch(report, { method: 'DELETE', headers, body: JSON.stringify({ reason }) })
        const back = await fetch(`${report}/restore`, { method: 'POST', headers: authorization })
        expect([gone.status, back.status]).toEqual([200, 200])
      }
      const words = catalog('fr').Attestations
      await page.goto(address + localizedPath('fr', '/attestations'))
      const report = page.locator('#reports').getByRole('listitem')
      const events = report
        .filter({ has: page.locator(`[id="${id}"]`) })
        .getByRole('list', { name: words.eventsLabel })
        .getByRole('listitem')
      const today = formatDay('fr', new Date())
      const withdrawal = (reason = '') =>
        `${words.withdrawnOn.replace('{day}', today)} ${words.withdrawnReason.replace('{reason}', reason)}`
      const restoration = words.restoredOn.replace('{day}', today)
      await expect(events).toHaveText([withdrawal(reasons[0]), restoration, withdrawal(reasons[1]), restoration])
      await expect(page.getByText('tester')).toHaveCount(0)
    })
  })

  test('a report of 1900 leaves the page its size, and the gap one line', async ({ page }) => {
    const before = await textOf(address, '/attestations')
    changeDatabase(
      `INSERT INTO Attestation (id, idempotencyKey, title, fileUrl, reportDate, goldOunces, goldTokens, silverOunces,
         silverTokens, asOf, firm, createdAt, createdBy)
       VALUES ('old', 'old-key', 'Old', 'https://files.example/old.pdf', '1900-01', '1', '1', '1', '1', '1900-01-31',
         'A', '2025-01-01T00:00:00.000+00:00', 'tester')`,
    )
    // As another process would make the change.
    await expect.poll(() => textOf(address, '/attestations')).toContain('/attestations/1900')
    expect((await textOf(address, '/attestations')).length - before.length).toBeLessThan(8_000)
    await page.goto(`${address}/attestations`)
    const list = page.getByRole('region', { name: english.listTitle, exact: true })
    const gap = english.missingMonths
      .replace('{from}', formatMonth('en', '1900-02'))
      .replace('{to}', formatMonth('en', addMonths(currentMonth(), -6)))
    await expect(list.getByRole('listitem').filter({ hasText: gap })).toBeVisible()
    // No heading for the years in between, and the report is on the page of its year.
    expect(await list.locator('.report-year').getByRole('heading', { level: 3 }).count()).toBeLessThanOrEqual(2)
    await expectAccessible(page)
    await list.getByRole('navigation', { name: english.years.earlier }).getByRole('link', { name: '1900' }).click()
    await expect(page.getByText('Old', { exact: true })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: gap })).toBeVisible()
    await expectAccessible(page)
  })

  test('a kept copy of the log shows whether something was removed or changed since', async ({ page }) => {
    const { check } = english
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

    await publishOne(address, { title: 'Published later', report_date: '2025-02' })
    await choose(copy)
    await expect(result).toContainText('1 entry has been added.')

    // Somebody with the database takes back what was published last, without a trace there.
    const later = await textOf(address, '/api/attestations/log')
    changeDatabase(`
      DELETE FROM Attestation WHERE title = 'Published later';
      DELETE FROM AttestationLogEntry WHERE sequence = (SELECT max(sequence) FROM AttestationLogEntry)`)
    await expect.poll(() => textOf(address, '/api/attestations/log')).toBe(copy)
    await choose(later)
    await expect(result).toContainText('1 entry more than today’s log')
    await choose('{}', 'other.json')
    await expect(result).toContainText(check.unknown.replace('{name}', 'other.json'))
  })

  test('two years of reports fit three screens of a desktop, eight of a phone and five sheets', async ({ page }) => {
    changeDatabase('DELETE FROM AttestationEvent; DELETE FROM Attestation')
    seedReports(environment.DATABASE_URL, 24)
    const listed = async () => (await textOf(address, '/attestations')).split('class="report"').length - 1
    await expect.poll(listed).toBe(24)
    await page.goto(`${address}/fr/attestations`)
    for (const { width, height, screens } of [
      { width: 1440, height: 900, screens: 3 },
      { width: 390, height: 844, screens: 8 },
    ]) {
      await page.setViewportSize({ width, height })
      const list = await page.locator('#reports').boundingBox()
      expect(list?.height, `${width}`).toBeLessThanOrEqual(screens * height)
    }
    const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)
    expect(sheets?.length).toBeLessThanOrEqual(5)
    // On paper a row shows what is not in the tables, though it is closed.
    await page.emulateMedia({ media: 'print' })
    const row = page.locator('#reports .report').last()
    await expect(row.getByText(/^[\da-f]{64}$/)).toBeVisible()
    await expect(row.getByText('Thornquist & Vale LLP')).toBeVisible()
  })

  test.describe('a row', () => {
    test.use({ javaScriptEnabled: false })

    test('opens for the address of its report, and by the keyboard, without a script', async ({ page }) => {
      await page.goto(`${address}/attestations`)
      const row = page.locator('#reports .report').nth(7)
      const fingerprint = row.getByText(/^[\da-f]{64}$/)
      await expect(row.getByRole('link')).toBeVisible()
      await expect(fingerprint).toBeHidden()
      await row.locator('summary').first().press('Enter')
      await expect(fingerprint).toBeVisible()
      await row.locator('summary').first().press('Enter')
      await expect(fingerprint).toBeHidden()
      await page.goto(`${address}/attestations#${await row.locator('[id]').getAttribute('id')}`)
      await expect(fingerprint).toBeInViewport()
      await expect(row.locator('summary').first()).toBeInViewport()
    })
  })
})

test.describe('pages kept in memory', () => {
  test.describe.configure({ mode: 'serial' })
  const environment = serverEnvironment()
  let first: Started

  test.beforeAll(async () => {
    first = await startServer(environment)
  })

  test.afterAll(() => killServer(first.server))

  test('show a change at once where it was made, and within a second in another process', async () => {
    const addresses = ['/', '/fr/attestations', '/es/attestations.csv', '/attestations.atom', '/api/attestations']
    const second = await startServer({ ...environment, PORT: String(takePort()) })
    const before = await read(first.address, '/attestations')
    const again = await read(first.address, '/attestations', { 'If-None-Match': String(before.headers.etag) })
    expect([again.status, again.headers['cache-control']]).toEqual([304, cachePolicies.page])
    for (const address of addresses) await read(second.address, address)
    await publishOne(first.address, { title: 'Published first' })
    const shown = /Published first|January 2025/
    for (const address of addresses) expect(await textOf(first.address, address)).toMatch(shown)
    for (const address of addresses) await expect.poll(() => textOf(second.address, address)).toMatch(shown)
    await killServer(second.server)
  })

  test('are not those of an operator; a cookie that opens nothing changes nothing', async () => {
    const session = await fetch(`${first.address}/api/operator/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ key: operatorKey }),
    })
    const [cookie = ''] = (session.headers.get('set-cookie') ?? '').split(';')
    const own = await read(first.address, '/attestations', { Cookie: cookie })
    const everybody = await read(first.address, '/attestations')
    const pretended = await read(first.address, '/attestations', { Cookie: 'operator=pretended' })
    expect(own.body.toString()).toContain('tester')
    expect(own.headers['cache-control']).toBe(cachePolicies.none)
    expect(everybody.body.toString()).not.toContain('tester')
    expect(everybody.headers.vary).toBe('Accept-Encoding, Cookie')
    expect(pretended.headers.etag).toBe(everybody.headers.etag)
  })

  test('are rendered for an operator alone, in whatever form they are asked for', async () => {
    const { etag } = (await read(first.address, '/fr/attestations')).headers
    const forms: Record<string, string>[] = [
      { RSC: '1' },
      { RSC: '1', 'Next-Router-Prefetch': '1' },
      { Cookie: 'operator=x', RSC: '1' },
    ]
    for (const headers of forms) {
      expect((await read(first.address, '/fr/attestations?_rsc=1', headers)).headers.etag).toBe(etag)
    }
    // Other spellings lead to the page, or nowhere: Next's 307 adds to the query what its router would.
    for (const path of [
      '/./fr/attestations',
      '/fr/x/../attestations',
      '/fr/%2e/attestations',
      '/fr/.//../attestations',
      '//fr/attestations',
      '/fr/attestations/',
      '/fr/%61ttestations',
      '/fr//attestations',
      '/FR/attestations',
    ]) {
      for (const form of forms) {
        const { status } = await read(first.address, `${path}?_rsc`, form)
        expect([307, 308, 404], `${path} ${JSON.stringify(form)}`).toContain(status)
      }
    }
    const { headers } = await read(first.address, '/.//elsewhere.example?a=/../')
    expect(headers.location ?? '').not.toMatch(/^\/\//)
  })
})

test.describe('3,000 reports', () => {
  test.describe.configure({ mode: 'serial' })
  // The reports of 300 months, ten each: every page is as long as it can be.
  const environment = serverEnvironment()
  const lastYear = new Date().getUTCFullYear() - 1
  const year = String(lastYear - 5)
  const titleOf = (of = year) => `Attestations of ${of}`
  let started: Started
  let address: string

  test.beforeAll(async () => {
    started = await startServer(environment)
    address = started.address
    seedReports(environment.DATABASE_URL, 3_000, 10)
  })

  test.afterAll(() => killServer(started.server))

  // On a busy machine the first rendering may take longer than the server keeps a silent connection.
  function hungUp(error: NodeJS.ErrnoException) {
    if (error.code !== 'ECONNRESET') throw error
  }

  const compressed = { 'Accept-Encoding': 'br' }

  test('make pages of a limited size, which come from memory', async () => {
    // The first answer shows the reports at once, the others what was rendered for them.
    const listed = async () => {
      const answer = await read(address, '/attestations', compressed).catch(hungUp)
      if (answer?.headers['content-encoding'] !== 'br') return 0
      return brotliDecompressSync(answer.body).toString().split('class="report"').length
    }
    await expect.poll(listed, { timeout: 90_000 }).toBeGreaterThan(60)
    for (const [path, maxBytes] of [
      // Its data is a file of its own.
      ['/attestations', 30_000],
      [`/attestations/${year}`, 60_000],
      [`/es/attestations/${lastYear}`, 60_000],
    ] as const) {
      const { status, headers, body } = await read(address, path, compressed)
      expect([path, status, headers['content-encoding']]).toEqual([path, 200, 'br'])
      expect(headers['cache-control']).toBe(cachePolicies.page)
      expect(body.length, path).toBeLessThanOrEqual(maxBytes)
    }
    expect(JSON.parse(await textOf(address, '/api/attestations'))).toHaveLength(3_000)
    expect((await textOf(address, '/fr/attestations.csv')).trim().split('\n')).toHaveLength(3_001)
    expect((await textOf(address, '/attestations.atom')).match(/<entry>/g)).toHaveLength(100)
  })

  test('have no page of another year: the 404 page in its language', async () => {
    for (const path of ['/attestations/1900', '/attestations/9999', `/attestations/${year}/2`]) {
      const { status, body } = await read(address, `/es${path}`)
      expect([path, status]).toEqual([path, 404])
      expect(body.toString()).toContain(catalog('es').NotFound.title)
    }
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('have years that are found from the page and from each other', async ({ page }) => {
      await page.goto(`${address}/attestations`)
      await expect(page.locator('#reports .report')).toHaveCount(maxReportsOnPage)
      await page.getByRole('navigation', { name: english.years.earlier }).getByRole('link', { name: year }).click()
      await expect(page).toHaveURL(`${address}/attestations/${year}`)
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toHaveText(titleOf())
      await expect(page).toHaveTitle(new RegExp(year))
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/attestations/${year}$`))
      await expect(page.locator('link[hreflang]')).toHaveCount(routing.locales.length + 1)
      const description = await page.locator('meta[name=description]').getAttribute('content')
      expect(description).toContain(year)
      expect(description?.length).toBeLessThanOrEqual(160)
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'index, follow')

      const years = page.getByRole('navigation', { name: english.years.all, exact: true })
      await expect(years.locator('[aria-current=page]')).toHaveText(year)
      const region = page.getByRole('region', { name: english.reservesTitle, exact: true })
      await expect(region.getByRole('img', { name: new RegExp(`^${english.gold}.*${year}`) })).toBeVisible()
      await page.setViewportSize({ width: 320, height: 900 })
      expect(await overflowOf(page)).toBe(0)

      const other = String(Number(year) - 1)
      await years.getByRole('link', { name: other, exact: true }).click()
      await expect(heading).toHaveText(titleOf(other))
      await years.getByRole('link', { name: english.years.latest }).click()
      await expect(page).toHaveURL(`${address}/attestations`)
    })
  })
})
