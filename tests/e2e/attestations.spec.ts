import { hash, randomInt, randomUUID } from 'node:crypto'
import {
  type APIRequestContext,
  expect,
  type Locator,
  type Page,
  test as plain,
  type Route,
} from '@playwright/test'
import { formatMonth } from '@/lib/attestations/format'
import type { ReportJson } from '@/lib/attestations/json'
import { addMonths, currentMonth } from '@/lib/attestations/month'
import { consolePaths } from '@/lib/operator/console-paths'
import { expectAccessible } from '../support/accessibility'
import { smallPdf, validReport } from '../support/attestations'
import { catalog } from '../support/catalog'
import { expectToFit } from '../support/layout'
import { expectError, holdBack, narrow, test } from '../support/page'
import { freeMonth, publishReport } from '../support/reports'
import { operatorKey } from '../support/server'

const path = '/attestations'
const chunks = '**/_next/static/chunks/**'
const english = catalog('en').Attestations
const { operatorActions: words, check } = english
const { fields, upload: uploading } = words
const drafts = catalog('en').OperatorReports

type Fields = Partial<Record<keyof typeof fields, string>>

const regionOf = (page: Page, name: string) =>
  page.getByRole('region', { name, exact: true })
const itemOf = (page: Page, region: string, title: string) =>
  regionOf(page, region).getByRole('listitem').filter({ hasText: title })
const rowsOf = (page: Page, region: string, title: string) =>
  regionOf(page, region).getByRole('rowgroup').filter({ hasText: title })
const reportOf = (page: Page, title: string) =>
  rowsOf(page, english.listTitle, title)
const addButton = (page: Page) =>
  page.getByRole('button', { name: words.add, exact: true })
const fieldOf = (page: Page, name: keyof typeof fields) =>
  page.getByRole('textbox', { name: fields[name] })
const statusOf = (page: Page, hasText: string) =>
  page.getByRole('status').filter({ hasText })
const alertOf = (page: Page, hasText: string) =>
  page.getByRole('alert').filter({ hasText })

async function fillForm(page: Page, values: Fields) {
  for (const [name, value] of Object.entries(values))
    await fieldOf(page, name as keyof typeof fields).fill(value)
}

/** Presses the report's delete button and returns the confirmation dialog. */
async function askToDelete(page: Page, title: string) {
  await reportOf(page, title)
    .getByRole('button', { name: words.deleteLabel.replace('{title}', title) })
    .click()
  return page.getByRole('dialog', { name: words.deleteQuestion, exact: true })
}

function confirmIn(question: Locator) {
  return question.getByRole('button', { name: words.delete, exact: true })
}

async function giveKey(page: Page, key: string) {
  const dialog = page.getByRole('dialog', { name: words.key.title })
  await dialog.getByLabel(words.key.label).fill(key)
  await dialog.getByRole('button', { name: words.key.submit }).click()
  return dialog
}

async function openSignedIn(page: Page, address = path) {
  await page.request.post('/api/operator/session', {
    data: { key: operatorKey },
    failOnStatusCode: true,
  })
  await page.goto(address)
}

/** Returns a PDF that no other test uploads. */
function newPdf() {
  const buffer = Buffer.from(smallPdf.replace('obj', `obj % ${randomUUID()}\n`))
  return { name: 'report.pdf', mimeType: 'application/pdf', buffer }
}

test('a form with mistakes shows each error next to its field', async ({
  page,
}) => {
  const { errors, hints } = words
  const cancel = page.getByRole('button', { name: words.cancel, exact: true })
  await page.goto(path)
  await addButton(page).click()
  await fillForm(page, { report_date: addMonths(currentMonth(), 1) })

  await addButton(page).click()

  await expect(fieldOf(page, 'title')).toHaveAccessibleDescription(
    errors.required,
  )
  await expect(fieldOf(page, 'report_date')).toHaveAccessibleDescription(
    `${errors.future_month} ${hints.report_date}`,
  )
  await expect(cancel).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page)
})

/** Opens the form and fills in a new report. */
async function fillNewReport(
  page: Page,
  request: APIRequestContext,
  more: Fields = {},
) {
  const title = `Report ${randomUUID()}`
  const report_date = await freeMonth(request)
  const { file_url, description } = validReport
  await addButton(page).click()
  const report = { title, report_date, file_url, description }
  await fillForm(page, { ...report, ...more })
  return report
}

test('a report is added once the operator has entered the right key', async ({
  page,
  request,
}) => {
  expectError(page, /401/)
  await page.goto(path)
  await fillNewReport(page, request)
  await addButton(page).click()

  await test.step('a wrong key is refused', async () => {
    const dialog = await giveKey(page, 'wrong-key-0123456789-0123456789-abcdef')

    await expect(dialog.getByRole('alert')).toHaveText(words.key.wrong)
    await expectAccessible(page)
  })

  await test.step('the right key adds the report', async () => {
    await giveKey(page, operatorKey)

    await expect(statusOf(page, words.added)).toBeVisible()
  })
})

test('the add button is disabled until the new report is in the list', async ({
  page,
  request,
}) => {
  await openSignedIn(page)
  const { title, ...sent } = await fillNewReport(page, request)
  const report = reportOf(page, title)
  const release = await holdBack(page, '/api/attestations')

  await addButton(page).click()
  await expect(page.getByRole('button', { name: words.adding })).toBeDisabled()

  release()
  await expect(report.getByRole('link', { name: title })).toHaveAttribute(
    'href',
    sent.file_url,
  )
  await expect(report).toContainText(formatMonth('en', sent.report_date))
  await expect(report).toContainText(sent.description)
  await expect(addButton(page)).toHaveAttribute('aria-expanded', 'false')
})

test('the page names the operator who has signed in', async ({ page }) => {
  await openSignedIn(page)

  const name = words.signedIn.replace('{operator}', 'tester')
  await expect(page.getByRole('link', { name })).toBeVisible()
})

test('deleting a report can be canceled', async ({ page, request }) => {
  const title = `Report ${randomUUID()}`
  await publishReport(request, { title })
  await openSignedIn(page)

  await test.step('the question names the consequence', async () => {
    const question = await askToDelete(page, title)

    await expect(question).toContainText(words.deleteNote)
    await expectAccessible(page)
  })

  await test.step('Cancel returns to the report', async () => {
    await page.getByRole('button', { name: words.cancel }).click()

    await expect(reportOf(page, title).getByRole('button')).toBeFocused()
  })
})

test('a deleted report moves to the history with the reason', async ({
  page,
  request,
}) => {
  const title = `Report ${randomUUID()}`
  const gone = rowsOf(page, english.historyTitle, title)
  await publishReport(request, { title })
  await openSignedIn(page)

  const question = await askToDelete(page, title)
  await question.getByRole('textbox', { name: words.reason }).fill('A draft')
  await confirmIn(question).click()

  await expect(statusOf(page, words.deleted)).toBeVisible()
  await expect(reportOf(page, title)).toHaveCount(0)

  await regionOf(page, english.historyTitle).locator('summary').first().click()
  await expect(
    gone.getByText(english.withdrawnReason.replace('{reason}', 'A draft')),
  ).toBeVisible()
  await expect(gone.getByRole('button')).toHaveCount(0)
})

test('deleting a report that another operator has already deleted succeeds', async ({
  page,
  request,
}) => {
  expectError(page, /409/)
  const title = `Report ${randomUUID()}`
  const { id } = await publishReport(request, { title })
  await openSignedIn(page)

  const question = await askToDelete(page, title)
  await request.delete(`/api/attestations/${id}`, {
    headers: { Authorization: `Bearer ${operatorKey}` },
  })
  await confirmIn(question).click()

  await expect(reportOf(page, title)).toHaveCount(0)
  await expect(alertOf(page, words.deleteFailed)).toHaveCount(0)
})

test('a report is not deleted if the session has ended and no key is given', async ({
  page,
  request,
}) => {
  expectError(page, /401/)
  const title = `Report ${randomUUID()}`
  await publishReport(request, { title })
  await openSignedIn(page)
  await page.context().clearCookies()
  await page.reload()

  const question = await askToDelete(page, title)
  await confirmIn(question).click()
  await page.getByRole('dialog', { name: words.key.title }).press('Escape')

  await expect(alertOf(page, words.deleteFailed)).toBeVisible()
  await expect(reportOf(page, title)).toBeVisible()
})

test('a refused upload shows how many minutes are left to wait', async ({
  page,
}) => {
  expectError(page, /429/)
  await openSignedIn(page)
  await addButton(page).click()
  await page.route('/api/attestations/files', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'Retry-After': '90' },
      json: { error: { code: 'rate_limited' } },
    }),
  )

  const upload = page.getByRole('button', { name: uploading.label })
  await upload.setInputFiles(newPdf())

  await expect(upload).toHaveAccessibleDescription(/\b2 minutes\b/)
})

test('a report form that fails to load can be opened on a second click', async ({
  page,
}) => {
  expectError(page, /ERR_FAILED|Failed to load/)
  const failed = alertOf(page, words.addFailed)
  await openSignedIn(page)
  await page.route(chunks, (route) => route.abort())
  await addButton(page).click()
  await failed.waitFor()
  await page.unroute(chunks)

  await addButton(page).click()

  await expect(fieldOf(page, 'title')).toBeVisible()
  await expect(failed).toBeHidden()
})

test('a report that could not be sent can be sent again', async ({
  page,
  request,
}) => {
  expectError(page, /ERR_FAILED/)
  const figures = { gold_ounces: '1.5', gold_tokens: '1', firm: 'A' }
  await openSignedIn(page)
  const { title, report_date } = await fillNewReport(page, request, figures)
  await page.getByLabel(fields.as_of).fill(`${report_date}-28`)
  await page.route('/api/attestations', (route) => route.abort(), { times: 1 })
  await addButton(page).click()
  await expect(alertOf(page, words.addFailed)).toBeVisible()

  await addButton(page).click()

  await expect(reportOf(page, title)).toContainText(
    english.coverage.replace('{share}', '150'),
  )
})

test('choosing a file uploads a PDF and rejects anything else', async ({
  page,
}) => {
  expectError(page, /422/)
  const file = newPdf()
  await openSignedIn(page)
  await addButton(page).click()
  const upload = page.getByRole('button', { name: uploading.label })

  await upload.setInputFiles({ ...file, buffer: Buffer.from('<html></html>') })
  await expect(upload).toHaveAccessibleDescription(
    new RegExp(`^${uploading.not_pdf}`),
  )

  await upload.setInputFiles(file)
  await expect(page.getByText(uploading.kept)).toBeVisible()
  await expect(fieldOf(page, 'file_url')).toHaveValue(
    /\/files\/[0-9a-f]{64}\.pdf$/,
  )
  await expect(fieldOf(page, 'sha256')).toHaveValue(/^[0-9a-f]{64}$/)
})

/** Publishes a report that replaces another, with an uploaded file. */
async function replaceReport(page: Page, old: ReportJson) {
  const title = `New ${randomUUID()}`
  const file = newPdf()
  await openSignedIn(page)
  await addButton(page).click()
  const upload = page.getByRole('button', { name: uploading.label })
  await upload.setInputFiles(file)
  await page.getByText(uploading.kept).waitFor()
  await fillForm(page, { title, report_date: old.report_date })
  await addButton(page).click()
  await page.getByRole('button', { name: words.replaceIt }).click()
  await statusOf(page, words.added).waitFor()
  return { title, file }
}

test('a day outside the report’s month must be confirmed', async ({
  page,
  request,
}) => {
  const title = `Report ${randomUUID()}`
  const report_date = await freeMonth(request)
  const { file_url } = validReport
  const day = page.getByLabel(fields.as_of)
  await openSignedIn(page)
  await addButton(page).click()
  await fillForm(page, { title, report_date, file_url })

  await day.fill('2020-01-31')
  await addButton(page).click()
  await expect(day).toHaveAccessibleDescription(words.errors.outside_month)

  await page.getByRole('checkbox', { name: fields.as_of_confirmed }).check()
  await addButton(page).click()
  await expect(reportOf(page, title)).toContainText(
    'Figures as of January 31, 2020',
  )
})

test('a second report for a month must replace the first', async ({
  page,
  request,
}) => {
  expectError(page, /409/)
  const old = await publishReport(request, { title: `Old ${randomUUID()}` })
  const title = `New ${randomUUID()}`
  const { report_date, file_url } = old
  await openSignedIn(page)
  await addButton(page).click()
  await fillForm(page, { title, report_date, file_url })

  await addButton(page).click()
  await expect(page.getByText(words.monthPublished)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: words.replaceIt }).click()
  await expect(statusOf(page, words.added)).toBeVisible()
  await expect(reportOf(page, title)).toBeVisible()
})

test('a new report replaces another and links to its entry in the history', async ({
  page,
  request,
}) => {
  expectError(page, /409/)
  const old = await publishReport(request, { title: `Old ${randomUUID()}` })

  const { title } = await replaceReport(page, old)

  const report = reportOf(page, title)
  await expect(
    report.getByRole('link', { name: `PDF, 1 kB (${title})` }),
  ).toBeVisible()
  await expect(report.getByText(title).last()).toHaveAttribute('lang', 'en')
  await expect(reportOf(page, old.title)).toHaveCount(0)

  await report
    .getByRole('link', { name: english.replaces.split('{')[0] })
    .click()
  await expect(
    regionOf(page, english.historyTitle)
      .locator('summary')
      .filter({ hasText: old.title }),
  ).toBeVisible()
})

test('the console links to a report’s uploaded file, which may be cached forever', async ({
  page,
  request,
}) => {
  expectError(page, /409/)
  const { title, file } = await replaceReport(
    page,
    await publishReport(request),
  )

  await page.goto(consolePaths.reports)
  const link = itemOf(page, drafts.publishedTitle, title).getByRole('link', {
    name: drafts.openFile,
  })
  const stored = await page.request.get((await link.getAttribute('href')) ?? '')

  expect(stored.status()).toBe(200)
  expect(stored.headers()['cache-control']).toBe(
    'public, max-age=31536000, immutable',
  )
  expect((await stored.body()).equals(file.buffer)).toBe(true)
  await expectAccessible(page)
})

test('a title without spaces does not widen the console on a phone', async ({
  page,
  request,
}) => {
  const title = `${randomUUID()}-${'attestation-'.repeat(9)}`.replace(/-/g, '_')
  await publishReport(request, { title })
  await page.setViewportSize(narrow)

  await openSignedIn(page, consolePaths.reports)

  await expect(itemOf(page, drafts.publishedTitle, title)).toBeVisible()
  await expectToFit(page)
})

const fileOf = (content: string, name = 'report.pdf') => ({
  ...newPdf(),
  name,
  buffer: Buffer.from(content),
})

/** Expects the message as the result of checking a file. */
function expectSaid(
  page: Page,
  message: string,
  values: Record<string, string> = {},
) {
  const told: Record<string, string> = { name: 'report.pdf', ...values }
  return expect(
    page.getByText(
      message.replace(/\{(\w+)\}/g, (_, value) => told[value] ?? ''),
    ),
  ).toBeVisible()
}

test('checking a file shows its report and uploads nothing', async ({
  page,
  request,
}) => {
  const title = `Checked ${randomUUID()}`
  const known = fileOf(`content of ${title}`)
  const sha256 = hash('sha256', known.buffer)
  const report_date = addMonths(currentMonth(), -randomInt(50, 400))
  await publishReport(request, { title, sha256, report_date })
  await page.goto(path)
  const sent: string[] = []
  page.on(
    'request',
    (sending) => sending.method() !== 'GET' && sent.push(sending.url()),
  )
  const area = page.getByLabel(check.choose)

  await area.setInputFiles(known)
  await expectSaid(page, check.current, {
    title,
    month: formatMonth('en', report_date),
  })
  await expect(page.getByRole('status').getByText(sha256)).toBeVisible()

  await area.setInputFiles(fileOf('changed'))
  await expectSaid(page, check.unknown)
  await expectAccessible(page)
  expect(sent).toEqual([])
})

test('checking or uploading a file published for two months names both months', async ({
  page,
  request,
}) => {
  const file = newPdf()
  const sha256 = hash('sha256', file.buffer)
  const reports = [
    await publishReport(request, { sha256 }),
    await publishReport(request, { sha256 }),
  ]
  const months = reports.map((each) => formatMonth('en', each.report_date))
  await openSignedIn(page)

  await page
    .getByLabel(check.choose)
    .setInputFiles({ ...file, name: 'report.pdf' })

  for (const { title, report_date } of reports)
    await expectSaid(page, check.current, {
      title,
      month: formatMonth('en', report_date),
    })
  await addButton(page).click()
  await page.getByRole('button', { name: uploading.label }).setInputFiles(file)
  for (const month of months)
    await expect(
      page.getByText(uploading.keptBefore.split('{')[0] ?? ''),
    ).toContainText(month)
})

test('a file is not shown as good if one of its months is withdrawn', async ({
  page,
  request,
}) => {
  const file = fileOf(randomUUID())
  const sha256 = hash('sha256', file.buffer)
  const report_date = addMonths(currentMonth(), -randomInt(401, 500))
  const { id } = await publishReport(request, { sha256, report_date })
  await publishReport(request, { sha256 })
  await request.delete(`/api/attestations/${id}`, {
    headers: { Authorization: `Bearer ${operatorKey}` },
  })
  await page.goto(path)

  await page.getByLabel(check.choose).setInputFiles(file)

  const outcome = page.locator('.file-check .outcome')
  await expect(outcome.getByText(sha256)).toBeVisible()
  await expect(outcome).not.toHaveClass(/outcome-good/)
})

/**
 * Opens a list of reports and holds back the checks of chosen files. The
 * returned function chooses a file and resolves to its check.
 */
async function holdChecks(page: Page) {
  const held: Route[] = []
  // Without a report, the page has no check.
  await publishReport(page.request)
  await page.goto(path)
  await page.route(/\/api\/attestations\?/, (route) => void held.push(route))
  return async (name: string) => {
    const before = held.length
    await page.getByLabel(check.choose).setInputFiles(fileOf(name, name))
    await expect.poll(() => held.length).toBe(before + 1)
    return held[before] as Route
  }
}

test('a late result for an earlier file is not shown', async ({ page }) => {
  const choose = await holdChecks(page)
  const first = await choose('first.pdf')
  const second = await choose('second.pdf')
  await second.continue()
  await expectSaid(page, check.unknown, { name: 'second.pdf' })

  await first.fulfill({ json: [] })
  // Gives the page time to show the result.
  await page.waitForTimeout(300)

  await expectSaid(page, check.unknown, { name: 'second.pdf' })
  await expect(page.getByText('first.pdf')).toHaveCount(0)
})

test('choosing a file again repeats a check that failed', async ({ page }) => {
  expectError(page, /ERR_FAILED/)
  const choose = await holdChecks(page)
  const failing = await choose('report.pdf')
  await failing.abort()
  await expectSaid(page, check.unavailable)

  const repeated = await choose('report.pdf')
  await repeated.continue()

  await expectSaid(page, check.unknown)
})

plain.describe('without JavaScript', () => {
  plain.use({ javaScriptEnabled: false, viewport: narrow })

  plain(
    'without JavaScript, a draft is saved, previewed and published with its file',
    async ({ page }) => {
      const title = `Draft ${randomUUID()}`
      const titleField = page.getByLabel(fields.title)
      const monthField = page.getByLabel(fields.report_date)
      const publish = page.getByRole('button', { name: drafts.publish })
      await openSignedIn(page, consolePaths.reports)
      await page.getByRole('link', { name: drafts.add }).click()

      await plain.step('an incomplete draft is not published', async () => {
        await titleField.fill(title)
        await publish.click()
        await expect(alertOf(page, drafts.problems.fields)).toBeVisible()
        await expect(titleField).toHaveValue(title)
        await expect(monthField).toHaveAccessibleDescription(
          new RegExp(words.errors.required),
        )
        await expect(page.getByText(drafts.preview.incomplete)).toBeVisible()
      })

      await plain.step('a saved draft is previewed', async () => {
        const preview = regionOf(page, drafts.preview.title)
        const month = await freeMonth(page.request)
        await monthField.fill(month)
        await page.getByLabel(uploading.label).setInputFiles(newPdf())
        await page.getByRole('button', { name: drafts.save }).click()
        await expect(page.getByRole('status').first()).toHaveText(
          drafts.done.saved,
        )
        await expect(preview.getByRole('table')).toContainText(title)
        await expect(preview).toContainText(formatMonth('en', month))
        await expectToFit(page)
      })

      await plain.step('a published draft can be replaced', async () => {
        const report = itemOf(page, drafts.publishedTitle, title)
        await publish.click()
        await expect(page.getByRole('status')).toHaveText(drafts.done.added)
        await report.getByText(drafts.manage).click()
        await report.getByRole('link', { name: drafts.replace }).click()
        await expect(titleField).toHaveValue(title)
      })
    },
  )
})
