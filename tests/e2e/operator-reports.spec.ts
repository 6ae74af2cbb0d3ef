import { randomUUID } from 'node:crypto'
import { expect, type Page, test as plain } from '@playwright/test'
import { formatMonth } from '@/lib/attestations/format'
import { consolePaths } from '@/lib/operator/console-paths'
import { smallPdf } from '../support/attestations'
import { expectToFit } from '../support/layout'
import { catalog, expectAccessible, expectError, test } from '../support/page'
import { freeMonth } from '../support/reports'
import { operatorKey } from '../support/server'

const words = catalog('en').OperatorReports
const form = catalog('en').Attestations.operatorActions
const { fields } = form

/** A PDF that no other test uploads. */
function newPdf() {
  const buffer = Buffer.from(smallPdf.replace('obj', `obj % ${randomUUID()}\n`))
  return { name: 'report.pdf', mimeType: 'application/pdf', buffer }
}

async function signIn(page: Page) {
  const answer = await page.request.post('/api/operator/session', { data: { key: operatorKey } })
  expect(answer.status()).toBe(200)
}

function reportOf(page: Page, title: string) {
  return page.getByRole('region', { name: words.publishedTitle }).getByRole('listitem').filter({ hasText: title })
}

test('an operator uploads a file on the public page, publishes it, and readers get it for ever', async ({ page }) => {
  const title = `Uploaded ${randomUUID()}`
  const file = newPdf()
  await signIn(page)
  await page.goto('/attestations')
  await page.getByRole('button', { name: form.add, exact: true }).click()
  const upload = page.getByRole('button', { name: form.upload.label })
  await page.getByRole('textbox', { name: fields.title }).fill(title)

  expectError(page, /the server responded with a status of 422/)
  await upload.setInputFiles({ name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html></html>') })
  await expect(upload).toHaveAccessibleDescription(new RegExp(`^${form.upload.not_pdf}`))
  await upload.setInputFiles(file)
  await expect(page.getByText(form.upload.kept)).toBeVisible()
  await expect(page.getByRole('textbox', { name: fields.title })).toHaveValue(title)
  await expect(page.getByRole('textbox', { name: fields.file_url })).toHaveValue(/\/files\/[0-9a-f]{64}\.pdf$/)
  await expect(page.getByRole('textbox', { name: fields.sha256 })).toHaveValue(/^[0-9a-f]{64}$/)
  await page.getByRole('textbox', { name: fields.report_date }).fill(await freeMonth(page.request))
  await page.getByRole('button', { name: form.add, exact: true }).click()
  await expect(page.getByText(form.added)).toBeVisible()

  await page.goto(consolePaths.reports)
  await expectAccessible(page)
  const address = await reportOf(page, title).getByRole('link', { name: words.openFile }).getAttribute('href')
  const kept = await page.request.get(address ?? '')
  expect([kept.status(), kept.headers()['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  expect((await kept.body()).equals(file.buffer)).toBe(true)
})

plain('without JavaScript a draft is saved, previewed, published with its file, and replaced', async ({ browser }) => {
  const title = `Draft ${randomUUID()}`
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })
  const page = await context.newPage()
  await signIn(page)
  await page.goto(consolePaths.reports)
  await page.getByRole('link', { name: words.add }).click()
  await page.getByLabel(fields.title).fill(title)
  await page.getByRole('button', { name: words.publish }).click()
  await expect(page.getByRole('alert').filter({ hasText: words.problems.fields })).toBeVisible()
  await expect(page.getByLabel(fields.title)).toHaveValue(title)
  await expect(page.getByLabel(fields.report_date)).toHaveAccessibleDescription(new RegExp(form.errors.required))
  await expect(page.getByText(words.preview.incomplete)).toBeVisible()

  const month = await freeMonth(page.request)
  await page.getByLabel(fields.report_date).fill(month)
  await page.getByLabel(form.upload.label).setInputFiles(newPdf())
  await page.getByRole('button', { name: words.save }).click()
  await expect(page.getByRole('status').first()).toHaveText(words.done.saved)
  const preview = page.getByRole('region', { name: words.preview.title })
  await expect(preview.getByRole('heading', { name: title })).toBeVisible()
  await expect(preview).toContainText(formatMonth('en', month))
  await expectToFit(page)
  const publicPage = await page.request.get('/api/attestations?include=history')
  expect(await publicPage.text()).not.toContain(title)

  await page.getByRole('button', { name: words.publish }).click()
  await expect(page.getByRole('status')).toHaveText(words.done.added)
  const report = reportOf(page, title)
  await expect(report).toContainText(words.status.current)
  await report.getByText(words.manage).click()
  await report.getByRole('link', { name: words.replace }).click()
  await expect(page.getByLabel(fields.title)).toHaveValue(title)
  await expect(page.getByLabel(fields.file_url)).toHaveValue('')
  await context.close()
})
