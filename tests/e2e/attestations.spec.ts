import { createHash, randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, expect, type Locator, type Page, test as plain, type Route } from '@playwright/test'
import { formatMonth } from '@/lib/attestations/format'
import { addMonths, currentMonth } from '@/lib/attestations/month'
import { cachePolicies } from '@/lib/http/cache-policy'
import type { Locale } from '@/lib/i18n/routing'
import { consolePaths } from '@/lib/operator/console-paths'
import { smallPdf, validReport } from '../support/attestations'
import { expectToFit } from '../support/layout'
import { catalog, expectAccessible, expectError, holdBack, hydrated, localizedPath, test } from '../support/page'
import { freeMonth, publishReport } from '../support/reports'
import { operatorKey } from '../support/server'

const path = '/attestations'
const english = catalog('en').Attestations
const { operatorActions } = english
const authorization = { Authorization: `Bearer ${operatorKey}` }

function listOf(page: Page, locale: Locale) {
  return page.getByRole('region', { name: catalog(locale).Attestations.listTitle, exact: true })
}

function reportOf(page: Page, locale: Locale, title: string) {
  return listOf(page, locale).getByRole('listitem').filter({ hasText: title })
}

function historyOf(page: Page, locale: Locale) {
  return page.getByRole('region', { name: catalog(locale).Attestations.historyTitle, exact: true })
}

/** Opens a row, unless it is the first one, which is open. */
async function openRow(report: Locator) {
  if (!(await report.locator('.report-body').isVisible())) await report.locator('summary').first().click()
}

/** Opens a row, and in it what a visitor finds the control to delete in. */
async function openManage(report: Locator, locale: Locale) {
  const manage = report.getByText(catalog(locale).Attestations.manage, { exact: true })
  await expect(manage).toHaveCount(1)
  await openRow(report)
  await manage.click()
}

async function giveKey(page: Page, locale: Locale, key: string) {
  const words = catalog(locale).Attestations.operatorActions.key
  const dialog = page.getByRole('dialog', { name: words.title })
  await dialog.getByLabel(words.label).fill(key)
  await dialog.getByRole('button', { name: words.submit }).click()
  return dialog
}

async function fillForm(page: Page, locale: Locale, values: Record<string, string>) {
  const { fields } = catalog(locale).Attestations.operatorActions
  for (const [name, value] of Object.entries(values)) {
    await page.getByRole('textbox', { name: fields[name as keyof typeof fields] }).fill(value)
  }
}

// Not in the page's own jar: signing in would end the session that came with the request.
async function signIn(page: Page, baseURL = '') {
  const body = JSON.stringify({ key: operatorKey })
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(`${baseURL}/api/operator/session`, { method: 'POST', headers, body })
  const [name = '', value = ''] = answer.headers.getSetCookie()[0]?.split(';')[0]?.split('=') ?? []
  await page.context().addCookies([{ name, value, url: `${baseURL}/` }])
}

function monthsAgo(count: number): string {
  return addMonths(currentMonth(), -count)
}

function fill(message: string, values: Record<string, string>): string {
  return message.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

test('a report is added and deleted', async ({ page, request }) => {
  expectError(page, /401/)
  const { operatorActions: words, ...list } = catalog('fr').Attestations
  const title = `Rapport ${randomUUID()}`
  await page.goto(localizedPath('fr', path))
  const region = listOf(page, 'fr')
  await expect(region.getByText(list.manage, { exact: true })).toHaveCount(
    await region.locator('.report-month').count(),
  )
  await expect(region.getByRole('button').filter({ visible: true })).toHaveText([words.add])
  await region.getByRole('button', { name: words.add, exact: true }).click()
  await expect(page.getByRole('button', { name: words.cancel, exact: true })).toHaveAttribute('aria-expanded', 'true')

  // Mistakes are named beside their fields.
  await fillForm(page, 'fr', { report_date: addMonths(currentMonth(), 1), file_url: 'javascript:alert(1)' })
  const submit = page.getByRole('button', { name: words.add, exact: true })
  await submit.click()
  for (const [field, description] of [
    ['title', words.errors.required],
    ['report_date', `${words.errors.future_month} ${words.hints.report_date}`],
    ['file_url', `${words.errors.invalid_url} ${words.hints.file_url}`],
  ] as const) {
    await expect(page.getByRole('textbox', { name: words.fields[field] })).toHaveAccessibleDescription(description)
  }
  await expectAccessible(page)
  for (const [month, error] of [
    ['2025-13', 'invalid_month'],
    ['1900-01', 'before_founding'],
  ] as const) {
    await fillForm(page, 'fr', { report_date: month })
    await expect(page.getByText(words.errors[error])).toBeVisible()
  }

  // The operator's key is asked for, and what was typed is then sent.
  const { file_url, description } = validReport
  const report_date = await freeMonth(request)
  await fillForm(page, 'fr', { title, report_date, file_url, description })
  await submit.click()
  const dialog = await giveKey(page, 'fr', 'wrong-key-0123456789-0123456789-abcdef')
  await expect(dialog.getByRole('alert')).toHaveText(words.key.wrong)
  await expectAccessible(page)
  const release = await holdBack(page, '/api/attestations')
  await giveKey(page, 'fr', operatorKey)
  await expect(page.getByRole('button', { name: words.adding })).toBeDisabled()
  release()
  await expect(page.getByRole('status').filter({ hasText: words.added })).toBeVisible()
  const report = reportOf(page, 'fr', title)
  await expect(report).toContainText(formatMonth('fr', report_date))
  await expect(report).toContainText(description)
  await expect(report.getByRole('link', { name: title })).toHaveAttribute('href', file_url)
  await expect(submit).toHaveAttribute('aria-expanded', 'false')
  await expectAccessible(page)

  // Deleting asks first.
  const remove = page.getByRole('button', { name: words.deleteLabel.replace('{title}', title) })
  await remove.click()
  const question = page.getByRole('dialog', { name: words.deleteQuestion, exact: true })
  await expect(question).toContainText(words.deleteNote)
  await expectAccessible(page)
  await question.getByRole('button', { name: words.cancel }).click()
  await expect(remove).toBeFocused()
  await remove.click()
  await question.getByRole('textbox', { name: words.reason }).fill('Brouillon')
  const release2 = await holdBack(page, /_rsc=/)
  await question.getByRole('button', { name: words.delete, exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: words.loading })).toBeVisible()
  release2()
  await expect(page.getByRole('status').filter({ hasText: words.deleted })).toBeVisible()
  await expect(report).toHaveCount(0)
  await historyOf(page, 'fr').locator('summary').first().click()
  const gone = historyOf(page, 'fr').getByRole('listitem').filter({ hasText: title })
  await expect(gone.getByText(list.withdrawnReason.replace('{reason}', 'Brouillon'))).toBeVisible()
  await expectAccessible(page)
  await expect(gone.getByRole('button')).toHaveCount(0)

  // Signed out, a change needs the key again; without it the failure is shown.
  const next = await publishReport(request, { title: `Suivant ${randomUUID()}` })
  await page.reload()
  await page.getByRole('button', { name: words.signOut }).click()
  await expect(page.getByText(words.signedIn.replace('{operator}', 'tester'))).toBeHidden()
  const other = reportOf(page, 'fr', next.title)
  await hydrated(page)
  await openManage(other, 'fr')
  await page.getByRole('button', { name: words.deleteLabel.replace('{title}', next.title) }).click()
  await question.getByRole('button', { name: words.delete, exact: true }).click()
  await page.getByRole('dialog', { name: words.key.title }).press('Escape')
  await expect(page.getByRole('alert').filter({ hasText: words.deleteFailed })).toBeVisible()
  await expect(other).toBeVisible()
})

test('a failed addition loses nothing and can be repeated', async ({ page, request }) => {
  expectError(page, /ERR_FAILED|401/)
  const title = `Report ${randomUUID()}`
  const report_date = await freeMonth(request)
  await page.goto(path)
  const submit = page.getByRole('button', { name: operatorActions.add, exact: true })
  await submit.click()
  const figures = { gold_ounces: '1.5', gold_tokens: '1', firm: 'A' }
  await fillForm(page, 'en', { title, report_date, file_url: validReport.file_url, ...figures })
  await page.getByLabel(operatorActions.fields.as_of).fill(`${report_date}-28`)
  let sent = 0
  await page.route('/api/attestations', (route) => (sent++ === 0 ? route.abort() : route.continue()))
  await submit.click()
  await expect(page.getByRole('alert').filter({ hasText: operatorActions.addFailed })).toBeVisible()
  await expect(page.getByRole('textbox', { name: operatorActions.fields.title })).toHaveValue(title)
  await submit.click()
  await giveKey(page, 'en', operatorKey)
  await expect(reportOf(page, 'en', title)).toContainText(english.coverage.replace('{share}', '150'))
})

test('a form that cannot be loaded says so, and the next attempt loads it', async ({ page }) => {
  expectError(page, /ERR_FAILED|Failed to load/)
  await page.goto(path)
  await hydrated(page)
  await page.route(/\/_next\/static\/chunks\//, (route) => route.abort())
  const add = page.getByRole('button', { name: operatorActions.add, exact: true })
  await add.click()
  await expect(page.getByRole('alert').getByText(operatorActions.addFailed)).toBeVisible()
  await page.unroute(/\/_next\/static\/chunks\//)
  await add.click()
  await expect(page.getByRole('textbox', { name: operatorActions.fields.title })).toBeVisible()
  await expect(page.getByText(operatorActions.addFailed)).toBeHidden()
})

test('a report that another operator deleted first is gone without an error', async ({ page, request, baseURL }) => {
  expectError(page, /409/)
  const title = `Twice ${randomUUID()}`
  const { id } = await publishReport(request, { title })
  await signIn(page, baseURL)
  await page.goto(path)
  await hydrated(page)
  await page.getByRole('button', { name: `Delete ${title}` }).click()
  await request.delete(`/api/attestations/${id}`, { headers: authorization })
  await page.getByRole('dialog').getByRole('button', { name: operatorActions.delete, exact: true }).click()
  await expect(reportOf(page, 'en', title)).toHaveCount(0)
  await expect(page.getByRole('alert').filter({ hasText: operatorActions.deleteFailed })).toHaveCount(0)
})

test('the form asks about a day outside the month, and whether to replace the month’s report', async ({
  page,
  request,
  baseURL,
}) => {
  expectError(page, /409/)
  const old = await publishReport(request, { title: `Old ${randomUUID()}` })
  const title = `New ${randomUUID()}`
  await signIn(page, baseURL)
  await page.goto(path)
  const add = page.getByRole('button', { name: operatorActions.add, exact: true })
  await add.click()
  await fillForm(page, 'en', { title, report_date: old.report_date, file_url: validReport.file_url })
  const day = page.getByLabel(operatorActions.fields.as_of)
  await day.fill('2020-01-31')
  await add.click()
  await expect(day).toHaveAccessibleDescription(operatorActions.errors.outside_month)
  await page.getByRole('checkbox', { name: operatorActions.fields.as_of_confirmed }).check()
  await add.click()
  await expect(page.getByText(operatorActions.monthPublished)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: operatorActions.replaceIt }).click()
  await expect(page.getByRole('status').filter({ hasText: operatorActions.added })).toBeVisible()
  const report = reportOf(page, 'en', title)
  await expect(report).toContainText('Figures as of January 31, 2020')
  await expect(reportOf(page, 'en', old.title)).toHaveCount(0)
  // The link leads into the disclosure, which opens for it.
  await report.getByRole('link', { name: english.replaces.split('{')[0] }).click()
  await expect(historyOf(page, 'en').getByText(old.title, { exact: true })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the list, its files and its limits can be read', async ({ page, request }) => {
    const words = catalog('fr').Attestations
    const title = `Plain ${randomUUID()}`
    const { report_date } = await publishReport(request, { title })
    const answer = await page.goto(localizedPath('fr', path))
    expect(answer?.headers()['cache-control']).toBe(cachePolicies.page)
    const report = reportOf(page, 'fr', title)
    await expect(report).toContainText(formatMonth('fr', report_date))
    await openRow(report)
    await expect(report.locator('.digits')).toHaveText(/^[\da-f]{64}$/)
    await expect(page.locator('#check').getByText('shasum -a 256 FILE')).toBeVisible()
    await expect(page.locator('#check').getByText('Get-FileHash -Algorithm SHA256 FILE')).toBeVisible()
    await expect(page.getByRole('button', { name: words.operatorActions.add, exact: true })).toBeHidden()
    await expect(report.getByText(words.manage, { exact: true })).toBeHidden()
    await expect(page.getByRole('heading', { name: words.provesNotTitle })).toBeVisible()
  })
})

test.describe('checking a file', () => {
  const { check } = english

  // The tools appear with the first report.
  test.beforeEach(async ({ page, request }) => {
    await publishReport(request)
    await page.goto(path)
  })

  function fileOf(content: string | Buffer, name = 'report.pdf') {
    const file = join(mkdtempSync(join(tmpdir(), 'report-')), name)
    writeFileSync(file, content)
    return { file, sha256: createHash('sha256').update(content).digest('hex') }
  }

  test('says which report of any year it is, or none, and sends nothing', async ({ page, request }) => {
    const title = `Checked ${randomUUID()}`
    const known = fileOf(`content of ${title}`)
    const { report_date } = await publishReport(request, {
      title,
      sha256: known.sha256,
      report_date: monthsAgo(randomInt(50, 400)),
    })
    const sent: string[] = []
    page.on('request', (sending) => sending.method() !== 'GET' && sent.push(sending.url()))
    const values = { name: 'report.pdf', title, month: formatMonth('en', report_date) }
    await page.getByLabel(check.choose).setInputFiles(known.file)
    await expect(page.getByText(fill(check.current, values))).toBeVisible()
    await expect(page.getByRole('status').getByText(known.sha256)).toBeVisible()
    await page.getByLabel(check.choose).setInputFiles(fileOf('changed').file)
    await expect(page.getByText(fill(check.unknown, values))).toBeVisible()
    expect(sent).toEqual([])
    await expectAccessible(page)
  })

  test('takes a file that is dropped anywhere in its zone', async ({ page }) => {
    // At one moment: a font that comes between two would change them.
    const difference = await page.getByLabel(check.choose).evaluate((area) => {
      return (area.closest('.drop-zone')?.getBoundingClientRect().height ?? 0) - area.getBoundingClientRect().height
    })
    expect(Math.abs(difference)).toBeLessThan(4)
  })

  test('is about the file that was chosen last, and tries the same one again', async ({ page }) => {
    expectError(page, /ERR_FAILED/)
    const [first, second] = [fileOf('first', 'first.pdf'), fileOf('second', 'second.pdf')]
    const held: Route[] = []
    await page.route(/\/api\/attestations\?/, (route) => void held.push(route))
    await page.getByLabel(check.choose).setInputFiles(first.file)
    await expect.poll(() => held.length).toBe(1)
    await page.getByLabel(check.choose).setInputFiles(second.file)
    await expect.poll(() => held.length).toBe(2)
    await held[1]?.abort()
    await expect(page.getByText(fill(check.unavailable, { name: 'second.pdf' }))).toBeVisible()
    // The slower answer is about the file before.
    await held[0]?.continue()
    await page.getByLabel(check.choose).setInputFiles(second.file)
    await expect.poll(() => held.length).toBe(3)
    await held[2]?.continue()
    await expect(page.getByText(fill(check.unknown, { name: 'second.pdf' }))).toBeVisible()
    await expect(page.getByText('first.pdf')).toHaveCount(0)
  })

  test('hashes a large file without freezing the page', async ({ page }) => {
    const large = fileOf(Buffer.alloc(8 * 1024 * 1024, 'x'), 'large.pdf')
    await page.evaluate(() => {
      const counter = window as unknown as { turns: number }
      document.addEventListener('change', () => {
        counter.turns = 0
        setInterval(() => counter.turns++)
      })
    })
    await page.getByLabel(check.choose).setInputFiles(large.file)
    await expect(page.getByRole('status').getByText(large.sha256)).toBeVisible()
    // In one piece there would be one turn or two.
    expect(await page.evaluate(() => (window as unknown as { turns: number }).turns)).toBeGreaterThan(10)
  })
})

test('markup in every field stays text, on the page and in its dialogs', async ({ page, request }) => {
  const marks = [
    '<script>window.attacked = 1</script>',
    '<img src=x onerror="window.attacked = 1">',
    '"><svg onload=window.attacked=1>',
    "'-window.attacked=1-'",
    '{{constructor.constructor("window.attacked=1")()}}',
    '</title></script><script>window.attacked = 1</script>',
  ].join(' ')
  const title = `XSS ${randomUUID()} ${marks}`.slice(0, 200)
  const file_url = `https://files.example/"><script>window.attacked=1</script>#${encodeURIComponent(marks)}`
  // An old month: the home page shows the latest report.
  const fields = { title, description: marks, firm: marks.slice(0, 200), file_url, report_date: monthsAgo(35) }
  await publishReport(request, fields)
  const { id: gone } = await publishReport(request, {
    ...fields,
    title: `Gone ${title}`.slice(0, 200),
    report_date: monthsAgo(36),
  })
  await request.delete(`/api/attestations/${gone}`, { headers: authorization, data: { reason: marks } })
  await page.goto('/fr/attestations')
  const report = page.locator('#reports .report').filter({ hasText: title })
  await openManage(report, 'fr')
  await expect(report.getByText(title, { exact: true })).toBeVisible()
  await expect(report.getByText(marks, { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await page.locator('#withdrawn summary').first().click()
  await expect(page.locator('#withdrawn').getByText(marks).filter({ visible: true }).first()).toBeVisible()
  await report.getByRole('button').click()
  await expect(page.getByRole('dialog')).toContainText(title)
  expect(await page.evaluate(() => 'attacked' in window)).toBe(false)
  const active = page.locator('main script:not([type="application/ld+json"]), main img, main svg[onload]')
  await expect(active).toHaveCount(0)
  const wellFormed = await page.evaluate(async () => {
    const text = await (await fetch('/attestations.atom')).text()
    return new DOMParser().parseFromString(text, 'application/xml').querySelector('parsererror') === null
  })
  expect(wellFormed).toBe(true)
})

test('the page links its feeds and tables, in its language', async ({ page, request }) => {
  await page.goto('/fr/attestations')
  const { data } = catalog('fr').Attestations
  for (const [name, type] of [
    [data.csv, 'text/csv'],
    [data.json, 'application/json'],
    [data.jsonFeed, 'application/feed+json'],
    [data.atom, 'application/atom+xml'],
  ] as const) {
    const href = await page.getByRole('link', { name, exact: true }).getAttribute('href')
    const answer = await request.get(href ?? '')
    expect([answer.status(), answer.headers()['content-type']?.split(';')[0]]).toEqual([200, type])
  }
  const feed = page.locator('head link[type="application/atom+xml"]')
  await expect(feed).toHaveAttribute('href', /\/fr\/attestations\.atom$/)
})

const words = catalog('en').OperatorReports
const { fields, upload: uploading } = operatorActions

/** A PDF that no other test uploads. */
function newPdf() {
  const buffer = Buffer.from(smallPdf.replace('obj', `obj % ${randomUUID()}\n`))
  return { name: 'report.pdf', mimeType: 'application/pdf', buffer }
}

function publishedOf(page: Page, title: string) {
  return page.getByRole('region', { name: words.publishedTitle }).getByRole('listitem').filter({ hasText: title })
}

test('an operator uploads a file on the public page, publishes it, and readers get it for ever', async ({
  page,
  baseURL,
}) => {
  const title = `Uploaded ${randomUUID()}`
  const file = newPdf()
  await signIn(page, baseURL)
  await page.goto(path)
  await page.getByRole('button', { name: operatorActions.add, exact: true }).click()
  const upload = page.getByRole('button', { name: uploading.label })
  await page.getByRole('textbox', { name: fields.title }).fill(title)

  expectError(page, /the server responded with a status of 422/)
  await upload.setInputFiles({ name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html></html>') })
  await expect(upload).toHaveAccessibleDescription(new RegExp(`^${uploading.not_pdf}`))
  await upload.setInputFiles(file)
  await expect(page.getByText(uploading.kept)).toBeVisible()
  await expect(page.getByRole('textbox', { name: fields.file_url })).toHaveValue(/\/files\/[0-9a-f]{64}\.pdf$/)
  await expect(page.getByRole('textbox', { name: fields.sha256 })).toHaveValue(/^[0-9a-f]{64}$/)
  await page.getByRole('textbox', { name: fields.report_date }).fill(await freeMonth(page.request))
  await page.getByRole('button', { name: operatorActions.add, exact: true }).click()
  await expect(page.getByText(operatorActions.added)).toBeVisible()

  await page.goto(consolePaths.reports)
  await expectAccessible(page)
  const address = await publishedOf(page, title).getByRole('link', { name: words.openFile }).getAttribute('href')
  const kept = await page.request.get(address ?? '')
  expect([kept.status(), kept.headers()['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  expect((await kept.body()).equals(file.buffer)).toBe(true)
})

plain(
  'without JavaScript a draft is saved, previewed, published with its file, and replaced',
  async ({ browser, baseURL }) => {
    const title = `Draft ${randomUUID()}`
    const context = await browser.newContext({
      baseURL,
      javaScriptEnabled: false,
      viewport: { width: 320, height: 640 },
    })
    const page = await context.newPage()
    await signIn(page, baseURL)
    await page.goto(consolePaths.reports)
    await page.getByRole('link', { name: words.add }).click()
    await page.getByLabel(fields.title).fill(title)
    await page.getByRole('button', { name: words.publish }).click()
    await expect(page.getByRole('alert').filter({ hasText: words.problems.fields })).toBeVisible()
    await expect(page.getByLabel(fields.title)).toHaveValue(title)
    await expect(page.getByLabel(fields.report_date)).toHaveAccessibleDescription(
      new RegExp(operatorActions.errors.required),
    )
    await expect(page.getByText(words.preview.incomplete)).toBeVisible()

    // A file that is too large leads back to the draft.
    const month = await freeMonth(page.request)
    await page.getByLabel(fields.report_date).fill(month)
    const large = Buffer.concat([Buffer.from(smallPdf), Buffer.alloc(30 * 1024 * 1024)])
    await page.getByLabel(uploading.label).setInputFiles({ ...newPdf(), buffer: large })
    await page.getByRole('button', { name: words.publish }).click()
    await expect(page.getByRole('alert').filter({ hasText: words.problems.too_large })).toBeVisible()
    await expect(page.getByLabel(fields.report_date)).toHaveValue(month)

    await page.getByLabel(uploading.label).setInputFiles(newPdf())
    await page.getByRole('button', { name: words.save }).click()
    await expect(page.getByRole('status').first()).toHaveText(words.done.saved)
    const preview = page.getByRole('region', { name: words.preview.title })
    await expect(preview.getByRole('paragraph').filter({ hasText: title })).toBeVisible()
    await expect(preview).toContainText(formatMonth('en', month))
    await expectToFit(page)
    expect(await publicList(page.request)).not.toContain(title)

    await page.getByRole('button', { name: words.publish }).click()
    await expect(page.getByRole('status')).toHaveText(words.done.added)
    const report = publishedOf(page, title)
    await expect(report).toContainText(words.status.current)
    await report.getByText(words.manage).click()
    await report.getByRole('link', { name: words.replace }).click()
    await expect(page.getByLabel(fields.title)).toHaveValue(title)
    await expect(page.getByLabel(fields.file_url)).toHaveValue('')
    await context.close()
  },
)

async function publicList(request: APIRequestContext): Promise<string> {
  return (await request.get('/api/attestations?include=history')).text()
}
