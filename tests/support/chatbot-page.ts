import { expect, type Page } from '@playwright/test'
import type { Locale } from '@/lib/i18n/routing'
import { catalog, localizedPath } from './page'

/** What the tests of the chat reach for on a page, by role and name. */
export function chatOn(page: Page, locale: Locale) {
  const words = catalog(locale).Chat
  const dialog = page.getByRole('dialog', { name: words.title })
  return {
    words,
    dialog,
    launcher: page.getByRole('button', { name: words.open }),
    composer: dialog.getByRole('textbox', { name: words.composer }),
    sendButton: dialog.getByRole('button', { name: words.send, exact: true }),
    messages: dialog.locator('.chat-message:not(.chat-typing)'),
    answers: dialog.locator('.chat-assistant:not(.chat-failed)'),
    async open(path = '/contact') {
      await page.goto(localizedPath(locale, path))
      await this.launcher.click()
      await expect(this.composer).toBeFocused()
    },
    /** Sends a message and waits for its answer. */
    async say(text: string) {
      const before = await this.answers.count()
      await this.composer.fill(text)
      await this.composer.press('Enter')
      await expect(this.answers).toHaveCount(before + 1)
      return this.answers.last()
    },
  }
}

/** A fact without arguments, as `fees.published`, in the words that an answer shows. */
export function factText(locale: Locale, id: string): string {
  const [section = '', name = ''] = id.split('.')
  const sections: Record<string, Record<string, { text: string }>> = catalog(locale).Facts
  const text = sections[section]?.[name]?.text
  if (!text) throw new Error(`There is no fact ${id} in ${locale}.`)
  return text.replace(/<\/?\w+>/g, '')
}

/** Answers chat messages in the server's place. */
export async function answerWith(page: Page, answer: Record<string, unknown>) {
  await page.route('/api/chatbot/chat', (route) => route.fulfill({ json: { response: 'An answer.', ...answer } }))
}

/** Collects the bodies of the requests to one of the assistant's calls. */
export function requestsTo(page: Page, call: 'chat' | 'status' | 'end-session') {
  const bodies: { session_id?: string; message?: string; language?: string }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/chatbot/${call}`)) bodies.push(JSON.parse(request.postData() ?? '{}'))
  })
  return bodies
}
