import { createHash, randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { validReport } from '../support/attestations'
import { chatOn } from '../support/chatbot-page'
import { validContact } from '../support/contact'
import { contactFields } from '../support/contact-page'
import { expectStatus, firefoxOptions, test } from '../support/firefox'
import { catalog, expectError, localizedPath } from '../support/page'
import { freeMonth } from '../support/reports'
import { operatorKey } from '../support/server'

test.skip(!firefoxOptions, 'Firefox is not on this machine')
test.use({ ...firefoxOptions, locale: 'fr-CA' })
// One Firefox, whatever the number of workers.
test.describe.configure({ mode: 'default' })

test('Firefox shows the pages, sends a lead, and asks the assistant', async ({ page }) => {
  for (const path of ['/', '/direct-reserve', '/attestations', '/contact']) {
    await page.goto(localizedPath('es', path))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(await sideways()).toBeLessThanOrEqual(0)
  }
  const { ContactForm, Chat } = catalog('es')
  const email = `${randomUUID()}@banque.example`
  for (const field of contactFields) {
    const value = field === 'email' ? email : validContact[field]
    await page.getByRole('textbox', { name: ContactForm[field] }).pressSequentially(value)
  }
  await page.getByRole('button', { name: ContactForm.submit }).click()
  await expect(page.getByText(ContactForm.success)).toBeVisible()

  const chat = chatOn(page, 'es')
  await chat.launcher.click()
  await expect(chat.dialog.getByText(chat.words.greeting)).toBeVisible()
  // By key: what Playwright fills in here by itself, React takes for no change.
  await chat.composer.pressSequentially(Chat.starters.fees)
  await chat.composer.press('Enter')
  await expect(chat.answers.nth(1)).toContainText(/\p{L}{4}/u)
  await page.keyboard.press('Escape')
  await expect(chat.launcher).toBeFocused()
})

test('Firefox offers the page in the visitor’s language, and no more once that is dismissed', async ({ page }) => {
  const { text, dismiss } = catalog('fr').LanguageSuggestion
  await page.goto('/')
  const offer = page.getByRole('complementary', { name: text })
  await expect(offer).toBeVisible()
  await offer.getByRole('button', { name: dismiss }).click()
  await expect(offer).toBeHidden()
  await page.goto('/contact')
  await expect(offer).toBeHidden()
})

test('Firefox adds a report, and tells its file by the fingerprint', async ({ page }) => {
  // Without a session, which the key is then asked for.
  expectStatus(page, 401)
  expectError(page, /401/)
  const words = catalog('en').Attestations
  const { operatorActions, check } = words
  const { fields } = operatorActions
  const title = `Attestation ${randomUUID()}`
  const buffer = Buffer.from(title)
  const sha256 = createHash('sha256').update(buffer).digest('hex')
  await page.goto('/attestations')
  const add = page.getByRole('button', { name: operatorActions.add, exact: true })
  await add.click()
  const report_date = await freeMonth(page.request)
  for (const [name, value] of Object.entries({ title, report_date, file_url: validReport.file_url, sha256 }))
    await page.getByRole('textbox', { name: fields[name as keyof typeof fields] }).fill(value)
  await add.click()
  const dialog = page.getByRole('dialog', { name: operatorActions.key.title })
  await dialog.getByLabel(operatorActions.key.label).fill(operatorKey)
  await dialog.getByRole('button', { name: operatorActions.key.submit }).click()
  await expect(page.getByRole('status').filter({ hasText: operatorActions.added })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: title })).toBeVisible()

  await page.getByLabel(check.choose).setInputFiles({ name: 'report.pdf', mimeType: 'application/pdf', buffer })
  await expect(page.getByText(sha256).last()).toBeVisible()
  await expect(page.getByText(`report.pdf is the file of “${title}”`)).toBeVisible()
})
