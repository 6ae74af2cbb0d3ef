import { expect, type Page, type Route } from '@playwright/test'
import { localizedPath } from '@/lib/i18n/navigation'
import { expectAccessible } from '../support/accessibility'
import { catalog, type TaughtLocale, taughtLocales } from '../support/catalog'
import {
  answerWith,
  chatOn,
  factText,
  openChat,
  requestsTo,
} from '../support/chatbot-page'
import { validContact } from '../support/contact'
import { contactOn, keysSent, neverAnswer } from '../support/contact-page'
import { expectError, holdBack, narrow, phone, test } from '../support/page'

const unknown: Record<TaughtLocale, string> = {
  en: 'Who designed your logo?',
  fr: 'Qui a dessiné votre logo ?',
  es: '¿Quién diseñó su logotipo?',
}

for (const locale of taughtLocales) {
  test(`the assistant in ${locale} introduces itself and suggests questions`, async ({
    page,
  }) => {
    const chat = await openChat(page, locale)

    await expect(chat.dialog.getByText(chat.words.automated)).toBeVisible()
    await expect(chat.dialog.getByText(chat.words.greeting)).toBeVisible()
    await expect(chat.questionsIn(chat.dialog)).toHaveText(
      Object.values(chat.words.starters),
    )
    await expect(chat.prompt).toBeHidden()
  })

  test(`the assistant’s disclaimer in ${locale} opens on a click`, async ({
    page,
  }) => {
    const chat = await openChat(page, locale)
    await expect(chat.disclaimer).toBeHidden()

    await chat.dialog.getByText(chat.words.disclaimerTitle).click()

    await expect(chat.disclaimer).toBeVisible()
  })

  test(`the assistant in ${locale} answers a starter question with its source`, async ({
    page,
  }) => {
    const chat = await openChat(page, locale)
    const answer = chat.answers.nth(1)
    const source = answer.getByRole('link', {
      name: catalog(locale).Attestations.title,
      exact: true,
    })

    await chat.questionsIn(chat.dialog).first().click()

    await expect(chat.messages.nth(1)).toContainText(
      chat.words.starters.backing,
    )
    await expect(answer).toContainText(factText(locale, 'attestations.cadence'))
    await expect(source).toHaveAttribute(
      'href',
      localizedPath(locale, '/attestations'),
    )
    await expect(answer.locator('time')).toBeVisible()
  })

  test(`the assistant in ${locale} offers contact if it has no answer`, async ({
    page,
  }) => {
    const chat = await openChat(page, locale)

    const answer = await chat.say(unknown[locale])

    await expect(answer).toContainText(chat.phrase('noAnswer'))
    await expect(chat.prompt).toBeVisible()
    await expectAccessible(page)
  })

  test(`the assistant’s offer of contact in ${locale} fits 320 px`, async ({
    page,
  }) => {
    await page.setViewportSize(narrow)
    const chat = await openChat(page, locale)
    await chat.say(chat.words.starters.backing)

    await chat.say(unknown[locale])

    await expect(chat.prompt).toBeVisible()
    await chat.expectFits320()
    await expectAccessible(page)
  })
}

test('a question that cannot be sent offers e-mail and contact', async ({
  page,
}) => {
  expectError(page, /ERR_FAILED/)
  const chat = chatOn(page, 'en')
  // Delivers the company's e-mail address only after the connection is lost.
  const lost = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/api/chatbot/chat'),
  )
  await page.route('/api/email', (route) => lost.then(() => route.continue()))
  await page.route('/api/chatbot/chat', (route) => route.abort())
  await chat.open()

  await chat.send(chat.words.starters.fees)

  await expect(chat.dialog.getByRole('alert')).toHaveText(apologyOf(chat))
  await expect(chat.contact).toBeInViewport()
  await expectAccessible(page)
})

function apologyOf({ words }: ReturnType<typeof chatOn>) {
  return words.apology.replace('{email}', 'info@halcrest.example')
}

test('a rate-limited question says how long to wait and can be asked again', async ({
  page,
}) => {
  expectError(page, /429/)
  const chat = await openChat(page)
  const alert = chat.dialog.getByRole('alert')
  const [beforeSeconds] = chat.words.rateLimited.split('{seconds')
  const waiting = `${beforeSeconds}42`
  await page.route(
    '/api/chatbot/chat',
    (route) =>
      route.fulfill({
        status: 429,
        headers: { 'Retry-After': '42' },
        json: {},
      }),
    { times: 1 },
  )

  await chat.send(chat.words.starters.fees)
  await expect(alert).toContainText(waiting)

  await chat.dialog.getByRole('button', { name: chat.words.retry }).click()
  await expect(chat.answers.last()).toContainText(
    factText('en', 'fees.published'),
  )
  await expect(alert).not.toContainText(waiting)
  await expect(chat.questions).toHaveCount(1)
})

test('a question without an answer fails after 16 s', async ({ page }) => {
  await page.clock.install()
  await page.route('/api/chatbot/chat', neverAnswer)
  const chat = await openChat(page)
  const asked = page.waitForRequest('/api/chatbot/chat')
  await chat.send(chat.words.starters.fees)
  await asked

  await page.clock.fastForward(16_000)

  await expect(chat.messages.last()).toContainText(apologyOf(chat))
})

test('the assistant is offered only on contact pages', async ({ page }) => {
  const { launcher } = chatOn(page, 'en')
  const statuses = requestsTo(page, 'status')

  await page.goto('/')
  await expect(launcher).toBeHidden()
  expect(statuses).toEqual([])
  await page.goto('/contact/email')
  await expect(launcher).toBeVisible()
})

test('the assistant loads and stores nothing until it is opened', async ({
  page,
}) => {
  const { launcher, composer } = chatOn(page, 'en')
  await page.goto('/contact', { waitUntil: 'networkidle' })
  expect(
    await page.evaluate(() => [Object.keys(sessionStorage), document.cookie]),
  ).toEqual([['visit'], ''])

  const script = page.waitForRequest('**/*.js')
  await launcher.click()
  await script
  await expect(composer).toBeVisible()
  expect(await page.content()).not.toContain('info@halcrest.example')
})

const enabled = (route: Route) =>
  route.fulfill({ json: { enabled: true, disabled_reason: null } })
const disabled = (route: Route) =>
  route.fulfill({ json: { enabled: false, disabled_reason: null } })
const fails = (route: Route) =>
  route.fulfill({ status: 500, json: { enabled: true } })
const aborts = (route: Route) => route.abort()

/**
 * Opens a chat and stops the page's clock, because a response that is slow by
 * that clock would count as a failure. The returned `readStatus` lets the page
 * read the assistant's status, which `reply` handles.
 */
async function openWithStatus(page: Page) {
  let handler: (route: Route) => Promise<void> | void = enabled
  await page.clock.install()
  await page.route('/api/chatbot/status', (route) => handler(route))
  const chat = await openChat(page)
  await page.clock.pauseAt(Date.now() + 10_000)
  const readStatus = async (reply: typeof handler) => {
    handler = reply
    const sent = page.waitForRequest('/api/chatbot/status')
    await page.clock.runFor(30_000)
    await sent
  }
  return { chat, readStatus }
}

test('the assistant is hidden while its status is disabled or unavailable', async ({
  page,
}) => {
  expectError(page, /ERR_FAILED|500/)
  const { chat, readStatus } = await openWithStatus(page)

  for (const [status, reply] of Object.entries({ disabled, fails, aborts }))
    await test.step(status, async () => {
      await readStatus(reply)
      await expect(chat.dialog).toBeHidden()

      await readStatus(enabled)
      await expect(chat.dialog).toBeVisible()
    })
})

test('a status request without a response counts as a failure after 25 s', async ({
  page,
}) => {
  const { chat, readStatus } = await openWithStatus(page)

  await readStatus(neverAnswer)
  await chat.dialog.waitFor()

  await page.clock.runFor(26_000)
  await expect(chat.dialog).toBeHidden()
})

test('the assistant’s status is read only while the page is visible', async ({
  page,
}) => {
  await page.clock.install()
  let asked = 0
  await page.route('/api/chatbot/status', (route) => {
    asked++
    return enabled(route)
  })
  await openChat(page)
  await page.clock.pauseAt(Date.now() + 10_000)
  const before = asked
  const hide = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)

  await hide(true)
  await page.clock.runFor(90_000)
  expect(asked).toBe(before)
  await hide(false)
  await expect.poll(() => asked).toBe(before + 1)
})

test('Enter sends neither blank text nor an unfinished IME composition', async ({
  page,
}) => {
  const sent = requestsTo(page, 'chat')
  const chat = await openChat(page)

  await chat.send('  \n ')
  await expect(chat.sendButton).toBeDisabled()
  await chat.composer.fill('金')
  for (const composing of [{ isComposing: true }, { keyCode: 229 }]) {
    await chat.composer.dispatchEvent('keydown', {
      key: 'Enter',
      ...composing,
      bubbles: true,
      cancelable: true,
    })
  }

  await expect(chat.composer).toHaveValue('金')
  expect(sent).toEqual([])
})

test('Enter sends a message of two lines', async ({ page }) => {
  const sent = requestsTo(page, 'chat')
  const chat = await openChat(page)

  await chat.composer.fill('What are')
  await chat.composer.press('Shift+Enter')
  await chat.composer.pressSequentially('the fees?')
  await chat.composer.press('Enter')

  await expect(chat.answers).toHaveCount(2)
  expect(sent.map(({ message }) => message)).toEqual(['What are\nthe fees?'])
})

test('no other message can be sent until the answer arrives', async ({
  page,
}) => {
  const chat = await openChat(page)
  const typing = chat.dialog.getByText(chat.words.typing)
  const release = await holdBack(page, '/api/chatbot/chat')

  await chat.send('What are the fees?')
  for (const control of [
    chat.composer,
    chat.sendButton,
    chat.questionsIn(chat.dialog).first(),
  ])
    await expect(control).toBeDisabled()
  await expect(typing).toBeAttached()
  release()

  await expect(chat.answers).toHaveCount(2)
  await expect(typing).toBeHidden()
  await expect(chat.composer).toHaveValue('')
  await expect(chat.composer).toBeFocused()
})

test('a conversation can be restarted only after its second answer', async ({
  page,
}) => {
  const chat = await openChat(page)
  await chat.say('What are the fees?')
  await expect(chat.restart).toBeHidden()

  const release = await holdBack(page, '/api/chatbot/chat')
  await chat.send('Who is your auditor?')
  await expect(chat.restart).toBeDisabled()

  release()
  await expect(chat.restart).toBeEnabled()
})

/** Asks two questions, restarts, asks two more and restarts with a draft. */
async function restartTwice(page: Page) {
  const chat = await openChat(page)
  await chat.say('What are the fees?')
  await chat.say('Who is your auditor?')
  await chat.restart.click()
  await chat.say('Hello')
  await chat.say('What are the fees?')
  await chat.composer.fill('half a thought')
  await chat.restart.click()
  return chat
}

test('a restarted conversation has its own session and no draft', async ({
  page,
}) => {
  const sent = requestsTo(page, 'chat')
  const ended = requestsTo(page, 'end-session')

  const chat = await restartTwice(page)

  await expect(chat.composer).toBeFocused()
  await expect(chat.composer).toHaveValue('')
  await expect(chat.messages).toHaveCount(1)
  await expect(chat.dialog.getByText(chat.words.greeting)).toBeVisible()
  const sessions = sent.map(({ session_id }) => session_id)
  expect(sessions[0]).toMatch(/^\d{13}-[0-9a-f]{32}$/)
  expect(sessions.map((id) => sessions.indexOf(id))).toEqual([0, 0, 2, 2])
  await expect.poll(() => ended.length).toBe(2)
})

test('the composer counts the characters of a long message', async ({
  page,
}) => {
  const chat = await openChat(page)

  await chat.composer.fill('a'.repeat(1799))
  await expect(chat.composer).not.toHaveAccessibleDescription(/./)
  await chat.composer.pressSequentially('bc')
  await expect(chat.composer).toHaveAccessibleDescription(
    '1,801 of 2,000 characters',
  )
})

test('a pasted letter over the maximum is kept whole until it is shortened', async ({
  page,
}) => {
  // A window of 1280 x 1024 px at 400% zoom.
  await page.setViewportSize({ width: 320, height: 256 })
  const chat = await openChat(page)
  const letter = 'a'.repeat(2100)
  const problem = chat.dialog.getByRole('alert').filter({
    hasText:
      'Your message must be 2,000 characters or fewer. Please shorten it or send it in parts.',
  })
  await chat.composer.focus()
  await page.evaluate(
    (text) => document.execCommand('insertText', false, text),
    letter,
  )

  await chat.composer.press('Enter')
  await expect(problem).toBeInViewport({ ratio: 1 })
  await expect(chat.composer).toHaveValue(letter)
  await expect(chat.sendButton).toBeDisabled()

  await chat.composer.fill('What are the fees?')
  await expect(problem).toBeHidden()
  await expect(chat.sendButton).toBeEnabled()
})

test('Escape closes the assistant', async ({ page }) => {
  const chat = await openChat(page)

  await page.keyboard.press('Escape')

  await expect(chat.dialog).toBeHidden()
  await expect(chat.launcher).toBeFocused()
})

test('an answer is stored before it is shown', async ({ page }) => {
  const chat = await openChat(page)
  // Records answers that are shown before they are stored, because a visitor who
  // leaves at that moment would not find them again.
  await page.evaluate(() => {
    const stored = () =>
      sessionStorage.getItem('chat')?.match(/"role":"assistant"/g)?.length ?? 0
    const shown = () => document.querySelectorAll('.chat-assistant').length
    new MutationObserver(() => {
      if (shown() > stored())
        document.documentElement.dataset.lost = 'shown before it was stored'
    }).observe(document.body, { childList: true, subtree: true })
  })

  await chat.say('What are the fees?')

  expect(
    await page.evaluate(() => document.documentElement.dataset.lost),
  ).toBeUndefined()
})

test('closing a conversation without a question reports no end', async ({
  page,
}) => {
  const ended = requestsTo(page, 'end-session')
  const chat = await openChat(page)

  await page.keyboard.press('Escape')
  await chat.launcher.click()
  await page.goto('/')

  expect(ended).toEqual([])
})

test('closing the assistant after a question reports the end, even in vain', async ({
  page,
}) => {
  expectError(page, /503/)
  const ended = requestsTo(page, 'end-session')
  const chat = await openChat(page)
  await chat.say('What are the fees?')
  await page.route('/api/chatbot/end-session', (route) =>
    route.fulfill({ status: 503, json: {} }),
  )

  await chat.close.click()

  await expect(chat.launcher).toBeFocused()
  await expect
    .poll(() => ended)
    .toEqual([{ language: 'en', session_id: expect.any(String) }])
})

test('a conversation is stored in its tab', async ({ page, context }) => {
  const chat = await openChat(page)
  await chat.say('What are the fees?')
  await chat.close.click()
  await page.goto('/direct-reserve')
  await page.goto('/contact')

  await test.step('this tab shows it again when the assistant opens', async () => {
    await expect(chat.dialog).toBeHidden()
    await chat.launcher.click()
    await expect(chat.questions).toContainText('What are the fees?')
    await expect(chat.answers).toHaveCount(2)
    await expect(chat.answers.last()).toBeInViewport()
  })

  await test.step('another tab does not have it', async () => {
    const other = await openChat(await context.newPage())
    await expect(other.messages).toHaveCount(1)
  })
})

/** Has an English conversation and opens the assistant of the French page. */
async function openInFrench(page: Page) {
  const english = await openChat(page)
  await answerWith(page, {
    response: 'We do not say.',
    should_show_contact_form: true,
  })
  await english.say('Who is your auditor?')
  await english.dialog.getByText(english.words.disclaimerTitle).click()
  await page.locator('.languages summary').click()
  await page.getByRole('link', { name: 'Français' }).click()
  await page.waitForURL('/fr/contact')
  const french = chatOn(page, 'fr')
  await french.dialog.waitFor({ state: 'hidden' })
  await french.launcher.click()
  return french
}

test('changing the language starts a new conversation', async ({ page }) => {
  const sent = requestsTo(page, 'chat')

  const french = await openInFrench(page)

  await expect(french.messages).toHaveCount(1)
  await expect(french.dialog.getByText(french.words.greeting)).toBeVisible()
  for (const part of [
    french.dialog.getByText(french.words.disclaimer),
    french.prompt,
  ])
    await expect(part).toBeHidden()

  await french.say('Qui est votre auditeur ?')
  const [first, second] = sent
  expect(second?.session_id).not.toBe(first?.session_id)
  expect([first?.language, second?.language]).toEqual(['en', 'fr'])
})

test('an answer in another language is marked and announced in it', async ({
  page,
}) => {
  const chat = await openChat(page, 'fr')
  await answerWith(page, { response: 'Nobody.', language: 'en' })

  const answer = await chat.say('Say it in English')

  await expect(answer.locator('.chat-markdown')).toHaveAttribute('lang', 'en')
  await expect(chat.dialog.getByRole('status').locator('[lang=en]')).toHaveText(
    'Nobody.',
  )
})

test('each answer is announced once, even if it repeats the last', async ({
  page,
}) => {
  const chat = await openChat(page)
  await page.evaluate(() => {
    const announced: string[] = []
    const regions =
      '[aria-live]:not([aria-live=off]), [role=status], [role=log], [role=alert], output'
    new MutationObserver((records) => {
      const live = new Set(
        records
          .map(({ target }) => (target as Element).closest?.(regions))
          .filter(Boolean),
      )
      for (const region of live) announced.push(region?.textContent ?? '')
    }).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    })
    Object.assign(window, { announced })
  })
  const announced = () =>
    page.evaluate(
      () => (window as unknown as { announced: string[] }).announced,
    )
  await answerWith(page, {
    response: 'Every month.',
    suggestions: ['Who attests it?'],
    sources: [{ id: 'a', title: 'Attestations', path: '/attestations' }],
  })

  await chat.say('How is it attested?')
  await expect.poll(announced).toEqual(['Every month.'])
  await chat.say('How is it attested?')

  await expect
    .poll(async () =>
      (await announced()).filter((text) => text === 'Every month.'),
    )
    .toHaveLength(2)
})

const suggestions = [
  'And what about silver?',
  'Who attests it?',
  'When is the next report due?',
]

test('an answer with sources and suggested questions fits 320 px', async ({
  page,
}) => {
  const title = 'How is the metal behind each token attested, in full?'
  const sources = ['/', '/#faq', '/'].map((path, index) => ({
    id: `${index}`,
    title: `${title} ${index}`,
    path,
  }))
  await page.setViewportSize(narrow)
  const chat = await openChat(page)
  await answerWith(page, { suggestions, sources })

  const answer = await chat.say('How is it attested?')

  await expect(chat.questionsIn(answer)).toHaveText(suggestions)
  // Each path is listed once.
  await expect(answer.locator('.chat-sources a')).toHaveText([
    `${title} 0`,
    `${title} 1`,
  ])
  await chat.expectFits320()
  await page.emulateMedia({ forcedColors: 'active' })
  await expectAccessible(page)
})

test('suggested questions disappear once one of them is asked', async ({
  page,
}) => {
  const chat = await openChat(page)
  await answerWith(page, { suggestions })
  const group = chat.questionsIn(await chat.say('How is it attested?'))
  const release = await holdBack(page, '/api/chatbot/chat')

  await test.step('before the answer arrives', async () => {
    await group.first().focus()
    await page.keyboard.press('Enter')
    await expect(group).toHaveCount(0)
    await expect(chat.questions.last()).toContainText('And what about silver?')
  })

  await test.step('and the answer leaves the focus in the composer', async () => {
    release()
    await expect(chat.answers).toHaveCount(3)
    await expect(chat.composer).toBeFocused()
  })

  await test.step('after a reload, too', async () => {
    await page.reload()
    await chat.launcher.click()
    await expect(chat.questionsIn(chat.answers.nth(1))).toHaveCount(0)
  })
})

test('the contact prompt links to the form without prefetching it', async ({
  page,
}) => {
  const fetched: string[] = []
  page.on(
    'request',
    (request) => request.url().includes('_rsc') && fetched.push(request.url()),
  )
  await page.setViewportSize(phone)
  const chat = await openChat(page, 'fr')
  await answerWith(page, { should_show_contact_form: true })
  await chat.say('Bonjour')
  await expect(chat.prompt).toBeVisible()
  await expectAccessible(page)

  await chat.contact.click()
  await page.waitForLoadState('networkidle')

  await chat.expectAtForm()
  expect(fetched).toEqual([])
})

test('private investors get a shop link instead of the contact prompt', async ({
  page,
}) => {
  const shop = 'shop.halcrest.example/'
  const chat = await openChat(page, 'fr')
  await answerWith(page, { should_show_contact_form: true })
  await chat.say('Bonjour')
  await chat.prompt.waitFor()

  await answerWith(page, {
    lead_type: 'retail',
    redirect_to: shop,
    should_show_contact_form: false,
  })
  const shown = await chat.say('Je veux une pièce')

  await expect(chat.prompt).toHaveCount(0)
  await chat.expectNewTab(
    shown.getByRole('link', { name: chat.words.visitShop }),
    `https://${shop}`,
  )
})

const vectors = [
  '<script>window.hit=1</script> <img src=x onerror="window.hit=1"> <iframe src="https://evil.example/"></iframe>',
  '![x](https://evil.example/pixel.png) ![x][ref]\n\n[ref]: https://evil.example/pixel.png',
  '<link rel=stylesheet href="https://evil.example/x.css"><style>@import "https://evil.example/y.css"</style>',
  '<math><mtext><script>window.hit=1</script></mtext></math> `<img src=x onerror=window.hit=1>`',
  '| a |\n|:-:|\n| <img src=x onerror=window.hit=1> |',
  '[a](javascript:window.hit=1) [b](JaVaScRiPt:window.hit=1) [c](&#106;avascript:window.hit=1)',
  '[d](data:text/html,<script>window.hit=1</script>) [e](file:///etc/passwd) [f](blob:https://evil.example/1)',
  '[code](tel:*21*5550100) [sms](sms:+12125550100)',
]

const here = [
  '/attestations',
  '#faq',
  'tel:+12125550100',
  'mailto:info@halcrest.example',
]
const named = [
  'https://shop.halcrest.example/gold',
  'https://register.tokenized-assets.example/EX-0142',
]
const elsewhere = [
  'https://other.example/page',
  '//scheme.example/',
  '\\\\other.example/',
  'irc://irc.example/x',
  'https://shop.halcrest.example@evil.example/',
  'https://shop.halcrest.example.evil.example/',
  'mailto:a@b.example',
  'mailto:a@b.example,info@halcrest.example',
  'mailto:info@halcrest.example?cc=a@b.example',
]

/** Shows an answer with active content, and with links of every kind. */
async function showHostileAnswer(page: Page) {
  const links = [...here, ...named].map(
    (href, index) => `[link ${index}](${href})`,
  )
  const texts = [
    ...elsewhere.map((href) => `[text](${href})`),
    'www.other.example, https://other.example/ and a@b.example',
  ]
  await answerWith(page, {
    response: [...vectors, ...links, ...texts].join('\n\n'),
    redirect_to: 'evil.example/shop',
    lead_type: 'retail',
    sources: ['https://evil.example/', '//evil.example/', '/contact'].map(
      (path) => ({ id: 'a', title: path, path }),
    ),
  })
  const chat = await openChat(page)
  return { chat, answer: await chat.say('Hello') }
}

test('an answer runs no code and fetches nothing', async ({ page }) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (
      new URL(request.url()).hostname !== 'localhost' &&
      !request.url().startsWith('data:')
    )
      foreign.push(request.url())
  })

  const { answer } = await showHostileAnswer(page)
  for (const link of await answer.getByRole('link').all()) await link.hover()
  await page.waitForTimeout(300)

  expect(
    await page.evaluate(() => (window as { hit?: number }).hit),
  ).toBeUndefined()
  expect(foreign).toEqual([])
})

test('an answer contains only harmless elements and attributes', async ({
  page,
}) => {
  const { answer } = await showHostileAnswer(page)

  const odd = await answer.locator('.chat-markdown').evaluate((element) =>
    [...element.querySelectorAll('*')].flatMap((child) => {
      const bad = [...child.attributes].some(({ name }) =>
        /^on|^style$|^src|^id$/.test(name),
      )
      const tag =
        /^(script|img|iframe|link|style|form|input|video|details|math|object|embed)$/.test(
          child.localName,
        )
      return tag || bad ? [child.outerHTML] : []
    }),
  )

  expect(odd).toEqual([])
})

test('an answer links only to allowed addresses', async ({ page }) => {
  const { chat, answer } = await showHostileAnswer(page)

  const hrefs = await answer
    .locator('a[href]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))

  expect(hrefs).toEqual([...here, ...named, '/contact'])
  await expect(answer.getByText('text', { exact: true })).toHaveCount(
    elsewhere.length,
  )
  await expect(
    answer.getByRole('link', { name: 'link 0' }),
  ).not.toHaveAttribute('target')
  for (const [index, href] of named.entries())
    await chat.expectNewTab(
      answer.getByRole('link', { name: `link ${here.length + index}` }),
      href,
    )
})

test('the chat window leaves most of the page visible', async ({ page }) => {
  const size = { width: 1280, height: 900 }
  await page.setViewportSize(size)

  const chat = await openChat(page)

  const box = await chat.dialog.boundingBox()
  if (!box) throw new Error('The chat window has no box.')
  const area = box.width * box.height
  await expect(chat.dialog).toBeInViewport({ ratio: 1 })
  expect(area).toBeLessThan((size.width * size.height) / 3)
})

test('the chat window covers no focused link', async ({ page }) => {
  const chat = await openChat(page)

  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const link of await page.locator('footer a').all()) {
      await link.focus()
      const box = await link.boundingBox()
      const chatBox = await chat.dialog.boundingBox()
      if (!(box && chatBox)) throw new Error('A box is missing.')
      const isBeside =
        box.x >= chatBox.x + chatBox.width ||
        box.x + box.width <= chatBox.x ||
        box.y < chatBox.y
      expect(isBeside, `${await link.textContent()} at ${width} px`).toBe(true)
    }
  }

  // Escape leaves the focus on the page where it was.
  await page.keyboard.press('Escape')
  await expect(chat.dialog).toBeHidden()
  await expect(page.locator('footer a').last()).toBeFocused()
})

test('the chat window works at 400% zoom', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  const chat = await openChat(page)

  await chat.say('What are the fees?')

  await chat.composer.scrollIntoViewIfNeeded()
  await expect(chat.composer).toBeInViewport()
  await chat.expectFits320()
})

test('the launcher does not cover the back-to-top button', async ({ page }) => {
  const chat = chatOn(page, 'en')
  const top = page.getByRole('button', { name: catalog('en').BackToTop.label })
  await page.setViewportSize({ width: 390, height: 600 })
  const gap = async () => {
    const [a, b] = [await chat.launcher.boundingBox(), await top.boundingBox()]
    return (a?.y ?? 0) - (b?.y ?? 0) - (b?.height ?? 0)
  }
  await page.goto('/contact')
  await chat.launcher.waitFor()

  await page.evaluate(() => window.scrollTo(0, 500))

  await expect(top).toBeVisible()
  await expect.poll(gap).toBeGreaterThanOrEqual(0)
})

const scripts = '**/_next/static/chunks/**'

/**
 * Opens the French contact page on a phone, fills in the form and breaks the
 * network before the assistant is opened.
 */
async function failToLoad(page: Page) {
  expectError(page, /ERR_FAILED/)
  const chat = chatOn(page, 'fr')
  const form = contactOn(page, 'fr')
  await page.goto('/fr/contact', { waitUntil: 'networkidle' })
  await form.fill()
  // On a phone, a focused form hides the launcher and the error message fills
  // the screen until it is closed.
  await form.input('message').blur()
  await page.setViewportSize(phone)
  await page.route(scripts, (route) => route.abort())
  await chat.launcher.click()
  await expect(chat.loadFailure).toBeVisible()
  await expect(chat.retryLoading).toBeFocused()
  return { chat, form }
}

test('each failure to load the assistant is reported until Escape closes it', async ({
  page,
}) => {
  const { chat } = await failToLoad(page)

  await page.keyboard.press('Enter')
  await expect(chat.loadFailure).toBeVisible()
  await expect(chat.retryLoading).toBeFocused()
  await expectAccessible(page)

  await page.keyboard.press('Escape')
  await expect(chat.launcher).toBeFocused()
})

test('an assistant that fails to load can be opened once the network is back', async ({
  page,
}) => {
  const { chat, form } = await failToLoad(page)
  await chat.close.click()
  await form.input('name').fill('Amélie')
  await form.input('name').blur()
  await expect(form.input('message')).toHaveValue(validContact.message)

  await page.unroute(scripts)
  await chat.launcher.click()

  const answer = await chat.say(chat.words.starters.fees)
  await expect(answer).toContainText(factText('fr', 'fees.published'))
})

test('an assistant that has not loaded within 10 s can be opened on retry', async ({
  page,
}) => {
  const chat = chatOn(page, 'en')
  await page.clock.install()
  await page.goto('/contact')
  await chat.launcher.waitFor()
  const release = await holdBack(page, scripts)

  await chat.launcher.click()
  await expect(chat.launcher).toHaveAttribute('aria-busy', 'true')

  await page.clock.runFor(11_000)
  await chat.loadFailure.waitFor()

  release()
  await chat.retryLoading.click()
  await expect(chat.composer).toBeFocused()
})

/**
 * Opens an assistant whose window crashes. Resolves to a function that repairs
 * the window.
 */
async function crashAssistant(page: Page) {
  expectError(page, /not a constructor/)
  const chat = chatOn(page, 'en')
  // Breaks the window, which formats the time of each message.
  await page.evaluate(() => {
    const { DateTimeFormat } = Intl
    Object.assign(Intl, { DateTimeFormat: undefined })
    Object.assign(window, {
      fix: () => Object.assign(Intl, { DateTimeFormat }),
    })
  })
  await chat.launcher.click()
  await chat.loadFailure.waitFor()
  return () =>
    page.evaluate(() => (window as unknown as { fix: () => void }).fix())
}

test('a crashed assistant restarts on retry', async ({ page }) => {
  const chat = chatOn(page, 'en')
  await page.goto('/contact')
  const repair = await crashAssistant(page)

  await repair()
  await chat.retryLoading.click()

  await expect(chat.messages).toHaveCount(1)
})

test('a crashed assistant leaves the form intact', async ({ page }) => {
  const form = contactOn(page)
  await page.goto('/contact')
  await form.fill()
  const repair = await crashAssistant(page)
  await repair()

  await page.keyboard.press('Escape')
  await form.submit.click()

  await expect(form.success).toBeVisible()
})

function fillStorage(text: string) {
  for (const entry of ['contact-draft', 'contact-attempt', 'chat'])
    sessionStorage.setItem(entry, text)
  for (const entry of ['language', 'language-suggestion'])
    localStorage.setItem(entry, text)
}

function denyStorage() {
  const get = () => {
    throw new DOMException('The document is sandboxed.', 'SecurityError')
  }
  for (const name of ['sessionStorage', 'localStorage'])
    Object.defineProperty(window, name, { get })
}

function refuseWrites() {
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
}

const storages: {
  state: string
  prepare: (text: string) => void
  text?: string
}[] = [
  {
    state: 'holds neither JSON nor a language',
    prepare: fillStorage,
    text: '__proto__',
  },
  {
    state: 'holds other JSON',
    prepare: fillStorage,
    text: '{"name": {"a": 1}, "email": ["x"], "messages": {"0": null}, "language": "en"}',
  },
  { state: 'is blocked', prepare: denyStorage },
  { state: 'is full', prepare: refuseWrites },
]

for (const { state, prepare, text = '' } of storages) {
  test(`the contact page works when storage ${state}`, async ({ page }) => {
    const form = contactOn(page)
    await page.addInitScript(prepare, text)
    await page.goto('/contact')

    await test.step('no language is offered', () =>
      expect(page.locator('.suggestion:visible')).toHaveCount(0))

    await test.step('a message is sent again with its key', async () => {
      const keys = keysSent(page)
      await page.route(
        '/api/contact',
        (route) => route.fulfill({ status: 200, json: {} }),
        { times: 1 },
      )
      await form.fill()
      await form.submit.click()
      await form.retry.click()
      await expect(form.success).toBeVisible()
      expect(keys).toEqual([keys[0], keys[0]])
    })

    await test.step('the assistant links to the form', async () => {
      const chat = chatOn(page, 'en')
      await chat.launcher.click()
      await answerWith(page, { should_show_contact_form: true })
      await chat.say('I am Eve Adams')
      await chat.contact.click()
      await expect(form.input('name')).toBeFocused()
    })

    await test.step('the menu changes the language', async () => {
      await page.locator('.languages summary').click()
      await page.getByRole('link', { name: 'Français' }).click()
      await expect(page).toHaveURL('/fr/contact')
    })
  })
}
