import { createHash, randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Locale } from '@/lib/i18n/routing'
import { validReport } from '../support/attestations'
import { chatOn } from '../support/chatbot-page'
import { validContact } from '../support/contact'
import { contactFields } from '../support/contact-page'
import { expectStatus, firefoxOptions, test } from '../support/firefox'
import { catalog, expectError, locales, localizedPath, pages } from '../support/page'
import { freeMonth } from '../support/reports'
import { operatorKey } from '../support/server'

test.skip(!firefoxOptions, 'Firefox is not on this machine')
test.use({ ...firefoxOptions, locale: 'fr-CA' })
// One Firefox, whatever the number of workers.
test.describe.configure({ mode: 'default' })

// `npm run test:firefox` looks at everything, `npm test` at a part.
const isWhole = process.env.TEST_FIREFOX === 'whole'
const shown: { locale: Locale; paths: string[] }[] = isWhole
  ? locales.map((locale) => ({ locale, paths: pages }))
  : [{ locale: 'es', paths: ['/', '/direct-reserve', '/attestations'] }]

for (const { locale, paths } of shown) {
  test(`Firefox shows the pages in ${locale}`, async ({ page }) => {
    expectStatus(page, 404)
    expectError(page, /404/)
    for (const path of paths) {
      await test.step(path, async () => {
        await page.goto(localizedPath(locale, path))
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('html')).toHaveAttribute('lang', locale)
        const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(await sideways()).toBeLessThanOrEqual(0)
      })
    }
  })

  test(`Firefox sends a lead, and asks the assistant, in ${locale}`, async ({ page }) => {
    await page.goto(localizedPath(locale, '/contact'))
    const { ContactForm, Chat } = catalog(locale)
    const email = `${randomUUID()}@banque.example`
    for (const field of contactFields) {
      const value = field === 'email' ? email : validContact[field]
      await page.getByRole('textbox', { name: ContactForm[field] }).pressSequentially(value)
    }
    await page.getByRole('button', { name: ContactForm.submit }).click()
    await expect(page.getByText(ContactForm.success)).toBeVisible()

    const chat = chatOn(page, locale)
    await chat.launcher.click()
    await expect(chat.dialog.getByText(chat.words.greeting)).toBeVisible()
    // By key: what Playwright fills in here by itself, React takes for no change.
    await chat.composer.pressSequentially(Chat.starters.fees)
    await chat.composer.press('Enter')
    await expect(chat.answers.nth(1)).toContainText(/\p{L}{4}/u)
    await page.keyboard.press('Escape')
    await expect(chat.launcher).toBeFocused()
  })
}

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
  const title = `Attestation ${randomUUID()}`
  const buffer = Buffer.from(title)
  const sha256 = createHash('sha256').update(buffer).digest('hex')
  await page.goto('/attestations')
  const add = page.getByRole('button', { name: operatorActions.add, exact: true })
  await add.click()
  const { file_url } = validReport
  const report_date = await freeMonth(page.request)
  await fill(page, { title, report_date, file_url, sha256 })
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

async function fill(page: Page, values: Record<string, string>) {
  const { fields } = catalog('en').Attestations.operatorActions
  for (const [name, value] of Object.entries(values)) {
    await page.getByRole('textbox', { name: fields[name as keyof typeof fields] }).fill(value)
  }
}
