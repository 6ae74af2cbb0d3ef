import { expect, type Page } from '@playwright/test'
import { chatOn, requestsTo } from '../support/chatbot-page'
import { validContact } from '../support/contact'
import { contactFields, contactOn, neverAnswer } from '../support/contact-page'
import { catalog, expectAccessible, expectError, hydrated, locales, localizedPath, test } from '../support/page'

const scripts = '**/_next/static/chunks/**'

function faultOn(page: Page, locale: (typeof locales)[number]) {
  const words = catalog(locale).Chat
  const dialog = page.getByRole('dialog', { name: words.title })
  return {
    dialog,
    message: dialog.getByRole('alert').filter({ hasText: words.loadFailed }),
    retry: dialog.getByRole('button', { name: words.retry }),
    close: dialog.getByRole('button', { name: words.close }),
  }
}

test('an assistant that cannot be loaded says so, and can be had once the network is back', async ({ page }) => {
  const locale = 'fr'
  expectError(page, /ERR_FAILED/)
  const chat = chatOn(page, locale)
  const error = faultOn(page, locale)
  const { ContactForm } = catalog(locale)
  await page.goto(localizedPath(locale, '/contact'), { waitUntil: 'networkidle' })
  for (const field of contactFields) {
    await page.getByRole('textbox', { name: ContactForm[field] }).fill(validContact[field])
  }
  await page.route(scripts, (route) => route.abort())
  await chat.launcher.click()
  await expect(error.message).toBeVisible()
  await expect(error.retry).toBeFocused()
  await expectAccessible(page)
  // Again without a network: it is told again, and the keyboard stays where it was.
  await page.keyboard.press('Enter')
  await expect(error.message).toBeVisible()
  await expect(error.retry).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(error.dialog).toBeHidden()
  await expect(chat.launcher).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(error.retry).toBeFocused()
  await error.close.click()
  await expect(error.dialog).toBeHidden()
  for (const field of contactFields) {
    await expect(page.getByRole('textbox', { name: ContactForm[field] })).toHaveValue(validContact[field])
  }

  await page.unroute(scripts)
  await chat.launcher.click()
  await expect(chat.composer).toBeFocused()
  await chat.say(chat.words.starters.fees)
})

test('an assistant that cannot be loaded says so in every language', async ({ page }) => {
  expectError(page, /ERR_FAILED/)
  for (const locale of locales) {
    await test.step(locale, async () => {
      await page.goto(localizedPath(locale, '/contact'), { waitUntil: 'networkidle' })
      await page.route(scripts, (route) => route.abort())
      await chatOn(page, locale).launcher.click()
      const error = faultOn(page, locale)
      await expect(error.message).toBeVisible()
      await expect(error.retry).toBeFocused()
      await expectAccessible(page)
      await page.unroute(scripts)
    })
  }
})

test('the retry in the place of the assistant loads it', async ({ page }) => {
  expectError(page, /ERR_FAILED/)
  const chat = chatOn(page, 'en')
  const error = faultOn(page, 'en')
  await page.goto('/contact', { waitUntil: 'networkidle' })
  await page.route(scripts, (route) => route.abort())
  await chat.launcher.click()
  await expect(error.message).toBeVisible()
  await page.unroute(scripts)
  await error.retry.click()
  await expect(chat.composer).toBeFocused()
  await expect(error.message).toHaveCount(0)
})

test('an assistant whose script never comes is told after 10 s, and opens when it comes after all', async ({
  page,
}) => {
  const chat = chatOn(page, 'en')
  const error = faultOn(page, 'en')
  const held: (() => Promise<void>)[] = []
  let back = false
  await page.clock.install()
  await page.goto('/contact')
  await hydrated(page)
  await expect(chat.launcher).toBeVisible()
  await page.route(scripts, (route) => (back ? route.continue() : void held.push(() => route.continue())))
  await chat.launcher.click()
  await expect(chat.launcher).toHaveAttribute('aria-busy', 'true')
  await page.clock.runFor(11_000)
  await expect(error.message).toBeVisible()
  back = true
  for (const release of held) await release()
  await error.retry.click()
  await expect(chat.composer).toBeFocused()
})

test('on a phone the message fills the screen and gives it back', async ({ page }) => {
  expectError(page, /ERR_FAILED/)
  await page.setViewportSize({ width: 390, height: 844 })
  const error = faultOn(page, 'en')
  await page.goto('/contact', { waitUntil: 'networkidle' })
  await page.route(scripts, (route) => route.abort())
  await chatOn(page, 'en').launcher.click()
  await expect(error.retry).toBeFocused()
  await expectAccessible(page)
  await error.close.click()
  await contactOn(page).input('name').fill('Amélie')
})

test('an error inside the assistant stays inside it, and another attempt begins a new conversation', async ({
  page,
}) => {
  expectError(page, /broken/)
  const chat = chatOn(page, 'en')
  const error = faultOn(page, 'en')
  const form = contactOn(page)
  await page.goto('/contact')
  await hydrated(page)
  await form.fill()
  // The window tells each message's time.
  await page.evaluate(() => {
    const { prototype } = Intl.DateTimeFormat
    const format = Object.getOwnPropertyDescriptor(prototype, 'format') ?? {}
    const broken = () => {
      throw new Error('broken')
    }
    Object.defineProperty(prototype, 'format', { configurable: true, get: broken })
    Object.assign(window, { fix: () => Object.defineProperty(prototype, 'format', format) })
  })
  await chat.launcher.click()
  await expect(error.message).toBeVisible()
  await expect(form.input('message')).toHaveValue(validContact.message)
  await page.evaluate(() => (window as unknown as { fix: () => void }).fix())
  await error.retry.click()
  await expect(chat.composer).toBeFocused()
  await expect(chat.messages).toHaveCount(1)
  await page.keyboard.press('Escape')
  await form.submit.click()
  await expect(form.success).toBeVisible()
})

test('a status that never comes hides the assistant after 25 s, and the next one brings it back', async ({ page }) => {
  const chat = chatOn(page, 'en')
  const asked = requestsTo(page, 'status')
  await page.clock.install()
  await page.goto('/contact')
  await expect(chat.launcher).toBeVisible()
  await page.route('/api/chatbot/status', neverAnswer)
  await page.clock.runFor(30_000)
  await expect.poll(() => asked.length).toBeGreaterThan(1)
  await expect(chat.launcher).toBeVisible()
  // On a slow machine a second status is asked for meanwhile, which is then the one that is awaited.
  await expect(async () => {
    await page.clock.runFor(5_000)
    await expect(chat.launcher).toBeHidden({ timeout: 1_000 })
  }).toPass()
  await page.unroute('/api/chatbot/status')
  await page.clock.runFor(30_000)
  await expect(chat.launcher).toBeVisible()
})
