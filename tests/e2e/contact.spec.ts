import { expect, type Page } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import { createTranslator } from 'next-intl'
import { validContact } from '../support/contact'
import { catalog, expectAccessible, expectError, holdBack, locales, localizedPath, test } from '../support/page'
import { killServer, operatorKey, serverEnvironment, startServer } from '../support/server'

type Words = ReturnType<typeof catalog>

const fields = ['name', 'email', 'company', 'phone', 'message'] as const

function input(page: Page, words: Words, field: (typeof fields)[number]) {
  return page.getByRole('textbox', { name: words.ContactForm[field] })
}

async function fillForm(page: Page, words: Words, values: Record<string, string>) {
  for (const field of fields) await input(page, words, field).fill(values[field] ?? '')
}

test('a lead goes from the French form to its row and to the operator', async ({ page, request }) => {
  const words = catalog('fr')
  const email = `amelie.${Date.now()}@banque.example`
  await page.clock.install()
  const landing = '/fr/direct-reserve?utm_source=newsletter&utm_campaign=%C3%A9t%C3%A9&email=a@b.example#steps'
  await page.goto(landing, { referer: 'https://www.search.example/results?q=gold' })
  await page.goto('/fr/contact?utm_source=another')
  await expect(page.getByText(words.ContactForm.context)).toBeVisible()
  await fillForm(page, words, { ...validContact, email })
  const release = await holdBack(page, '/api/contact')
  await page.getByRole('button', { name: words.ContactForm.submit }).click()
  const sending = page.getByRole('button', { name: words.ContactForm.submitting })
  await expect(sending).toBeDisabled()
  release()
  const success = page.getByText(words.ContactForm.success)
  await expect(success).toBeVisible()
  for (const field of fields) {
    await expect(input(page, words, field)).toHaveValue('')
  }
  await expectAccessible(page)
  await page.clock.runFor(6000)
  await expect(success).toBeHidden()
  const status = page.getByRole('status')
  await expect(status).toContainText(/[0-9A-F]{8}/)

  const list = await request.get('/api/contact', { headers: { Authorization: `Bearer ${operatorKey}` } })
  const { leads } = await list.json()
  const { honeypot: _, ...sent } = validContact
  const context = {
    ...{ landing_page: '/fr/direct-reserve', form_page: '/fr/contact', referrer: 'www.search.example' },
    ...{ utm_source: 'newsletter', utm_campaign: 'été' },
    ...(await page.evaluate(() => ({
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      browser_locale: navigator.language,
    }))),
  }
  const stored = leads.find((lead: { email: string }) => lead.email === email)
  expect(stored).toMatchObject({ ...sent, email })
  expect(stored.context).toEqual(context)
  expect((await request.get('/api/contact')).status()).toBe(401)
})

test('with Global Privacy Control nothing of the visit is kept or sent', async ({ page }) => {
  const words = catalog('en')
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  await page.goto('/contact?utm_source=newsletter')
  await fillForm(page, words, validContact)
  const request = page.waitForRequest('/api/contact')
  await page.getByRole('button', { name: words.ContactForm.submit }).click()
  expect((await request).postDataJSON()).toEqual({ ...validContact, language: 'en' })
  await expect(page.getByText(words.ContactForm.success)).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('visit'))).toBeNull()
})

test('the success message stays for 5000 ms', async ({ page }) => {
  const words = catalog('en')
  await page.clock.install()
  await page.goto('/contact')
  await fillForm(page, words, validContact)
  // From here on time passes only as the test says, however slow the machine is.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: words.ContactForm.submit }).click()
  const success = page.getByText(words.ContactForm.success)
  await expect(success).toBeVisible()
  await page.clock.runFor(4900)
  await expect(success).toBeVisible()
  await page.clock.runFor(200)
  await expect(success).toBeHidden()
})

for (const locale of locales) {
  test(`mistakes are told beside their fields and in a summary that leads to them, in ${locale}`, async ({ page }) => {
    const words = catalog(locale)
    await page.goto(localizedPath(locale, '/contact'))
    await expect(input(page, words, 'message')).toHaveAttribute('rows', '6')
    await fillForm(page, words, { ...validContact, name: '', email: 'amelie@', phone: '12' })
    await page.getByRole('button', { name: words.ContactForm.submit }).click()
    const { errors } = words.ContactForm
    // The focus is moved to a summary that leads to the fields.
    const summary = page.getByRole('alert', { name: /3/ })
    await expect(summary).toBeFocused()
    const sentences = [errors.name.required, errors.email.invalid_email, errors.phone.invalid_phone]
    await expect(summary.getByRole('link')).toHaveText(sentences)
    for (const [field, sentence] of [
      ['name', errors.name.required],
      ['email', errors.email.invalid_email],
      ['phone', errors.phone.invalid_phone],
    ] as const) {
      const box = input(page, words, field)
      await expect(box).toHaveAccessibleDescription(sentence)
      await expect(box).toHaveAttribute('aria-invalid', 'true')
    }
    await expect(input(page, words, 'company')).toHaveValue(validContact.company)
    await expectAccessible(page)
    await summary.getByRole('link', { name: errors.phone.invalid_phone }).click()
    await expect(input(page, words, 'phone')).toBeFocused()
    await fillForm(page, words, { ...validContact, phone: '' })
    await page.getByRole('button', { name: words.ContactForm.submit }).click()
    await expect(input(page, words, 'phone')).toHaveAccessibleDescription(errors.phone.required)
  })

  test(`what only the server finds wrong is told in ${locale} too`, async ({ page }) => {
    expectError(page, /422/)
    const words = catalog(locale)
    await page.goto(localizedPath(locale, '/contact'))
    await page.route('/api/contact', async (route) => {
      const body = { ...route.request().postDataJSON(), company: '' }
      await route.continue({ postData: JSON.stringify(body) })
    })
    await fillForm(page, words, validContact)
    await page.getByRole('button', { name: words.ContactForm.submit }).click()
    const company = input(page, words, 'company')
    await expect(company).toHaveAccessibleDescription(words.ContactForm.errors.company.required)
    await expect(input(page, words, 'name')).toHaveValue(validContact.name)
  })

  test(`a failed send is told in ${locale}, keeps what was typed and can be repeated`, async ({ page }) => {
    expectError(page, /ERR_FAILED|503/)
    const words = catalog(locale)
    const keys: (string | undefined)[] = []
    await page.goto(localizedPath(locale, '/contact'))
    await page.route('/api/contact', (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      return keys.length === 1 ? route.abort() : route.continue()
    })
    await fillForm(page, words, validContact)
    await page.getByRole('button', { name: words.ContactForm.submit }).click()
    await expect(page.getByRole('alert').getByText(words.ContactForm.error)).toBeVisible()
    await expect(input(page, words, 'message')).toHaveValue(validContact.message)
    await expectAccessible(page)
    // Also after a reload, the same message is sent under the same key.
    await page.reload()
    await expect(input(page, words, 'message')).toHaveValue(validContact.message)
    await page.getByRole('button', { name: words.ContactForm.submit }).click()
    await expect(page.getByText(words.ContactForm.success)).toBeVisible()
    expect(keys[1]).toBe(keys[0])
    // Whoever leaves the moment the message is sent does not find it in the form again.
    await page.reload()
    await expect(input(page, words, 'message')).toHaveValue('')
  })
}

test('what is corrected after a refused attempt is no longer told, while the rest still is', async ({ page }) => {
  const words = catalog('en')
  const { errors } = words.ContactForm
  await page.goto('/contact')
  await fillForm(page, words, { ...validContact, name: '', email: 'amelie@' })
  await page.getByRole('button', { name: words.ContactForm.submit }).click()
  await expect(page.getByRole('alert', { name: /2/ })).toBeFocused()
  await input(page, words, 'email').fill(validContact.email)
  const summary = page.getByRole('alert', { name: /1/ })
  await expect(summary.getByRole('link')).toHaveText([errors.name.required])
  await expect(input(page, words, 'email')).not.toHaveAttribute('aria-invalid')
  await expect(input(page, words, 'email')).toBeFocused()
  await input(page, words, 'phone').fill('12')
  await expect(input(page, words, 'phone')).toHaveAccessibleDescription(errors.phone.invalid_phone)
})

test('what was typed survives a change of language', async ({ page }) => {
  await page.goto('/contact')
  await fillForm(page, catalog('en'), validContact)
  await page.locator('.languages summary').click()
  await page.getByRole('link', { name: 'Français' }).click()
  await expect(page).toHaveURL('/fr/contact')
  for (const field of fields) await expect(input(page, catalog('fr'), field)).toHaveValue(validContact[field])
})

test('a full form that is sent at once after a change of language is not taken for spam', async ({ page, request }) => {
  const words = catalog('fr')
  const email = `quick.${Date.now()}@banque.example`
  // A text of its own: the same from many addresses would be taken for spam.
  const message = `Nous changeons de langue et envoyons aussitôt le message de ${email}.`
  await page.goto('/contact')
  await fillForm(page, catalog('en'), { ...validContact, email, message })
  await page.locator('.languages summary').click()
  await page.getByRole('link', { name: 'Français' }).click()
  // Before its scripts have come, the page does not know what was typed.
  await expect(input(page, words, 'message')).toHaveValue(message)
  await page.getByRole('button', { name: words.ContactForm.submit }).click()
  await expect(page.getByText(words.ContactForm.success)).toBeVisible()
  const list = await request.get(`/api/contact?email=${email}`, {
    headers: { Authorization: `Bearer ${operatorKey}` },
  })
  expect((await list.json()).leads).toEqual([expect.objectContaining({ email, quarantine: null })])
})

test('the button after a failure sends the same message again', async ({ page }) => {
  expectError(page, /ERR_FAILED/)
  const words = catalog('fr')
  await page.goto('/fr/contact')
  await page.route('/api/contact', (route) => route.abort(), { times: 1 })
  await fillForm(page, words, validContact)
  await page.getByRole('button', { name: words.ContactForm.submit }).click()
  await page.getByRole('button', { name: words.ContactForm.retry }).click()
  await expect(page.getByText(words.ContactForm.success)).toBeVisible()
})

test.describe('on a server that takes two messages of a visitor', () => {
  test.describe.configure({ mode: 'serial' })
  const environment = { ...serverEnvironment(), LIMIT_CONTACT_PER_CLIENT: '2' }
  let site: Awaited<ReturnType<typeof startServer>>

  test.beforeAll(async () => {
    site = await startServer(environment)
  })

  test.afterAll(() => killServer(site.server))

  // The first of the two: the attempt that was not stored does not count.
  test('a database that is away is told as our error, and the message can be sent once it is back', async ({
    page,
  }) => {
    expectError(page, /503/)
    const words = catalog('es')
    const other = new Sqlite(environment.DATABASE_URL.replace('file:', ''))
    other.exec('BEGIN IMMEDIATE')
    await page.goto(`${site.address}/es/contact`)
    await fillForm(page, words, validContact)
    await page.getByRole('button', { name: words.ContactForm.submit }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(words.ContactForm.problems.unavailable)
    other.exec('ROLLBACK')
    other.close()
    await page.getByRole('button', { name: words.ContactForm.retry }).click()
    await expect(page.getByText(words.ContactForm.success)).toBeVisible()
  })

  test('who sends too much is told when to try again, and keeps what was typed', async ({ page }) => {
    expectError(page, /429/)
    const words = catalog('fr')
    const wait = createTranslator({ locale: 'fr', messages: words })('ContactForm.problems.rate_limited', {
      minutes: 10,
    })
    await page.goto(`${site.address}/fr/contact`)
    for (const sentence of [words.ContactForm.success, words.ContactForm.error]) {
      await fillForm(page, words, { ...validContact, email: `${Date.now()}@banque.example` })
      await page.getByRole('button', { name: words.ContactForm.submit }).click()
      await expect(page.getByText(sentence)).toBeVisible()
    }
    await expect(page.getByRole('main').getByRole('alert')).toContainText(wait)
    await expect(input(page, words, 'message')).toHaveValue(validContact.message)
  })
})
