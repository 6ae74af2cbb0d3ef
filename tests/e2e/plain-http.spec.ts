import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { validReport } from '../support/attestations'
import { launchOptions } from '../support/browser'
import { chatOn, factText } from '../support/chatbot-page'
import { contactOn } from '../support/contact-page'
import { catalog, expectError, test } from '../support/page'
import { operatorKey, sharedPort } from '../support/server'

// Browsers trust https and localhost, not a name on plain http: there, part of what scripts can use is missing.
const site = `http://site.test:${sharedPort}`

test.use({
  baseURL: site,
  launchOptions: { ...launchOptions, args: [...launchOptions.args, '--host-resolver-rules=MAP site.test 127.0.0.1'] },
})

test.beforeEach(async ({ page }) => {
  // The browser says that it ignores this header here.
  expectError(page, /Cross-Origin-Opener-Policy/)
  await page.goto('/contact')
  expect(await page.evaluate(() => [window.isSecureContext, 'randomUUID' in crypto])).toEqual([false, false])
})

test('on plain http a lead goes from the form to its row', async ({ page, playwright }) => {
  const form = contactOn(page)
  const email = `${randomUUID()}@banque.example`
  await form.fill({ email })
  await form.submit.click()
  await expect(form.success).toBeVisible()
  const request = await playwright.request.newContext({ baseURL: `http://localhost:${sharedPort}` })
  const list = await request.get('/api/contact', { headers: { Authorization: `Bearer ${operatorKey}` } })
  const { leads } = await list.json()
  expect(leads.filter((lead: { email: string }) => lead.email === email)).toHaveLength(1)
  await request.dispose()
})

test('on plain http the assistant answers', async ({ page }) => {
  const chat = chatOn(page, 'en')
  await chat.open()
  const answer = await chat.say(chat.words.starters.fees)
  await expect(answer).toContainText(factText('en', 'fees.published'))
  // Copying needs https: what cannot be done is not offered.
  await expect(answer.getByRole('button', { name: chat.words.copy })).toHaveCount(0)
})

test('on plain http an operator adds a report with the fingerprint of its file', async ({ page }) => {
  expectError(page, /401/)
  const { operatorActions } = catalog('en').Attestations
  const title = `Plain ${randomUUID()}`
  await page.goto('/attestations')
  await page.getByRole('button', { name: operatorActions.add, exact: true }).click()
  for (const [field, value] of Object.entries({ title, report_date: '2025-01', file_url: validReport.file_url })) {
    await page.getByRole('textbox', { name: operatorActions.fields[field as 'title'] }).fill(value)
  }
  const file = { name: 'r.pdf', mimeType: 'application/pdf', buffer: Buffer.from('abc') }
  await page.getByLabel(operatorActions.fingerprintFile).setInputFiles(file)
  await expect(page.getByRole('textbox', { name: operatorActions.fields.sha256 })).toHaveValue(/^ba7816bf/)
  await page.getByRole('button', { name: operatorActions.add, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: operatorActions.key.title })
  await dialog.getByLabel(operatorActions.key.label).fill(operatorKey)
  await dialog.getByRole('button', { name: operatorActions.key.submit }).click()
  await expect(page.getByRole('status').filter({ hasText: operatorActions.added })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: title })).toBeVisible()
})
