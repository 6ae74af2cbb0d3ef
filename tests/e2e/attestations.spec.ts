import { hash, randomInt, randomUUID } from 'node:crypto'
import { expect, type Page, test as plain, type Route } from '@playwright/test'
import { formatMonth } from '@/lib/attestations/format'
import { addMonths, currentMonth } from '@/lib/attestations/month'
import { consolePaths } from '@/lib/operator/console-paths'
import { smallPdf, validReport } from '../support/attestations'
import { expectToFit } from '../support/layout'
import { catalog, expectAccessible, expectError, holdBack, test } from '../support/page'
import { freeMonth, publishReport } from '../support/reports'
import { operatorKey } from '../support/server'

const path = '/attestations'
const english = catalog('en').Attestations
const { operatorActions } = english
const authorization = { Authorization: `Bearer ${operatorKey}` }

const regionOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const historyOf = (page: Page) => regionOf(page, english.historyTitle)
const addButton = (page: Page) => page.getByRole('button', { name: operatorActions.add, exact: true })

function reportOf(page: Page, title: string) {
  return regionOf(page, english.listTitle).getByRole('listitem').filter({ hasText: title })
}

/** Opens a row, and in it what is for operators, and asks to delete the report; returns the dialog. */
async function askToDelete(page: Page, title: string) {
  const report = reportOf(page, title)
  const manage = report.locator('.manage')
  await expect(manage).toHaveCount(1)
  // The first row is open.
  if (!(await manage.isVisible())) await report.locator('summary').first().click()
  const isOpen = await manage.evaluate((element: HTMLDetailsElement) => element.open)
  if (!isOpen) await manage.getByText(english.manage, { exact: true }).click()
  await report.getByRole('button', { name: operatorActions.deleteLabel.replace('{title}', title) }).click()
  return page.getByRole('dialog', { name: operatorActions.deleteQuestion, exact: true })
}

async function giveKey(page: Page, key: string) {
  const words = operatorActions.key
  const dialog = page.getByRole('dialog', { name: words.title })
  await dialog.getByLabel(words.label).fill(key)
  await dialog.getByRole('button', { name: words.submit }).click()
  return dialog
}

/** Opens the page as an operator, with its form. */
async function openForm(page: Page, baseURL: string | undefined) {
  await signIn(page, baseURL)
  await page.goto(path)
  await addButton(page).click()
}

const fieldOf = (page: Page, name: keyof typeof operatorActions.fields) =>
  page.getByRole('textbox', { name: operatorActions.fields[name] })

async function fillForm(page: Page, values: Partial<Record<keyof typeof operatorActions.fields, string>>) {
  for (const [name, value] of Object.entries(values)) {
    await fieldOf(page, name as keyof typeof operatorActions.fields).fill(value)
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

const monthsAgo = (count: number) => addMonths(currentMonth(), -count)

function fill(message: string, values: Record<string, string>): string {
  return message.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

test('a report is added and deleted', async ({ page, request }) => {
  expectError(page, /401/)
  const words = operatorActions
  const title = `Report ${randomUUID()}`
  await page.goto(path)
  await expect(regionOf(page, english.listTitle).getByRole('button').filter({ visible: true })).toHaveText([words.add])
  await addButton(page).click()
  await expect(page.getByRole('button', { name: words.cancel, exact: true })).toHaveAttribute('aria-expanded', 'true')

  // Mistakes are named beside their fields.
  await fillForm(page, { report_date: addMonths(currentMonth(), 1), file_url: 'javascript:alert(1)' })
  await addButton(page).click()
  for (const [field, description] of [
    ['title', words.errors.required],
    ['report_date', `${words.errors.future_month} ${words.hints.report_date}`],
    ['file_url', `${words.errors.invalid_url} ${words.hints.file_url}`],
  ] as const) {
    await expect(fieldOf(page, field)).toHaveAccessibleDescription(description)
  }
  await expectAccessible(page)
  await fillForm(page, { report_date: '2025-13' })
  await expect(page.getByText(words.errors.invalid_month)).toBeVisible()

  // The operator's key is asked for, and what was typed is then sent.
  const { file_url, description } = validReport
  const report_date = await freeMonth(request)
  await fillForm(page, { title, report_date, file_url, description })
  await addButton(page).click()
  const dialog = await giveKey(page, 'wrong-key-0123456789-0123456789-abcdef')
  await expect(dialog.getByRole('alert')).toHaveText(words.key.wrong)
  await expectAccessible(page)
  const release = await holdBack(page, '/api/attestations')
  await giveKey(page, operatorKey)
  await expect(page.getByRole('button', { name: words.adding })).toBeDisabled()
  release()
  await expect(page.getByRole('status').filter({ hasText: words.added })).toBeVisible()
  const report = reportOf(page, title)
  await expect(report).toContainText(formatMonth('en', report_date))
  await expect(report).toContainText(description)
  await expect(report.getByRole('link', { name: title })).toHaveAttribute('href', file_url)
  await expect(addButton(page)).toHaveAttribute('aria-expanded', 'false')

  // Deleting asks first.
  const question = await askToDelete(page, title)
  await expect(question).toContainText(words.deleteNote)
  await expectAccessible(page)
  await question.getByRole('button', { name: words.cancel }).click()
  await expect(report.getByRole('button')).toBeFocused()
  await askToDelete(page, title)
  await question.getByRole('textbox', { name: words.reason }).fill('A draft')
  const releaseList = await holdBack(page, /_rsc=/)
  await question.getByRole('button', { name: words.delete, exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: words.loading })).toBeVisible()
  releaseList()
  await expect(page.getByRole('status').filter({ hasText: words.deleted })).toBeVisible()
  await expect(report).toHaveCount(0)
  await historyOf(page).locator('summary').first().click()
  const gone = historyOf(page).getByRole('listitem').filter({ hasText: title })
  await expect(gone.getByText(english.withdrawnReason.replace('{reason}', 'A draft'))).toBeVisible()
  await expect(gone.getByRole('button')).toHaveCount(0)

  // Without a session a change needs the key again; without the key the failure is shown.
  const next = await publishReport(request, { title: `Next ${randomUUID()}` })
  await page.reload()
  await expect(page.getByRole('link', { name: words.signedIn.replace('{operator}', 'tester') })).toBeVisible()
  await page.context().clearCookies()
  await page.reload()
  await askToDelete(page, next.title)
  await question.getByRole('button', { name: words.delete, exact: true }).click()
  await page.getByRole('dialog', { name: words.key.title }).press('Escape')
  await expect(page.getByRole('alert').filter({ hasText: words.deleteFailed })).toBeVisible()
  await expect(reportOf(page, next.title)).toBeVisible()
})

test('a failed addition loses nothing and can be repeated', async ({ page, request, baseURL }) => {
  expectError(page, /ERR_FAILED/)
  const title = `Report ${randomUUID()}`
  const report_date = await freeMonth(request)
  await openForm(page, baseURL)
  const figures = { gold_ounces: '1.5', gold_tokens: '1', firm: 'A' }
  await fillForm(page, { title, report_date, file_url: validReport.file_url, ...figures })
  await page.getByLabel(operatorActions.fields.as_of).fill(`${report_date}-28`)
  let sent = 0
  await page.route('/api/attestations', (route) => (sent++ === 0 ? route.abort() : route.continue()))
  await addButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: operatorActions.addFailed })).toBeVisible()
  await addButton(page).click()
  await expect(reportOf(page, title)).toContainText(english.coverage.replace('{share}', '150'))
})

test('a form that cannot be loaded says so, and the next attempt loads it', async ({ page }) => {
  expectError(page, /ERR_FAILED|Failed to load/)
  await page.goto(path)
  await page.route(/\/_next\/static\/chunks\//, (route) => route.abort())
  await addButton(page).click()
  await expect(page.getByRole('alert').getByText(operatorActions.addFailed)).toBeVisible()
  await page.unroute(/\/_next\/static\/chunks\//)
  await addButton(page).click()
  await expect(fieldOf(page, 'title')).toBeVisible()
  await expect(page.getByText(operatorActions.addFailed)).toBeHidden()
})

test('a report that another operator deleted first is gone without an error', async ({ page, request, baseURL }) => {
  expectError(page, /409/)
  const title = `Twice ${randomUUID()}`
  const { id } = await publishReport(request, { title })
  await signIn(page, baseURL)
  await page.goto(path)
  const question = await askToDelete(page, title)
  await request.delete(`/api/attestations/${id}`, { headers: authorization })
  await question.getByRole('button', { name: operatorActions.delete, exact: true }).click()
  await expect(reportOf(page, title)).toHaveCount(0)
  await expect(page.getByRole('alert').filter({ hasText: operatorActions.deleteFailed })).toHaveCount(0)
})

test('the form asks about a day outside the month, and whether to replace the report', async ({ page, baseURL }) => {
  expectError(page, /409/)
  const old = await publishReport(page.request, { title: `Old ${randomUUID()}` })
  const title = `New ${randomUUID()}`
  await openForm(page, baseURL)
  await fillForm(page, { title, report_date: old.report_date, file_url: validReport.file_url })
  const day = page.getByLabel(operatorActions.fields.as_of)
  await day.fill('2020-01-31')
  await addButton(page).click()
  await expect(day).toHaveAccessibleDescription(operatorActions.errors.outside_month)
  await page.getByRole('checkbox', { name: operatorActions.fields.as_of_confirmed }).check()
  await addButton(page).click()
  await expect(page.getByText(operatorActions.monthPublished)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: operatorActions.replaceIt }).click()
  await expect(page.getByRole('status').filter({ hasText: operatorActions.added })).toBeVisible()
  const report = reportOf(page, title)
  await expect(report).toContainText('Figures as of January 31, 2020')
  await expect(reportOf(page, old.title)).toHaveCount(0)
  // The link leads to the page of the year, into the disclosure, which opens for it.
  await report.getByRole('link', { name: english.replaces.split('{')[0] }).click()
  await expect(historyOf(page).getByText(old.title, { exact: true })).toBeVisible()
})

test.describe('checking a file', () => {
  const { check } = english

  // The tools appear with the first report.
  test.beforeEach(async ({ page, request }) => {
    await publishReport(request)
    await page.goto(path)
  })

  const fileOf = (content: string, name = 'report.pdf') => {
    return { name, mimeType: 'application/pdf', buffer: Buffer.from(content) }
  }

  test('says which report of any year it is, or none, and sends nothing', async ({ page, request }) => {
    const title = `Checked ${randomUUID()}`
    const known = fileOf(`content of ${title}`)
    const sha256 = hash('sha256', known.buffer)
    const { report_date } = await publishReport(request, { title, sha256, report_date: monthsAgo(randomInt(50, 400)) })
    const sent: string[] = []
    page.on('request', (sending) => sending.method() !== 'GET' && sent.push(sending.url()))
    // A file may be dropped anywhere in the zone. Measured at one moment: a font that comes between two changes it.
    const difference = await page.getByLabel(check.choose).evaluate((area) => {
      return (area.closest('.drop-zone')?.getBoundingClientRect().height ?? 0) - area.getBoundingClientRect().height
    })
    expect(Math.abs(difference)).toBeLessThan(4)
    const values = { name: 'report.pdf', title, month: formatMonth('en', report_date) }
    await page.getByLabel(check.choose).setInputFiles(known)
    await expect(page.getByText(fill(check.current, values))).toBeVisible()
    await expect(page.getByRole('status').getByText(sha256)).toBeVisible()
    await page.getByLabel(check.choose).setInputFiles(fileOf('changed'))
    await expect(page.getByText(fill(check.unknown, values))).toBeVisible()
    expect(sent).toEqual([])
    await expectAccessible(page)
  })

  test('is about the file that was chosen last, and tries the same one again', async ({ page }) => {
    expectError(page, /ERR_FAILED/)
    const [first, second] = [fileOf('first', 'first.pdf'), fileOf('second', 'second.pdf')]
    const held: Route[] = []
    await page.route(/\/api\/attestations\?/, (route) => void held.push(route))
    await page.getByLabel(check.choose).setInputFiles(first)
    await expect.poll(() => held.length).toBe(1)
    await page.getByLabel(check.choose).setInputFiles(second)
    await expect.poll(() => held.length).toBe(2)
    await held[1]?.abort()
    await expect(page.getByText(fill(check.unavailable, { name: 'second.pdf' }))).toBeVisible()
    // The slower answer is about the file before.
    await held[0]?.continue()
    await page.getByLabel(check.choose).setInputFiles(second)
    await expect.poll(() => held.length).toBe(3)
    await held[2]?.continue()
    await expect(page.getByText(fill(check.unknown, { name: 'second.pdf' }))).toBeVisible()
    await expect(page.getByText('first.pdf')).toHaveCount(0)
  })
})

test('the page links its feeds and tables, in its language', async ({ page, request }) => {
  await page.goto('/fr/attestations')
  const { data } = catalog('fr').Attestations
  for (const name of [data.csv, data.json, data.jsonFeed, data.atom]) {
    const href = await page.getByRole('link', { name, exact: true }).getAttribute('href')
    expect((await request.get(href ?? '')).status(), name).toBe(200)
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

test('an operator uploads a file on the public page, and readers get it for ever', async ({ page, baseURL }) => {
  const title = `Uploaded ${randomUUID()}`
  const file = newPdf()
  await openForm(page, baseURL)
  const upload = page.getByRole('button', { name: uploading.label })
  expectError(page, /the server responded with a status of 422/)
  await upload.setInputFiles({ name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html></html>') })
  await expect(upload).toHaveAccessibleDescription(new RegExp(`^${uploading.not_pdf}`))
  await upload.setInputFiles(file)
  await expect(page.getByText(uploading.kept)).toBeVisible()
  await expect(fieldOf(page, 'file_url')).toHaveValue(/\/files\/[0-9a-f]{64}\.pdf$/)
  await expect(fieldOf(page, 'sha256')).toHaveValue(/^[0-9a-f]{64}$/)
  await fillForm(page, { title, report_date: await freeMonth(page.request) })
  await addButton(page).click()
  await expect(page.getByText(operatorActions.added)).toBeVisible()

  await page.goto(consolePaths.reports)
  await expectAccessible(page)
  const address = await publishedOf(page, title).getByRole('link', { name: words.openFile }).getAttribute('href')
  const kept = await page.request.get(address ?? '')
  expect([kept.status(), kept.headers()['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  expect((await kept.body()).equals(file.buffer)).toBe(true)
})

plain('without JavaScript a draft is saved, previewed and published with its file', async ({ browser, baseURL }) => {
  const title = `Draft ${randomUUID()}`
  const viewport = { width: 320, height: 640 }
  const page = await browser.newPage({ baseURL, javaScriptEnabled: false, viewport })
  await signIn(page, baseURL)
  await page.goto(consolePaths.reports)
  await page.getByRole('link', { name: words.add }).click()
  await page.getByLabel(fields.title).fill(title)
  await page.getByRole('button', { name: words.publish }).click()
  await expect(page.getByRole('alert').filter({ hasText: words.problems.fields })).toBeVisible()
  await expect(page.getByLabel(fields.title)).toHaveValue(title)
  const required = new RegExp(operatorActions.errors.required)
  await expect(page.getByLabel(fields.report_date)).toHaveAccessibleDescription(required)
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
  expect(await (await page.request.get('/api/attestations?include=history')).text()).not.toContain(title)

  await page.getByRole('button', { name: words.publish }).click()
  await expect(page.getByRole('status')).toHaveText(words.done.added)
  const report = publishedOf(page, title)
  await report.getByText(words.manage).click()
  await report.getByRole('link', { name: words.replace }).click()
  await expect(page.getByLabel(fields.title)).toHaveValue(title)
  await expect(page.getByLabel(fields.file_url)).toHaveValue('')
  await page.context().close()
})
