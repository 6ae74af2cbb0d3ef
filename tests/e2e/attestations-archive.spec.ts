import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import {
  type APIRequestContext,
  expect,
  type Page,
  request,
} from '@playwright/test'
import { formatMonth } from '@/lib/attestations/format'
import { makeSigningKey } from '@/lib/attestations/log/signing-key'
import { addMonths, currentMonth } from '@/lib/attestations/month'
import { cachePolicies } from '@/lib/http/cache-policy'
import { expectAccessible } from '../support/accessibility'
import { requestRaw } from '../support/ask'
import { validReport } from '../support/attestations'
import { catalog } from '../support/catalog'
import { runSqlAt } from '../support/database'
import { expectToFit } from '../support/layout'
import { narrow, phone, test } from '../support/page'
import { publishReport, seedReports } from '../support/reports'
import { makeScratchFolder } from '../support/scratch'
import {
  killServer,
  operatorKey,
  serverEnvironment,
  startServer,
} from '../support/server'

// Uses a separate server and database because the pages depend on everything
// that is published.
test.describe.configure({ mode: 'serial' })

const english = catalog('en').Attestations
const titleOf = (shown: string) => english.years.title.replace('{year}', shown)
const environment = serverEnvironment()
const lastYear = new Date().getUTCFullYear() - 1
const year = String(lastYear - 5)
let started: Awaited<ReturnType<typeof startServer>>
let address: string
let site: APIRequestContext

test.beforeAll(async () => {
  const signingKey = join(makeScratchFolder('signing-'), 'key.pem')
  writeFileSync(signingKey, makeSigningKey().pem, { mode: 0o600 })
  started = await startServer({
    ...environment,
    ATTESTATIONS_SIGNING_KEY: signingKey,
  })
  address = started.address
  site = await request.newContext({ baseURL: address })
})

test.afterAll(async () => {
  await site.dispose()
  await killServer(started.server)
})

const changeDatabase = (sql: string) => runSqlAt(environment.DATABASE_URL, sql)
const clear =
  'DELETE FROM AttestationEvent; DELETE FROM Attestation; DELETE FROM AttestationLogEntry'

function requestPath(path: string, headers: Record<string, string> = {}) {
  return requestRaw(Number(environment.PORT), path, headers)
}

async function textOf(path: string): Promise<string> {
  return (await requestPath(path)).body.toString()
}

test('a report list that fails to load can be retried', async ({ page }) => {
  await changeDatabase('ALTER TABLE Attestation RENAME TO Away')
  // Must be the first request for this page, because the server caches rendered
  // pages.
  await page.goto(`${address}/attestations`)
  await expect(page.getByText(english.unavailable)).toBeVisible()
  await expect
    .poll(started.output)
    .toContain('the list of reports could not be loaded')
  await expectAccessible(page)
  expect((await requestPath('/')).status).toBe(200)

  await changeDatabase('ALTER TABLE Away RENAME TO Attestation')
  await page.getByRole('link', { name: english.retry }).click()
  await expect(page.getByText(english.empty)).toBeVisible()
})

test('an empty report list announces reports and shows a sample', async ({
  page,
}) => {
  const words = catalog('es').Attestations

  await page.goto(`${address}/es/attestations`)

  await expect(page.getByText(words.introEmpty)).toBeVisible()
  await expect(page.getByText(words.empty)).toBeVisible()
  await expect(
    page.getByRole('region', { name: words.first.sampleTitle }),
  ).toContainText(words.first.sampleNote)
  await expect(page.getByLabel(words.check.choose)).toHaveCount(0)
  await expect(
    page.getByRole('region', { name: words.reservesTitle }),
  ).toHaveCount(0)
  await expectAccessible(page)
})

test('before the first report, the home page lists what reports will contain', async ({
  page,
}) => {
  const words = catalog('es').Attestations

  await page.goto(`${address}/es`)

  const ledger = page.locator('.ledger')
  await expect(ledger.getByRole('listitem')).toHaveText(
    Object.values(words.first.points),
  )
  await expect(ledger).toContainText(words.empty)
})

const lastMonth = addMonths(currentMonth(), -1)

test('after the first report, the home page shows its figures', async ({
  page,
}) => {
  await publishReport(site, { report_date: lastMonth })

  const words = catalog('fr').EvidenceLedger
  await page.goto(`${address}/fr`)
  const ledger = page.getByRole('region', {
    name: words.title.replace('{month}', formatMonth('fr', lastMonth)),
  })
  await expect(ledger.getByRole('heading', { level: 3 })).toHaveText([
    catalog('fr').Attestations.gold,
    catalog('fr').Attestations.silver,
    words.attestedBy,
  ])
  await expect(ledger.getByRole('definition')).toHaveText([
    /^41\s250,125$/,
    /^41\s250,000$/,
    /^100,00\s%$/,
    '999,99',
    /^1\s000,00$/,
    /^99,99\s% inférieure à 100\s%$/,
  ])
  await expect(ledger).toContainText(validReport.sha256)
  await expect(ledger.getByRole('link', { name: /PDF/ })).toHaveAttribute(
    'href',
    validReport.file_url,
  )
  await expectAccessible(page)
  await page.setViewportSize(narrow)
  await expectToFit(page)
  await changeDatabase(clear)
})

test('pages show a replacement report’s figures until it is withdrawn', async () => {
  const first = await publishReport(site, { report_date: lastMonth })

  const replacement = {
    report_date: lastMonth,
    gold_ounces: '82500',
    replaces: first.id,
  }
  const second = await publishReport(site, replacement)
  expect(await textOf('/')).toContain('200.00%')
  expect(await textOf('/direct-reserve')).toMatch(
    /Fine troy ounces held, [^<]+<\/dt><dd[^>]*>82,500</,
  )

  await site.delete(`/api/attestations/${second.id}`, {
    headers: { Authorization: `Bearer ${operatorKey}` },
  })
  expect(await textOf('/')).toContain(english.first.intro)
  expect(await textOf('/direct-reserve')).not.toContain('Fine troy ounces held')
  await changeDatabase(clear)
})

test.describe('a report without figures', () => {
  let report: Awaited<ReturnType<typeof publishReport>>

  test.beforeAll(async () => {
    const none = Object.fromEntries(
      ['gold_ounces', 'gold_tokens', 'silver_ounces', 'silver_tokens']
        .concat('as_of', 'firm', 'sha256')
        .map((field) => [field, null]),
    )
    report = await publishReport(site, none)
  })

  test.afterAll(() => changeDatabase(clear))

  test('is in a list without columns for figures', async ({ page }) => {
    const { columns } = english
    const list = page.getByRole('table', { name: english.listTitle })

    await page.goto(`${address}/attestations`)

    await expect(list.getByRole('columnheader')).toHaveText([
      columns.month,
      columns.title,
      columns.file,
    ])
    await expect(list.getByText(report.title, { exact: true })).not.toHaveCount(
      0,
    )
    await expect(
      list.getByRole('link', { name: report.title }),
    ).toHaveAttribute('href', report.file_url)
    await expectAccessible(page)
  })

  test('leaves only the log to check', async ({ page }) => {
    await page.goto(`${address}/attestations`)

    await expect(page.locator('#check').getByRole('heading')).toHaveText(
      english.checkLogTitle,
    )
    await expect(page.getByText(english.proves.unchanged.text)).toHaveCount(0)
  })

  test('is on the home page by its title alone', async ({ page }) => {
    const ledger = page.locator('.ledger')

    await page.goto(address)

    await expect(ledger.getByText(report.title).first()).toBeVisible()
    await expect(ledger.getByRole('definition')).toHaveCount(0)
  })
})

test('checking a saved copy of the log shows whether anything was changed', async ({
  page,
}) => {
  const { check } = english
  const result = page.locator('.file-check').getByRole('status')
  const choose = (text: string) => {
    const file = {
      name: 'copy.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    }
    return page.getByLabel(check.choose).setInputFiles(file)
  }
  await publishReport(site, { title: 'Published first' })
  await page.goto(`${address}/attestations`)
  const downloading = page.waitForEvent('download')
  await page.locator('#check').getByRole('link').click()
  const copy = readFileSync(await (await downloading).path(), 'utf8')
  await choose(copy)
  await expect(result).toContainText(
    check.log.unchanged.replace('{name}', 'copy.json'),
  )
  await expect(result).toContainText(/^.*\b\d+ signatures were verified\.$/s)
  await expectAccessible(page)

  // attestations-log.test.ts covers other mismatches.
  await choose(copy.replace('Published first', 'Published never'))
  await expect(result).toContainText('does not match its hash')
})

const countReports = (html: string) =>
  [...html.matchAll(/class="report"/g)].length

test.describe('with two years of reports', () => {
  test.beforeAll(async () => {
    await changeDatabase(clear)
    seedReports(environment.DATABASE_URL, 24)
    const listed = async () => countReports(await textOf('/attestations'))
    await expect.poll(listed).toBe(24)
  })

  test.beforeEach(({ page }) => page.goto(`${address}/fr/attestations`))

  test('the list links to its feed', async ({ page }) => {
    const feed = page.locator('head link[type="application/atom+xml"]')
    await expect(feed).toHaveAttribute('href', /\/fr\/attestations\.atom$/)
  })

  test('the list is grouped by year', async ({ page }) => {
    const years = [1, 13, 24].map((back) =>
      addMonths(currentMonth(), -back).slice(0, 4),
    )

    await expect(page.locator('#reports .report-year h3')).toHaveText([
      ...new Set(years),
    ])
  })

  for (const { device, width, height, screens } of [
    { device: 'desktop', width: 1440, height: 900, screens: 3 },
    { device: 'phone', width: 390, height: 844, screens: 8 },
  ]) {
    test(`the list fits on ${screens} ${device} screens`, async ({ page }) => {
      await page.setViewportSize({ width, height })
      const list = await page.locator('#reports').boundingBox()

      expect(list?.height).toBeLessThanOrEqual(screens * height)
    })
  }

  for (const viewport of [narrow, phone])
    test(`no button covers the focused link at ${viewport.width} px`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport)
      const links = page.locator('#reports .report-file a')
      await links.first().focus()

      for (let step = 0; step < 40; step++) {
        await page.keyboard.press('Tab')
        const message = `after ${step + 1} steps`
        await expect
          .poll(() => page.evaluate(isUnderButton), { message })
          .toBe(false)
      }
      await expect(page.locator('.back-to-top')).toBeVisible()
    })

  function isUnderButton() {
    const focused = document.activeElement?.getBoundingClientRect()
    const button = document
      .querySelector('.back-to-top')
      ?.getBoundingClientRect()
    return (
      focused !== undefined &&
      button !== undefined &&
      focused.right > button.left &&
      focused.bottom > button.top &&
      focused.top < button.bottom
    )
  }

  test('the mark of a report is outside its text', async ({ page }) => {
    const row = page.locator('#reports .report').nth(7)
    const id = await row.locator('[id]').getAttribute('id')

    await page.goto(`${address}/fr/attestations#${id}`)

    const right = await row.locator('th').evaluate((month) => {
      const mark = getComputedStyle(month, '::before')
      return parseFloat(mark.left) + parseFloat(mark.borderLeftWidth)
    })
    expect(right).toBeLessThan(0)
  })

  test('the chart ends with the newest report', async ({ page }) => {
    const words = catalog('fr').Attestations
    const region = page.getByRole('region', {
      name: words.reservesTitle,
      exact: true,
    })
    const newest = formatMonth('fr', lastMonth)

    await expect(
      region.getByRole('img', {
        name: new RegExp(`^${words.gold}.*${newest}$`),
      }),
    ).toBeVisible()
    await expectAccessible(page)
  })

  test('the chart fits on a narrow screen', async ({ page }) => {
    await page.setViewportSize(narrow)

    await expectToFit(page)
  })

  test('the list prints on at most five sheets', async ({ page }) => {
    const sheets = (await page.pdf({ format: 'A4' }))
      .toString('latin1')
      .match(/\/Type \/Page\b/g)

    expect(sheets?.length).toBeLessThanOrEqual(5)
  })

  test('a closed row shows its details in print', async ({ page }) => {
    await page.emulateMedia({ media: 'print' })

    const row = page.locator('#reports .report').last()
    await expect(row.getByText(/^[\da-f]{64}$/)).toBeVisible()
    await expect(
      row.getByRole('cell', { name: 'Thornquist & Vale LLP', exact: true }),
    ).toBeVisible()
  })

  /** Opens the page and finds the months in the gold chart. */
  async function openChart(page: Page) {
    await page.goto(`${address}/attestations`)
    const months = page
      .getByRole('list', {
        name: english.chartKeys.replace('{metal}', english.gold),
      })
      .getByRole('link')
    const expectShown = (at: number, isShown = true) =>
      expect(months.nth(at).locator('.plot-value')).toHaveCSS(
        'clip-path',
        isShown ? 'none' : 'inset(50%)',
      )
    return { months, expectShown }
  }

  test('a chart is one tab stop', async ({ page }) => {
    const { months } = await openChart(page)

    await expect(months).toHaveCount(24)
    await expect(page.locator('.plot-points [tabindex="0"]')).toHaveCount(2)
  })

  test('arrow keys and Home move between the months of a chart', async ({
    page,
  }) => {
    const { months, expectShown } = await openChart(page)
    await months.last().focus()

    await page.keyboard.press('ArrowLeft')
    await expect(months.nth(22)).toBeFocused()
    await expect(months.nth(22)).toContainText(
      formatMonth('en', addMonths(currentMonth(), -2)),
    )
    await expectShown(22)

    await page.keyboard.press('Home')
    await expectShown(0)
  })

  test('Escape hides the value of the focused month', async ({ page }) => {
    const { months, expectShown } = await openChart(page)
    await months.last().focus()
    await expectShown(23)

    await page.keyboard.press('Escape')

    await expectShown(23, false)
  })

  test('the pointer can move onto a value in a chart without hiding it', async ({
    page,
  }) => {
    const { months, expectShown } = await openChart(page)

    await months.nth(9).hover()
    const box = await months.nth(9).locator('.plot-value').boundingBox()
    await page.mouse.move(box?.x ?? 0, (box?.y ?? 0) + 4)
    await expectShown(9)
  })
})

test.describe('with 300 reports', () => {
  const compressed = { 'Accept-Encoding': 'br' }

  test.beforeAll(async () => {
    await changeDatabase(clear)
    seedReports(environment.DATABASE_URL, 300)
    // Reads a year page, because the list shows 24 reports both before and
    // after the change. Ignores responses without Brotli because they do not
    // come from the cache.
    const listed = async () => {
      const { headers, body } = await requestPath(
        `/attestations/${year}`,
        compressed,
      )
      if (headers['content-encoding'] !== 'br') return 0
      return countReports(brotliDecompressSync(body).toString())
    }
    await expect.poll(listed, { timeout: 90_000 }).toBe(12)
  })

  test('cached pages have a limited size', async () => {
    for (const [path, maxBytes] of [
      // Limits the page without its data, which is in a separate file.
      ['/attestations', 20_000],
      [`/attestations/${year}`, 30_000],
      [`/es/attestations/${lastYear}`, 30_000],
    ] as const) {
      const { status, headers, body } = await requestPath(path, compressed)

      expect(status, path).toBe(200)
      expect(headers['content-encoding'], path).toBe('br')
      expect(headers['cache-control'], path).toBe(cachePolicies.page)
      expect(body.length, path).toBeLessThanOrEqual(maxBytes)
    }
  })

  test('all reports are in the API and the CSV file', async () => {
    expect(JSON.parse(await textOf('/api/attestations'))).toHaveLength(300)
    expect(
      (await textOf('/fr/attestations.csv')).trim().split('\n'),
    ).toHaveLength(301)
  })

  test('only the newest 100 reports are in the feed', async () => {
    expect((await textOf('/attestations.atom')).match(/<entry>/g)).toHaveLength(
      100,
    )
  })

  test('a year without reports has no page, and no year has a second page', async () => {
    for (const path of [
      '/attestations/1900',
      '/attestations/9999',
      `/attestations/${year}/2`,
    ]) {
      const { status, body } = await requestPath(`/es${path}`)

      expect(status, path).toBe(404)
      expect(body.toString(), path).toContain(catalog('es').NotFound.title)
    }
  })
})

test('a page with operator controls is not cached', async () => {
  const session = await site.post('/api/operator/session', {
    data: { key: operatorKey },
  })
  const [Cookie = ''] = (session.headers()['set-cookie'] ?? '').split(';')

  const { headers, body } = await requestPath('/fr/attestations', { Cookie })

  expect(body.toString()).toContain('tester')
  expect(headers['cache-control']).toBe(cachePolicies.none)
})

const prefetch = { RSC: '1', 'Next-Router-Prefetch': '1' }
const ended = { Cookie: 'operator=x' }
const forms = [{ RSC: '1' }, prefetch, ended, { ...ended, RSC: '1' }]

test('a page without operator controls has one ETag in every format', async () => {
  const { headers } = await requestPath('/fr/attestations')
  const data = await requestPath('/fr/attestations?_rsc=1', { RSC: '1' })
  const prefetched = await requestPath('/fr/attestations?_rsc=1', prefetch)

  expect(headers.vary).toBe('Accept-Encoding, Cookie')
  expect(data.headers.etag).toBe(headers.etag)
  expect(prefetched.headers.etag).toBe(headers.etag)
})

test('a visitor gets no operator controls in any format', async () => {
  for (const form of forms) {
    const { body } = await requestPath('/fr/attestations?_rsc=1', form)
    expect(body.toString(), JSON.stringify(form)).not.toContain('tester')
  }
})

// api-table.test.ts tests that other spellings of the address redirect or return
// 404, whether the server normalizes them or not.
for (const path of [
  '/fr/%61ttestations',
  '/fr/y/../attestations',
  '//fr/attestations',
  '/FR/attestations',
])
  test(`no format of ${path} is a page`, async () => {
    for (const form of forms) {
      const { status } = await requestPath(`${path}?_rsc`, form)
      expect([307, 308, 404], JSON.stringify(form)).toContain(status)
    }
  })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a report’s row opens and closes with the keyboard', async ({
    page,
  }) => {
    await page.goto(`${address}/attestations`)
    const row = page.locator('#reports .report').nth(7)
    const fingerprint = row.getByText(/^[\da-f]{64}$/)
    await expect(row.getByRole('link')).toBeVisible()
    await expect(fingerprint).toBeHidden()

    await row.locator('summary').first().press('Enter')
    await expect(fingerprint).toBeVisible()

    await row.locator('summary').first().press('Enter')
    await expect(fingerprint).toBeHidden()
  })

  test('a report’s row opens from its address', async ({ page }) => {
    await page.goto(`${address}/attestations`)
    const row = page.locator('#reports .report').nth(7)

    await page.goto(
      `${address}/attestations#${await row.locator('[id]').getAttribute('id')}`,
    )

    await expect(row.getByText(/^[\da-f]{64}$/)).toBeInViewport()
    await expect(row.locator('summary').first()).toBeInViewport()
  })

  test('the reports page shows the check but no operator controls', async ({
    page,
  }) => {
    await page.goto(`${address}/attestations`)
    const row = page.locator('#reports .report').nth(7)

    await expect(
      page.locator('#check').getByText('shasum -a 256 FILE'),
    ).toBeVisible()
    const { add } = english.operatorActions
    await expect(
      page.getByRole('button', { name: add, exact: true }),
    ).toBeHidden()
    await expect(row.getByRole('button')).toHaveCount(0)
  })

  test('a year page names its year to visitors and search engines', async ({
    page,
  }) => {
    await page.goto(`${address}/attestations/${year}`)

    await expect(page).toHaveTitle(new RegExp(year))
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
      'href',
      new RegExp(`/attestations/${year}$`),
    )
    await expect(page.locator('meta[name=description]')).toHaveAttribute(
      'content',
      new RegExp(year),
    )
    await expect(page.locator('meta[name=robots]')).toHaveAttribute(
      'content',
      'index, follow',
    )
    const region = page.getByRole('region', {
      name: english.reservesTitle,
      exact: true,
    })
    await expect(
      region.getByRole('img', {
        name: new RegExp(`^${english.gold}.*${year}`),
      }),
    ).toBeVisible()
    // The page has only one year.
    await expect(page.locator('.report-year')).toHaveCount(0)
  })

  const yearLinks = (page: Page) =>
    page.getByRole('navigation', { name: english.years.all, exact: true })

  test('the list links to the page of an earlier year', async ({ page }) => {
    await page.goto(`${address}/attestations`)

    await page
      .getByRole('navigation', { name: english.years.earlier })
      .getByRole('link', { name: year })
      .click()

    await expect(page).toHaveURL(`${address}/attestations/${year}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      titleOf(year),
    )
    await expect(yearLinks(page).locator('[aria-current=page]')).toHaveText(
      year,
    )
  })

  test('a year page links to other years and back to the list', async ({
    page,
  }) => {
    const other = String(Number(year) - 1)
    await page.goto(`${address}/attestations/${year}`)

    await yearLinks(page)
      .getByRole('link', { name: other, exact: true })
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      titleOf(other),
    )

    await yearLinks(page)
      .getByRole('link', { name: english.years.latest })
      .click()
    await expect(page).toHaveURL(`${address}/attestations`)
  })
})
