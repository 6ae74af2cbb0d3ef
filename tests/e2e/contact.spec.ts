import { randomUUID } from 'node:crypto'
import {
  type APIRequestContext,
  expect,
  type Locator,
  type Page,
  test as plain,
  type Route,
} from '@playwright/test'
import { createTranslator } from 'next-intl'
import { expectAccessible } from '../support/accessibility'
import { catalog } from '../support/catalog'
import { validContact } from '../support/contact'
import {
  contactFields,
  contactOn,
  keysSent,
  neverAnswer,
} from '../support/contact-page'
import { hydrated } from '../support/hydration'
import { expectError, holdBack, phone, test } from '../support/page'
import { operatorKey } from '../support/server'

const freshEmail = () => `${randomUUID()}@banque.example`

async function leadsOf(request: APIRequestContext, email: string) {
  const headers = { Authorization: `Bearer ${operatorKey}` }
  const { leads } = await (
    await request.get(`/api/contact?email=${encodeURIComponent(email)}`, {
      headers,
    })
  ).json()
  return leads
}

/** Stops the page's clock so that a slow machine does not affect the timing. */
function stopTime(page: Page) {
  return page.clock.pauseAt(Date.now() + 60_000)
}

test('the form is disabled while it is sent and empty afterwards', async ({
  page,
}) => {
  const form = contactOn(page, 'fr')
  await page.goto('/fr/contact')
  await form.fill({ email: freshEmail() })
  const release = await holdBack(page, '/api/contact')
  await form.submit.click()
  await expect(form.sending).toBeDisabled()

  release()

  await expect(form.success).toBeVisible()
  for (const field of contactFields)
    await expect(form.input(field)).toHaveValue('')
})

test('the form shows its thanks for 5000 ms', async ({ page }) => {
  const form = contactOn(page, 'fr')
  await page.clock.install()
  await page.goto('/fr/contact')
  await form.fill({ email: freshEmail() })
  await stopTime(page)
  await form.submit.click()
  await form.success.waitFor()

  await page.clock.runFor(4900)
  await expect(form.success).toBeVisible()

  await page.clock.runFor(200)
  await expect(form.success).toBeHidden()
})

test('a lead records the whole message, and the receipt has its reference', async ({
  page,
  request,
}) => {
  const email = freshEmail()
  const form = contactOn(page, 'fr')
  await page.goto('/fr/contact')
  await form.fill({ email })

  await form.submit.click()
  await form.success.waitFor()

  const [lead, ...others] = await leadsOf(request, email)
  const { honeypot: _, ...sent } = validContact
  expect(lead).toMatchObject({ ...sent, email })
  expect(others).toEqual([])
  await expect(form.receipt).toContainText(lead.reference)
})

test('a lead records where its visitor came from, as the form announces', async ({
  page,
  request,
}) => {
  const email = freshEmail()
  const form = contactOn(page, 'fr')
  const landing =
    '/fr/direct-reserve?utm_source=newsletter&utm_campaign=%C3%A9t%C3%A9&email=a@b.example#steps'
  await page.goto(landing, {
    referer: 'https://www.search.example/results?q=gold',
  })
  await page.goto('/fr/contact?utm_source=another')
  await form.fill({ email })

  await form.submit.click()
  await form.success.waitFor()

  await expect(page.getByText(form.words.context)).toBeVisible()
  const [lead] = await leadsOf(request, email)
  const browser = await page.evaluate(() => {
    return {
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      browser_locale: navigator.language,
    }
  })
  expect(lead.context).toEqual({
    landing_page: '/fr/direct-reserve',
    form_page: '/fr/contact',
    referrer: 'www.search.example',
    utm_source: 'newsletter',
    utm_campaign: 'été',
    ...browser,
  })
})

test('only operators can read leads', async ({ request }) => {
  expect((await request.get('/api/contact')).status()).toBe(401)
})

test('Global Privacy Control prevents storing and sending visit data', async ({
  page,
}) => {
  const form = contactOn(page)
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
  )
  await page.goto('/contact?utm_source=newsletter')
  await form.fill()
  const request = page.waitForRequest('/api/contact')
  await form.submit.click()

  expect((await request).postDataJSON()).toEqual({
    ...validContact,
    language: 'en',
  })
  await expect(form.success).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('visit'))).toBeNull()
})

/** Sends the Spanish form with three mistakes. */
async function sendMistakes(page: Page) {
  const form = contactOn(page, 'es')
  const { errors } = form.words
  await page.goto('/es/contact')
  await form.fill({ name: '', email: 'amelie@', phone: '12' })
  await form.submit.click()
  const wrong = {
    name: errors.name.required,
    email: errors.email.invalid_email,
    phone: errors.phone.invalid_phone,
  }
  return {
    form,
    errors,
    wrong,
    summary: page.getByRole('region', { name: /3/ }),
  }
}

test('errors appear next to their fields and in a summary', async ({
  page,
}) => {
  const { form, wrong, summary } = await sendMistakes(page)

  await expect(form.input('message')).toHaveAttribute('rows', '6')
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveText(Object.values(wrong))
  for (const [field, sentence] of Object.entries(wrong)) {
    const input = form.input(field as 'name')
    await expect(input).toHaveAccessibleDescription(sentence)
    await expect(input).toHaveAttribute('aria-invalid', 'true')
  }
  await expect(form.input('company')).toHaveValue(validContact.company)
  await expectAccessible(page)
})

test('the summary of errors links to their fields', async ({ page }) => {
  const { form, wrong, summary } = await sendMistakes(page)

  await summary.getByRole('link', { name: wrong.phone }).click()

  await expect(form.input('phone')).toBeFocused()
})

test('changing a field updates only its own error', async ({ page }) => {
  const { form, errors, wrong, summary } = await sendMistakes(page)
  await expect(summary).toBeFocused()

  await form.input('phone').fill('')
  await form.input('email').fill(validContact.email)

  await expect(form.input('phone')).toHaveAccessibleDescription(
    errors.phone.required,
  )
  await expect(
    page.getByRole('region', { name: /2/ }).getByRole('link'),
  ).toHaveText([wrong.name, errors.phone.required])
  await expect(form.input('email')).not.toHaveAttribute('aria-invalid')
  await expect(form.input('email')).toBeFocused()
})

test('the errors of a second message replace the receipt of the first', async ({
  page,
}) => {
  const form = contactOn(page, 'en')
  await page.goto('/contact')
  await form.fill({ email: freshEmail() })
  await form.submit.click()
  await form.success.waitFor()

  await form.submit.click()

  await expect(page.getByRole('region', { name: /5/ })).toBeFocused()
  await expect(form.receipt).toBeHidden()
})

/** A phone whose browser shows its bars. */
const phoneWithBars = { width: 390, height: 664 }

/** Clicks the submit button twice at the lower edge of the window. */
async function submitTwice(page: Page) {
  const { submit } = contactOn(page)
  await submit.evaluate((button: HTMLButtonElement) => {
    button.scrollIntoView({ block: 'end', behavior: 'instant' })
    for (let click = 0; click < 2; click++) button.click()
    button.form?.requestSubmit()
  })
}

/** Expects the outcome to be read out and wholly in the window. */
async function expectNoticed(page: Page, outcome: Locator) {
  await expect(outcome).toContainText(/\w/)
  await expect(page.locator('.form-outcome')).toBeFocused()
  await expect(outcome).toBeInViewport({ ratio: 1 })
}

test('two clicks send a message once, and the receipt comes into view', async ({
  page,
}) => {
  const form = contactOn(page)
  const keys = keysSent(page)
  await page.setViewportSize(phoneWithBars)
  await page.goto('/contact')
  await form.fill()

  await submitTwice(page)

  await expectNoticed(page, form.receipt)
  await expectAccessible(page)
  expect(keys).toHaveLength(1)
})

/** Sends the form on a phone without a network. */
async function sendOffline(page: Page) {
  expectError(page, /ERR_FAILED/)
  const form = contactOn(page)
  const keys = keysSent(page)
  await page.route('/api/contact', (route) => route.abort(), { times: 1 })
  await page.setViewportSize(phoneWithBars)
  await page.goto('/contact')
  await form.fill()
  await submitTwice(page)
  await form.failure.waitFor()
  return { form, keys }
}

test('the error comes into view if a message cannot be sent', async ({
  page,
}) => {
  const { form } = await sendOffline(page)

  await expectNoticed(page, form.failure)
  await expectAccessible(page)
})

test('a message that could not be sent keeps its values and key in its tab', async ({
  page,
}) => {
  const { form, keys } = await sendOffline(page)

  await test.step('the values are in the form after a reload', async () => {
    await page.reload()

    for (const field of contactFields)
      await expect(form.input(field)).toHaveValue(validContact[field])
  })

  await test.step('the message is sent with the same key', async () => {
    await form.submit.click()

    await expect(form.success).toBeVisible()
    expect(keys).toEqual([keys[0], keys[0]])
  })
})

test('an error that only the server finds appears at its field until the retry', async ({
  page,
}) => {
  expectError(page, /422/)
  const form = contactOn(page)
  const keys = keysSent(page)
  await page.route('/api/contact', sendWithoutCompany, { times: 1 })
  await page.goto('/contact')
  await form.fill()

  await test.step('the error appears at its field', async () => {
    await form.submit.click()

    await expect(form.input('company')).toHaveAccessibleDescription(
      form.words.errors.company.required,
    )
  })

  await test.step('the retry succeeds with the same key', async () => {
    await form.submit.click()

    await expect(form.success).toBeVisible()
    expect(keys).toEqual([keys[0], keys[0]])
  })
})

function sendWithoutCompany(route: Route) {
  const values = route.request().postDataJSON()
  return route.continue({
    postData: JSON.stringify({ ...values, company: '' }),
  })
}

test('a sent message is not in the form after a reload', async ({ page }) => {
  const form = contactOn(page)
  await page.goto('/contact')
  await form.fill()
  await form.submit.click()
  await form.success.waitFor()

  await page.reload()

  await expect(form.input('message')).toHaveValue('')
})

/**
 * Posts an invalid form as the browser does before the scripts have loaded, and
 * waits for the page that shows it again.
 */
async function postInvalidForm(page: Page) {
  const form = contactOn(page)
  await page.goto('/contact')
  await form.fill({ email: 'ada@' })
  await page
    .locator('.contact-form form')
    .evaluate((element: HTMLFormElement) => element.submit())
  await expect(page).toHaveURL(/\/contact\/again\?input=/)
  await hydrated(page)
  await expect(form.input('message')).toHaveValue(validContact.message)
  return form
}

test('a refused message is not shown again once its correction has been sent', async ({
  page,
}) => {
  const form = await postInvalidForm(page)

  await test.step('the form is empty after the correction was sent', async () => {
    await form.input('email').fill(freshEmail())
    await form.submit.click()

    await expect(form.success).toBeVisible()
    await expect(form.input('message')).toHaveValue('')
  })

  await test.step('the form is empty after a reload', async () => {
    await page.reload()

    await expect(form.input('message')).toHaveValue('')
  })
})

/** Fills the English form and changes to the French page. */
async function changeLanguage(page: Page) {
  const typed = {
    ...validContact,
    email: freshEmail(),
    message: `Nous changeons de langue : ${randomUUID()}.`,
  }
  await page.goto('/contact')
  await contactOn(page).fill(typed)
  await page.locator('.languages summary').click()
  await page.getByRole('link', { name: 'Français' }).click()
  await page.waitForURL('/fr/contact')
  return { typed, form: contactOn(page, 'fr') }
}

test('input survives a language change', async ({ page }) => {
  const { typed, form } = await changeLanguage(page)

  // Waits for the input, which the page restores once its scripts have loaded.
  for (const field of contactFields)
    await expect(form.input(field)).toHaveValue(typed[field])
})

test('a message sent right after a language change is not quarantined', async ({
  page,
  request,
}) => {
  const { typed, form } = await changeLanguage(page)
  await expect(form.input('message')).toHaveValue(typed.message)

  await form.submit.click()

  await expect(form.success).toBeVisible()
  expect(await leadsOf(request, typed.email)).toEqual([
    expect.objectContaining({ quarantine: null }),
  ])
})

const refusals = [
  { what: 'a database outage', status: 503, code: 'unavailable' },
  { what: 'a rate limit', status: 429, code: 'rate_limited' },
] as const

for (const { what, status, code } of refusals) {
  test(`${what} is reported, and the message can be sent again`, async ({
    page,
  }) => {
    expectError(page, new RegExp(String(status)))
    const form = contactOn(page, 'es')
    const t = createTranslator({
      locale: 'es',
      messages: catalog('es'),
      namespace: 'ContactForm.problems',
    })
    await page.route(
      '/api/contact',
      (route) =>
        route.fulfill({
          status,
          headers: { 'Retry-After': '600' },
          json: { error: { code } },
        }),
      { times: 1 },
    )
    await page.goto('/es/contact')
    await form.fill({ email: freshEmail() })

    await test.step('the form explains the problem and keeps its values', async () => {
      await form.submit.click()

      await expect(form.failure).toContainText(t(code, { minutes: 10 }))
      await expect(form.input('message')).toHaveValue(validContact.message)
    })

    await test.step('the message is sent at the second attempt', async () => {
      await form.retry.click()

      await expect(form.success).toBeVisible()
    })
  })
}

/** Sends the form. Returns the token that it sent. */
async function sendToken(page: Page) {
  const form = contactOn(page)
  await form.fill({ message: `${randomUUID()}: please call us.` })
  const sent = page.waitForRequest('/api/contact')
  await form.submit.click()
  await form.success.waitFor()
  return (await sent).headers()['form-token']
}

test('the form is sent with its token if the token has arrived', async ({
  page,
}) => {
  const token = page.waitForResponse('/api/contact/token')
  await page.goto('/contact')
  await (await token).finished()

  expect(await sendToken(page)).toBeTruthy()
})

test('the form is sent without its token if the token has not arrived', async ({
  page,
}) => {
  await page.route('/api/contact/token', neverAnswer)
  await page.goto('/contact', { waitUntil: 'load' })
  await hydrated(page)

  expect(await sendToken(page)).toBeUndefined()
})

/** Makes the response to the form start but never end. */
function answerHalf() {
  const fetchWhole = window.fetch
  window.fetch = async (input, options) => {
    if (input !== '/api/contact' || sessionStorage.getItem('whole'))
      return fetchWhole(input, options)
    const body = new ReadableStream({
      start: (controller) =>
        options?.signal?.addEventListener('abort', () =>
          controller.error(new Error('aborted')),
        ),
    })
    return new Response(body, { status: 201 })
  }
}

/** Sends the form to a server whose response stalls. Returns the sent key. */
async function sendStalled(page: Page) {
  const form = contactOn(page)
  const attempt = () =>
    page.evaluate(() => sessionStorage.getItem('contact-attempt'))
  await page.clock.install()
  await page.addInitScript(answerHalf)
  await page.goto('/contact')
  await hydrated(page)
  await form.fill()
  await stopTime(page)
  await form.submit.click()
  await expect.poll(attempt).not.toBeNull()
  const [key] = JSON.parse((await attempt()) ?? '[]')
  return { form, key }
}

test('a response that stalls for 30 s is an error', async ({ page }) => {
  const { form } = await sendStalled(page)

  await page.clock.runFor(29_000)
  await expect(form.sending).toBeVisible()
  await page.clock.runFor(2000)

  await expect(form.failure).toContainText(form.words.problems.unexpected)
  for (const field of contactFields)
    await expect(form.input(field)).toHaveValue(validContact[field])
})

test('a retry after a stalled response sends the same idempotency key', async ({
  page,
}) => {
  const { form, key } = await sendStalled(page)
  await page.clock.runFor(31_000)
  await page.evaluate(() => sessionStorage.setItem('whole', 'true'))
  const keys = keysSent(page)

  await form.retry.click()

  await expect(form.success).toBeVisible()
  expect(keys).toEqual([key])
})

/** Opens a form whose client validation never loads, and stops the time. */
async function openWithoutValidation(page: Page) {
  await page.clock.install()
  await page.goto('/contact', { waitUntil: 'networkidle' })
  await page.route('**/_next/static/chunks/**', neverAnswer)
  await stopTime(page)
  return contactOn(page)
}

test('the server validates a message if client validation does not load within 3 s', async ({
  page,
}) => {
  expectError(page, /422/)
  const keys = keysSent(page)
  const form = await openWithoutValidation(page)
  await form.fill({ email: 'amelie@' })
  await form.submit.click()

  await page.clock.runFor(2900)
  expect(keys).toEqual([])

  await page.clock.runFor(200)
  await expect(form.input('email')).toHaveAccessibleDescription(
    form.words.errors.email.invalid_email,
  )
})

test('a message can be sent if client validation does not load', async ({
  page,
}) => {
  const form = await openWithoutValidation(page)
  await form.fill()
  await form.submit.click()

  await page.clock.runFor(3100)

  await expect(form.success).toBeVisible()
})

test('if the e-mail address does not load within 5 s, the page with the address opens', async ({
  page,
}) => {
  await page.goto('/contact')
  await page.route('/api/email', neverAnswer)
  await page
    .getByRole('main')
    .getByRole('link', { name: catalog('en').EmailReveal.button })
    .click()

  await expect(page).toHaveURL('/contact/email')
  await expect(page.getByRole('main')).toContainText('info@halcrest.example')
})

plain.describe('without JavaScript', () => {
  plain.use({ javaScriptEnabled: false })

  plain(
    'without JavaScript, every block of the home page is visible',
    async ({ page }) => {
      await page.goto('/es')

      const blocks = page.locator('[data-reveal]')
      await expect(blocks).not.toHaveCount(0)
      for (const block of await blocks.all())
        await expect(block).toHaveCSS('opacity', '1')
    },
  )

  plain(
    'without JavaScript, opening a question closes the other',
    async ({ page }) => {
      const [first, second] = Object.values(catalog('es').HomeFaq.items)
      await page.goto('/es')

      for (const item of [first, second])
        await page.getByText(String(item?.question), { exact: true }).click()

      await expect(page.locator('#faq details[open]')).toContainText([
        String(second?.question),
      ])
    },
  )

  plain(
    'without JavaScript, the menus lead to another page and language',
    async ({ page }) => {
      const { openMenu, contact } = catalog('es').Navigation
      await page.setViewportSize(phone)
      await page.goto('/es')

      await page.getByLabel(openMenu).click()
      await page.locator('.menu').getByRole('link', { name: contact }).click()
      await expect(page).toHaveURL('/es/contact')

      await page.locator('.languages summary').click()
      await page.locator('.languages a[hreflang=fr]').click()
      await expect(page).toHaveURL('/fr/contact')
    },
  )

  plain(
    'without JavaScript, the e-mail button leads to the address',
    async ({ page }) => {
      const main = page.getByRole('main')
      const { button } = catalog('es').EmailReveal
      await page.goto('/es/contact')

      await main.getByRole('link', { name: button }).click()

      const address = main.getByRole('link', { name: 'info@halcrest.example' })
      await expect(address).toHaveAttribute(
        'href',
        'mailto:info@halcrest.example',
      )
    },
  )

  const typed = {
    name: 'Zoë "Z" <b>Martin</b>',
    message: 'Bonjour,\n« deux lignes » & 100 %',
  }

  /** Sends the French form with an invalid address and without a number. */
  async function sendMistakes(page: Page) {
    const { submit, fill } = contactOn(page, 'fr')
    await page.goto('/fr/contact')
    // Turns off the browser's validation so that invalid values reach the
    // server.
    await page
      .locator('.contact-form form')
      .evaluate((form) => form.setAttribute('novalidate', ''))
    await fill({ ...typed, email: 'zoe@', phone: '' })
    await submit.click()
  }

  plain(
    'without JavaScript, the form returns with its errors and values',
    async ({ page }) => {
      const { words, input } = contactOn(page, 'fr')

      await sendMistakes(page)

      await expect(page).toHaveURL(/\/fr\/contact\/again\?input=/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        catalog('fr').Contact.title,
      )
      const { invalid_email } = words.errors.email
      const { required } = words.errors.phone
      const links = page.getByRole('region', { name: /2/ }).getByRole('link')
      await expect(links).toHaveText([invalid_email, required])
      await expect(input('email')).toHaveAccessibleDescription(invalid_email)
      for (const field of ['name', 'message'] as const)
        await expect(input(field)).toHaveValue(typed[field])

      await links.filter({ hasText: required }).click()
      await expect(input('phone')).toBeFocused()
    },
  )

  plain(
    'without JavaScript, a corrected form is stored once and shows a receipt',
    async ({ page, request }) => {
      const { words, input, submit, success } = contactOn(page, 'fr')
      await sendMistakes(page)

      const email = freshEmail()
      await input('email').fill(email)
      await input('phone').fill('+1 514 555 0199')
      await submit.click()

      await expect(success).toBeVisible()
      const leads = await leadsOf(request, email)
      const expected = { ...typed, language: 'fr', quarantine: null }
      expect(leads).toEqual([expect.objectContaining(expected)])
      const { reference } = leads[0]
      await expect(page).toHaveURL(
        `/fr/contact/received?reference=${reference}`,
      )
      await expect(page.getByRole('main')).toContainText(
        words.receiptBody.replace('{reference}', reference),
      )
    },
  )

  plain(
    'without JavaScript, a Cyrillic message above the maximum is returned',
    async ({ page }) => {
      const { input, submit, fill } = contactOn(page, 'fr')
      await page.goto('/fr/contact')
      await fill({ message: 'Ж'.repeat(60_000) })

      await submit.click()

      await expect(page).toHaveURL(/\/fr\/contact\/again\?input=/)
      const tooLong = createTranslator({
        locale: 'fr',
        messages: catalog('fr'),
        namespace: 'ContactForm.errors.message',
      })
      await expect(input('message')).toHaveAccessibleDescription(
        tooLong('too_long', { max: 5000 }),
      )
      await expect(input('message')).toHaveValue(/^Ж{5001,}$/)
      await expect(input('name')).toHaveValue(validContact.name)
    },
  )

  plain(
    'without JavaScript, a Cyrillic message of the maximum length is stored',
    async ({ page, request }) => {
      const { words, submit, success, fill } = contactOn(page, 'fr')
      const email = freshEmail()
      await page.goto('/fr/contact')
      await fill({ email, message: 'Ж'.repeat(5000) })

      await submit.click()

      await expect(success).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        words.receiptTitle,
      )
      expect(await leadsOf(request, email)).toEqual([
        expect.objectContaining({ message: 'Ж'.repeat(5000) }),
      ])
    },
  )

  plain(
    'without JavaScript, the spam trap opts out of password managers and autofill',
    async ({ page }) => {
      await page.goto('/contact')
      const trap = page.locator('[name=honeypot]')
      const attributes = {
        'data-1p-ignore': 'true',
        'data-lpignore': 'true',
        'data-bwignore': 'true',
      }

      for (const [name, value] of Object.entries(attributes))
        await expect(trap).toHaveAttribute(name, value)
      await expect(trap).toHaveAttribute('data-form-type', 'other')
      await expect(trap).toHaveAttribute('autocomplete', 'off')
    },
  )

  plain(
    'without JavaScript, the form reports lost input and the time to wait',
    async ({ page }) => {
      await page.goto('/fr/contact/again?input=none&retry=600')

      const { lost } = contactOn(page, 'fr').words
      await expect(
        page.getByRole('alert').filter({ hasText: lost }),
      ).toBeVisible()
      await expect(page.getByRole('main')).toContainText('10 minut')
    },
  )

  plain(
    'without JavaScript, the receipt shows no invalid reference',
    async ({ page }) => {
      await page.goto('/contact/received?reference=Call%20us%20on%20555')

      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        catalog('en').ContactForm.receiptTitle,
      )
      await expect(page.getByRole('main')).not.toContainText('555')
    },
  )
})
