import { expect, type Page } from '@playwright/test'
import { answerWith, chatOn } from '../support/chatbot-page'
import { contactOn } from '../support/contact-page'
import { hydrated, test } from '../support/page'

const message = { role: 'assistant', content: 'Hello', timestamp: '2026-01-01T00:00:00.000Z' }
const conversation = {
  language: 'en',
  session_id: '1767225600000-0123456789abcdef',
  messages: [message],
  showContact: false,
}

const shapes: Record<string, string> = {
  'no JSON': '{"name":',
  null: 'null',
  'a number': '42',
  'a string': '"text"',
  true: 'true',
  'an empty list': '[]',
  'a list of other things': '[1, null, {"a": []}, [[]]]',
  'a list of two objects': '[{"key": 1}, {"text": 2}]',
  'nested objects': '{"name": {"a": {"b": 1}}, "email": ["x"], "messages": {"0": null}, "language": "en"}',
  'very much': JSON.stringify({
    name: 'x'.repeat(1_000_000),
    message: ['y'.repeat(500_000)],
    language: 'en',
    messages: [],
  }),
}

const conversations: Record<string, unknown> = {
  'null as a message': { ...conversation, messages: [message, null] },
  'numbers as messages': { ...conversation, messages: [1, 2, 3] },
  'a message without a role': { ...conversation, messages: [{ content: 'x', timestamp: message.timestamp }] },
  'a message of another role': { ...conversation, messages: [{ ...message, role: 'operator' }] },
  'content that is an object': { ...conversation, messages: [{ ...message, content: { html: 'x' } }] },
  'a time that is none': { ...conversation, messages: [{ ...message, timestamp: 'yesterday' }] },
  'starters that are objects': { ...conversation, messages: [{ ...message, quickActions: [{}] }] },
  'sources of another shape': { ...conversation, messages: [{ ...message, sources: [null] }] },
  'a language that is none': { ...conversation, messages: [{ ...message, language: 'xx' }] },
  'a redirect that is a list': { ...conversation, messages: [{ ...message, redirect_to: ['a'] }] },
  'a session that the server refuses': { ...conversation, session_id: 'a b' },
  'no session': { ...conversation, session_id: undefined },
}

async function sendForm(page: Page) {
  const form = contactOn(page)
  await form.fill()
  await form.submit.click()
  await expect(form.success).toBeVisible()
}

async function talk(page: Page) {
  const chat = chatOn(page, 'en')
  await chat.launcher.click()
  await expect(chat.dialog.getByText(chat.words.greeting)).toBeVisible()
  await chat.say(chat.words.starters.fees)
  await page.keyboard.press('Escape')
}

for (const [name, text] of Object.entries(shapes)) {
  test(`form and assistant work when storage holds ${name} in every entry`, async ({ page }) => {
    await page.addInitScript((value) => {
      for (const entry of ['contact-draft', 'contact-attempt', 'chat']) sessionStorage.setItem(entry, value)
      for (const entry of ['language', 'language-suggestion']) localStorage.setItem(entry, value)
    }, text)
    await page.goto('/contact')
    await hydrated(page)
    await sendForm(page)
    await talk(page)
  })
}

test('a conversation of another shape is replaced by a new one', async ({ page }) => {
  await page.goto('/contact')
  for (const [name, stored] of Object.entries(conversations)) {
    await test.step(name, async () => {
      await page.evaluate((value) => sessionStorage.setItem('chat', value), JSON.stringify(stored))
      await page.reload()
      await talk(page)
    })
  }
})

test('of a draft in part of another shape, the rest is kept', async ({ page }) => {
  await page.goto('/contact')
  const draft = { name: 'Amélie', email: 5, company: null, phone: ['1'], message: 'Already here.', other: 'x' }
  await page.evaluate((value) => sessionStorage.setItem('contact-draft', value), JSON.stringify(draft))
  await page.reload()
  const form = contactOn(page)
  await expect(form.input('name')).toHaveValue('Amélie')
  await expect(form.input('message')).toHaveValue('Already here.')
  await expect(form.input('email')).toHaveValue('')
})

test('form and assistant work when access to storage throws', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The document is sandboxed.', 'SecurityError')
        },
      })
    }
  })
  await page.goto('/contact')
  await hydrated(page)
  await talk(page)
  await sendForm(page)
  // What cannot be stored is kept for as long as the page is open.
  const chat = chatOn(page, 'en')
  await chat.launcher.click()
  await chat.say('I want to speak to somebody')
  await chat.dialog.getByRole('checkbox', { name: chat.words.carry }).check()
  await chat.dialog.getByRole('link', { name: chat.words.contact, exact: true }).click()
  await expect(contactOn(page).input('message')).toHaveValue(/I want to speak to somebody/)
  await answerWith(page, { sender: { name: 'Eve Adams' } })
  await chat.launcher.click()
  await chat.say('I am Eve Adams')
  await expect(contactOn(page).input('name')).toHaveValue('Eve Adams')
})

test('form and assistant work when storage is full, and a repeated message keeps its key', async ({ page }) => {
  const keys: (string | undefined)[] = []
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })
  await page.goto('/contact')
  await hydrated(page)
  await page.route('/api/contact', (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    return keys.length === 1 ? route.fulfill({ status: 200, json: {} }) : route.continue()
  })
  const form = contactOn(page)
  await form.fill()
  await form.submit.click()
  await form.retry.click()
  await expect(form.success).toBeVisible()
  expect(keys).toEqual([keys[0], keys[0]])
  await talk(page)
})

test('a choice of language that is none, and one without storage, change nothing', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', '__proto__'))
  await page.goto('/')
  await hydrated(page)
  await expect(page.locator('.suggestion:visible')).toHaveCount(0)
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })
  await page.locator('.languages summary').click()
  await page.getByRole('link', { name: 'Français' }).click()
  await expect(page).toHaveURL('/fr')
})
