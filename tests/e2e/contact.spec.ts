import { randomUUID } from 'node:crypto'
import { expect, type Page, test as plain } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import { createTranslator } from 'next-intl'
import { validContact } from '../support/contact'
import { contactFields, contactOn, neverAnswer } from '../support/contact-page'
import {
  catalog,
  expectAccessible,
  expectError,
  holdBack,
  hydrated,
  locales,
  localizedPath,
  test,
} from '../support/page'
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

/** The idempotency keys of the messages that the page sends from here on. */
function keysSent(page: Page) {
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/contact')) keys.push(request.headers()['idempotency-key'])
  })
  return keys
}

test('a form whose token never comes is sent without it, at once', async ({ page }) => {
  const form = contactOn(page)
  await page.route('/api/contact/token', neverAnswer)
  await page.goto('/contact')
  await form.fill()
  const sent = page.waitForRequest('/api/contact')
  await form.submit.click()
  expect((await sent).headers()['form-token']).toBeUndefined()
  await expect(form.success).toBeVisible()
})

test('a token that has come is sent along', async ({ page }) => {
  const form = contactOn(page)
  const token = page.waitForResponse('/api/contact/token')
  await page.goto('/contact')
  await (await token).finished()
  await form.fill()
  const sent = page.waitForRequest('/api/contact')
  await form.submit.click()
  expect((await sent).headers()['form-token']).toBeTruthy()
})

test('a message that gets no answer is told after 30 s, and is sent again under the same key', async ({ page }) => {
  const form = contactOn(page)
  const keys = keysSent(page)
  await page.clock.install()
  await page.route('/api/contact', neverAnswer)
  await page.goto('/contact')
  await hydrated(page)
  await form.fill()
  // From here on time passes only as the test says, however slow the machine is.
  await page.clock.pauseAt(Date.now() + 60_000)
  await form.submit.click()
  await expect.poll(() => keys.length).toBe(1)
  await page.clock.runFor(29_000)
  await expect(form.sending).toBeVisible()
  await page.clock.runFor(2000)
  await expect(page.getByRole('main').getByRole('alert')).toContainText(form.words.problems.unexpected)
  for (const field of contactFields) await expect(form.input(field)).toHaveValue(validContact[field])
  await page.unroute('/api/contact')
  await form.retry.click()
  await expect(form.success).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
})

test('an answer that stops half-way is told as well', async ({ page }) => {
  const form = contactOn(page)
  await page.clock.install()
  // A body that never ends.
  await page.addInitScript(() => {
    const send = window.fetch
    window.fetch = async (input, options) => {
      if (input !== '/api/contact') return send(input, options)
      const body = new ReadableStream({
        start: (controller) => options?.signal?.addEventListener('abort', () => controller.error(new Error('aborted'))),
      })
      return new Response(body, { status: 201 })
    }
  })
  await page.goto('/contact')
  await hydrated(page)
  await form.fill()
  await form.submit.click()
  await expect(form.sending).toBeVisible()
  await expect(async () => {
    await page.clock.runFor(31_000)
    await expect(form.retry).toBeVisible({ timeout: 500 })
  }).toPass()
})

test('a validation that never loads holds a message back for 3 s, and the server says what is wrong', async ({
  page,
}) => {
  expectError(page, /422/)
  const form = contactOn(page)
  const keys = keysSent(page)
  await page.clock.install()
  await page.goto('/contact', { waitUntil: 'networkidle' })
  await page.route('**/_next/static/chunks/**', neverAnswer)
  await form.fill({ email: 'amelie@' })
  // From here on time passes only as the test says.
  await page.clock.pauseAt(Date.now() + 60_000)
  await form.submit.click()
  await page.clock.runFor(2900)
  expect(keys).toEqual([])
  await page.clock.runFor(200)
  await expect(form.input('email')).toHaveAccessibleDescription(catalog('en').ContactForm.errors.email.invalid_email)
  await form.input('email').fill(validContact.email)
  await form.submit.click()
  await page.clock.runFor(3100)
  await expect(form.success).toBeVisible()
})

test('a double click, and Enter beside it, send one message', async ({ page }) => {
  const form = contactOn(page)
  const keys = keysSent(page)
  await page.goto('/contact')
  await form.fill()
  await page.evaluate(() => {
    const submit = document.querySelector<HTMLButtonElement>('form button[type=submit]')
    submit?.click()
    submit?.click()
    submit?.form?.requestSubmit()
  })
  await expect(form.success).toBeVisible()
  expect(keys).toHaveLength(1)
})

test('two clicks on the retry send one message', async ({ page }) => {
  expectError(page, /ERR_FAILED/)
  const form = contactOn(page)
  const keys = keysSent(page)
  await page.goto('/contact')
  await page.route('/api/contact', (route) => route.abort(), { times: 1 })
  await form.fill()
  await form.submit.click()
  await expect(form.retry).toBeVisible()
  await form.retry.evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await expect(form.success).toBeVisible()
  expect(keys).toHaveLength(2)
})

test('two tabs send each its own message, and one tab’s receipt does not empty the other', async ({
  page,
  context,
  request,
}) => {
  const emails = [`${randomUUID()}@banque.example`, `${randomUUID()}@banque.example`]
  await page.goto('/contact')
  const other = await context.newPage()
  await other.goto('/contact')
  await contactOn(page).fill({ email: emails[0] })
  await contactOn(other).fill({ email: emails[1] })
  await contactOn(page).submit.click()
  await expect(contactOn(page).success).toBeVisible()
  await expect(contactOn(other).input('email')).toHaveValue(emails[1] ?? '')
  await contactOn(other).submit.click()
  await expect(contactOn(other).success).toBeVisible()
  const list = await request.get('/api/contact', { headers: { Authorization: `Bearer ${operatorKey}` } })
  const { leads } = await list.json()
  expect(leads.filter(({ email }: { email: string }) => emails.includes(email))).toHaveLength(2)
})

test('an e-mail address that is not told within 5 s is shown by its page', async ({ page }) => {
  // The page's clock of the tests does not rule this wait: it is cut to a fiftieth.
  await page.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (ms) => {
      sessionStorage.setItem('waited', String(ms))
      return timeout(ms / 50)
    }
  })
  await page.goto('/contact')
  await hydrated(page)
  await page.route('/api/email', neverAnswer)
  await page
    .getByRole('main')
    .getByRole('link', { name: catalog('en').EmailReveal.button })
    .click()
  await expect(page).toHaveURL('/contact/email')
  expect(await page.evaluate(() => sessionStorage.getItem('waited'))).toBe('5000')
  await expect(page.getByRole('main')).toContainText('info@halcrest.example')
})

test('a change of the list that gets no answer is told, and nothing typed is lost', async ({ page }) => {
  const { operatorActions } = catalog('en').Attestations
  const title = `Unanswered ${randomUUID()}`
  await page.clock.install()
  await page.goto('/attestations')
  await hydrated(page)
  await page.route('/api/attestations', neverAnswer)
  await page.getByRole('button', { name: operatorActions.add, exact: true }).click()
  const typed = { title, report_date: '2025-01', file_url: 'https://reports.example/1.pdf' }
  for (const [field, value] of Object.entries(typed)) {
    await page.getByRole('textbox', { name: operatorActions.fields[field as 'title'] }).fill(value)
  }
  const sent = page.waitForRequest('/api/attestations')
  await page.getByRole('button', { name: operatorActions.add, exact: true }).click()
  await sent
  await page.clock.runFor(31_000)
  await expect(page.getByRole('alert').filter({ hasText: operatorActions.addFailed })).toBeVisible()
  await expect(page.getByRole('textbox', { name: operatorActions.fields.title })).toHaveValue(title)
})

plain.describe('without JavaScript', () => {
  plain.use({ javaScriptEnabled: false })

  for (const locale of locales) {
    plain(`${locale} has navigation, languages, questions and the e-mail address`, async ({ page }) => {
      const words = catalog(locale)
      await page.goto(localizedPath(locale, '/'))
      for (const block of await page.locator('[data-reveal]').all()) await expect(block).toHaveCSS('opacity', '1')
      await page.getByText(words.HomeFaq.items.vaults.question, { exact: true }).click()
      await page.getByText(words.HomeFaq.items.fees.question, { exact: true }).click()
      await expect(page.locator('#faq details[open]')).toHaveCount(1)
      await expect(page.locator('#faq details[open]')).toContainText(words.HomeFaq.items.fees.question)

      await page.getByRole('navigation').getByRole('link', { name: words.Navigation.product }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.ProductHero.title)

      await page.locator('.languages summary').click()
      const other = locale === 'es' ? 'fr' : 'es'
      await page.locator(`.languages a[hreflang=${other}]`).click()
      await expect(page).toHaveURL(localizedPath(other, '/direct-reserve'))
      await page.goBack()

      await page.getByRole('navigation').getByRole('link', { name: words.Navigation.contact }).click()
      await page.getByRole('main').getByRole('link', { name: words.EmailReveal.button }).click()
      const address = page.getByRole('main').getByRole('link', { name: 'info@halcrest.example' })
      await expect(address).toHaveAttribute('href', 'mailto:info@halcrest.example')
    })
  }

  plain('the phone menu opens and leads on', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/es')
    await page.getByLabel(catalog('es').Navigation.openMenu).click()
    await page
      .locator('.menu')
      .getByRole('link', { name: catalog('es').Navigation.contact })
      .click()
    await expect(page).toHaveURL('/es/contact')
  })

  for (const locale of locales) {
    plain(
      `the form in ${locale} comes back with its mistakes and values, then leads to a receipt`,
      async ({ page, request }) => {
        const { ContactForm, Contact } = catalog(locale)
        const input = (field: 'name' | 'email' | 'company' | 'phone' | 'message') =>
          page.getByRole('textbox', { name: ContactForm[field] })
        await page.goto(localizedPath(locale, '/contact'))
        // What the browser itself would refuse goes to the server all the same.
        await page
          .locator('.contact-form form')
          .evaluate((form: HTMLFormElement) => form.setAttribute('novalidate', ''))
        await input('name').fill('Zoë "Z" <b>Martin</b>')
        await input('email').fill('zoe@')
        await input('company').fill('Caisse & Fils')
        await input('message').fill('Bonjour,\n« deux lignes » & 100 %')
        await page.getByRole('button', { name: ContactForm.submit }).click()

        await expect(page).toHaveURL(new RegExp(`${localizedPath(locale, '/contact/again')}\\?draft=`))
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(Contact.title)
        const summary = page.getByRole('alert').filter({ hasText: ContactForm.errors.phone.required })
        await expect(summary.getByRole('link')).toHaveText([
          ContactForm.errors.email.invalid_email,
          ContactForm.errors.phone.required,
        ])
        await summary.getByRole('link', { name: ContactForm.errors.phone.required }).click()
        await expect(input('phone')).toBeFocused()
        await expect(input('email')).toHaveAccessibleDescription(ContactForm.errors.email.invalid_email)
        await expect(input('name')).toHaveValue('Zoë "Z" <b>Martin</b>')
        await expect(input('message')).toHaveValue('Bonjour,\n« deux lignes » & 100 %')

        const email = `zoe.${locale}.${Date.now()}@caisse.example`
        await input('email').fill(email)
        await input('phone').fill('+1 514 555 0199')
        await page.getByRole('button', { name: ContactForm.submit }).click()
        await expect(page).toHaveURL(
          new RegExp(`${localizedPath(locale, '/contact/received')}\\?reference=[0-9A-F]{8}$`),
        )
        await expect(page.getByText(ContactForm.success)).toBeVisible()
        const reference = new URL(page.url()).searchParams.get('reference') ?? ''
        await expect(page.getByRole('main')).toContainText(ContactForm.receiptBody.replace('{reference}', reference))

        const list = await request.get('/api/contact', { headers: { Authorization: `Bearer ${operatorKey}` } })
        const { leads } = await list.json()
        const stored = leads.filter((lead: { email: string }) => lead.email === email)
        expect(stored).toEqual([
          expect.objectContaining({
            name: 'Zoë "Z" <b>Martin</b>',
            company: 'Caisse & Fils',
            message: 'Bonjour,\n« deux lignes » & 100 %',
            language: locale,
            quarantine: null,
          }),
        ])
        expect(stored[0].id.slice(0, 8).toUpperCase()).toBe(reference)
      },
    )
  }

  for (const locale of locales) {
    plain(`a form in ${locale} whose draft is gone says so, and what was wrong with it`, async ({ page }) => {
      const { ContactForm } = catalog(locale)
      const problems = 'draft=none&errors=email.invalid_email%2Cphone.required&problem=rate_limited&retry=600'
      await page.goto(`${localizedPath(locale, '/contact/again')}?${problems}`)
      await expect(page.getByRole('alert').filter({ hasText: ContactForm.lost })).toBeVisible()
      const { email, phone } = ContactForm.errors
      const input = (field: 'email' | 'phone') => page.getByRole('textbox', { name: ContactForm[field] })
      await expect(input('email')).toHaveAccessibleDescription(email.invalid_email)
      await expect(input('phone')).toHaveAccessibleDescription(phone.required)
      await expect(page.getByRole('main')).toContainText('10 minut')
    })
  }

  plain('the receipt shows no reference that is none', async ({ page }) => {
    await page.goto('/contact/received?reference=Call%20us%20on%20555')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(catalog('en').ContactForm.receiptTitle)
    await expect(page.getByRole('main')).not.toContainText('555')
  })
})
