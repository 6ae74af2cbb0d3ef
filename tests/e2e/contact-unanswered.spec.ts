import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { validContact } from '../support/contact'
import { contactFields, contactOn, neverAnswer } from '../support/contact-page'
import { catalog, expectError, hydrated, test } from '../support/page'
import { operatorKey } from '../support/server'

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
