import { createHash, randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { validReport } from '../support/attestations'
import { catalog } from '../support/catalog'
import { chatOn } from '../support/chatbot-page'
import { validContact } from '../support/contact'
import { contactFields } from '../support/contact-page'
import { test as base, expectError } from '../support/page'
import { locateFirefox } from '../support/programs'
import { freeMonth } from '../support/reports'
import { operatorKey } from '../support/server'

const firefox = locateFirefox() || undefined

/** Playwright internals that its types do not declare. */
type Send = (method: string, parameters: unknown) => Promise<unknown>
type Connected = {
  _connection: {
    toImpl: (browser: unknown) => { _browserSession: { send: Send } }
  }
}

const test = base.extend<object, object>({
  browser: [
    async ({ browser }, use) => {
      const { _browserSession: session } = (
        browser as unknown as Connected
      )._connection.toImpl(browser)
      const send = session.send.bind(session)
      // Firefox ESR 153 does not support this command, and Playwright 1.65
      // opens no window after an unsupported command.
      session.send = (method, parameters) =>
        method === 'emulation.setMediaFeaturesOverride'
          ? Promise.resolve({})
          : send(method, parameters)
      await use(browser)
    },
    { scope: 'worker' },
  ],
})

test.skip(!firefox, 'Firefox is not on this machine')
// Playwright controls this browser over WebDriver BiDi.
test.use({
  browserName: 'firefox',
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: firefox?.program ?? '',
    env: {
      ...process.env,
      ...(firefox?.libraries && { LD_LIBRARY_PATH: firefox.libraries }),
    },
  },
})
// Runs one Firefox, whatever the number of workers.
test.describe.configure({ mode: 'default' })

test('no page scrolls sideways in Firefox', async ({ page }) => {
  for (const path of [
    '/es',
    '/es/direct-reserve',
    '/es/attestations',
    '/es/contact',
  ]) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const hiddenWidth = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    )

    expect(hiddenWidth, path).toBeLessThanOrEqual(0)
  }
})

test('the contact form sends a lead in Firefox', async ({ page }) => {
  const { ContactForm } = catalog('es')
  await page.goto('/es/contact')

  for (const field of contactFields) {
    const value =
      field === 'email' ? `${randomUUID()}@banque.example` : validContact[field]
    await page
      .getByRole('textbox', { name: ContactForm[field] })
      .pressSequentially(value)
  }
  await page.getByRole('button', { name: ContactForm.submit }).click()

  await expect(page.getByText(ContactForm.success)).toBeVisible()
})

test('the assistant answers in Firefox', async ({ page }) => {
  const chat = chatOn(page, 'es')
  await page.goto('/es/contact')
  await chat.launcher.click()
  await chat.dialog.getByText(chat.words.greeting).waitFor()

  // Types key by key because React does not notice a value that Playwright
  // fills in here.
  await chat.composer.pressSequentially(chat.words.starters.fees)
  await chat.composer.press('Enter')
  await expect(chat.answers.nth(1)).toContainText(/\p{L}{4}/u)

  await page.keyboard.press('Escape')
  await expect(chat.launcher).toBeFocused()
})

test('a report can be added, and its file recognized by its fingerprint, in Firefox', async ({
  page,
}) => {
  // Without a session, the first request gets 401 and the page asks for the
  // key.
  expectError(page, /401/)
  const { operatorActions, check } = catalog('en').Attestations
  const { fields } = operatorActions
  const title = `Attestation ${randomUUID()}`
  const buffer = Buffer.from(title)
  const sha256 = createHash('sha256').update(buffer).digest('hex')
  await page.goto('/attestations')
  const add = page.getByRole('button', {
    name: operatorActions.add,
    exact: true,
  })
  await add.click()
  const report_date = await freeMonth(page.request)
  for (const [name, value] of Object.entries({
    title,
    report_date,
    file_url: validReport.file_url,
    sha256,
  }))
    await page
      .getByRole('textbox', { name: fields[name as keyof typeof fields] })
      .fill(value)
  await add.click()
  const dialog = page.getByRole('dialog', { name: operatorActions.key.title })
  await dialog.getByLabel(operatorActions.key.label).fill(operatorKey)
  await dialog.getByRole('button', { name: operatorActions.key.submit }).click()
  await expect(
    page.getByRole('status').filter({ hasText: operatorActions.added }),
  ).toBeVisible()
  await expect(
    page.getByRole('rowgroup').filter({ hasText: title }),
  ).toBeVisible()

  await page
    .getByLabel(check.choose)
    .setInputFiles({ name: 'report.pdf', mimeType: 'application/pdf', buffer })
  await expect(
    page.getByText(`report.pdf is the file of “${title}”`),
  ).toBeVisible()
})
