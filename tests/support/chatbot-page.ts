import { expect, type Locator, type Page } from '@playwright/test'
import { createTranslator } from 'next-intl'
import { localizedPath } from '@/lib/i18n/navigation'
import type { Locale } from '@/lib/i18n/routing'
import { catalog } from './catalog'

/**
 * Finds the parts of the chat on a page by role and name, but messages by class:
 * they are items of a list, and answers contain lists of their own.
 */
export function chatOn(page: Page, locale: Locale) {
  const words = catalog(locale).Chat
  const translate = createTranslator({
    locale,
    messages: catalog(locale),
    namespace: 'Chat.answers',
  })
  const dialog = page.getByRole('dialog', { name: words.title })
  return {
    words,
    /**
     * Returns the assistant's first reply for an intent, such as `noAnswer`.
     */
    phrase: (phrase: 'noAnswer') => translate(phrase, { times: 0 }),
    dialog,
    launcher: page.getByRole('button', { name: words.open }),
    composer: dialog.getByRole('textbox', { name: words.composer }),
    sendButton: dialog.getByRole('button', { name: words.send, exact: true }),
    messages: dialog.locator('.chat-message:not(.chat-typing)'),
    questions: dialog.locator('.chat-user'),
    answers: dialog.locator('.chat-assistant:not(.chat-failed)'),
    disclaimer: dialog.getByText(words.disclaimer.split('{', 1).join()),
    close: dialog.getByRole('button', { name: words.close }),
    restart: dialog.getByRole('button', { name: words.restart }),
    contact: dialog.getByRole('link', { name: words.contact, exact: true }),
    prompt: dialog.getByRole('region', { name: words.contactPrompt }),
    loadFailure: dialog
      .getByRole('alert')
      .filter({ hasText: words.loadFailed }),
    retryLoading: dialog.getByRole('button', { name: words.retry }),
    /** Finds the suggested questions in a message or in the window. */
    questionsIn: (part: Locator) =>
      part.getByRole('list', { name: words.startersLabel }).getByRole('button'),
    async open(path = '/contact') {
      await page.goto(localizedPath(locale, path))
      await this.launcher.click()
      await expect(this.composer).toBeFocused()
    },
    /** Sends a message without waiting for its answer. */
    async send(text: string) {
      await this.composer.fill(text)
      await this.composer.press('Enter')
    },
    /** Sends a message and waits for its answer. */
    async say(text: string) {
      await expect(this.composer).toBeEnabled()
      const before = await this.answers.count()
      await this.send(text)
      await expect(this.answers).toHaveCount(before + 1)
      return this.answers.last()
    },
    /** Expects the chat to be closed and the focus to be in the form. */
    async expectAtForm() {
      await expect(dialog).toBeHidden()
      await expect(page.locator('#contact-name')).toBeFocused()
    },
    async expectNewTab(link: Locator, href: string) {
      await expect(link).toHaveAttribute('href', href)
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', /noopener/)
      await expect(link).toContainText(words.newTab)
    },
    async expectFits320() {
      expect(
        await dialog.evaluate(({ scrollWidth }) => scrollWidth),
      ).toBeLessThanOrEqual(320)
    },
  }
}

export async function openChat(page: Page, locale: Locale = 'en') {
  const chat = chatOn(page, locale)
  await chat.open()
  return chat
}

/**
 * Returns the text that an answer shows for a fact without arguments, such as
 * `fees.published`.
 */
export function factText(locale: Locale, id: string): string {
  const [section = '', name = ''] = id.split('.')
  const sections: Record<string, Record<string, { text: string }>> = catalog(
    locale,
  ).Facts
  const text = sections[section]?.[name]?.text
  if (!text) throw new Error(`There is no fact ${id} in ${locale}.`)
  return text.replace(/<\/?\w+>/g, '')
}

/** Answers chat messages in the server's place. */
export async function answerWith(page: Page, answer: Record<string, unknown>) {
  await page.route('/api/chatbot/chat', (route) =>
    route.fulfill({ json: { response: 'An answer.', ...answer } }),
  )
}

/** Collects the bodies of the requests to one path of the chat API. */
export function requestsTo(
  page: Page,
  call: 'chat' | 'status' | 'end-session',
) {
  const bodies: { session_id?: string; message?: string; language?: string }[] =
    []
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/chatbot/${call}`))
      bodies.push(JSON.parse(request.postData() ?? '{}'))
  })
  return bodies
}
