import { expect, type Locator, type Page } from '@playwright/test'
import { type TaughtLocale, taughtLocales } from '../support/catalog'
import { answerWith, chatOn, factText, requestsTo } from '../support/chatbot-page'
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
import { operatorKey } from '../support/server'

const questions: Record<TaughtLocale, { retail: string; price: string; unknown: string; person: string }> = {
  en: {
    retail: 'I am a private investor',
    price: 'What is the gold price today?',
    unknown: 'Who designed your logo?',
    person: 'I want to speak to somebody',
  },
  fr: {
    retail: 'Je suis un particulier',
    price: 'Quel est le prix de l’or ?',
    unknown: 'Qui a dessiné votre logo ?',
    person: 'Je voudrais parler à quelqu’un',
  },
  es: {
    retail: 'Soy un particular',
    price: '¿Cuál es el precio del oro?',
    unknown: '¿Quién diseñó su logotipo?',
    person: 'Quiero hablar con alguien',
  },
}

for (const locale of taughtLocales) {
  test.describe(`the assistant in ${locale}`, () => {
    test('greets, says that it is automated, answers its starters from the facts, leads on, and fits 320 px', async ({
      page,
    }) => {
      const chat = chatOn(page, locale)
      await chat.open()
      await expect(chat.dialog.getByText(chat.words.automated)).toBeVisible()
      await expect(chat.dialog.getByText(chat.words.greeting)).toBeVisible()
      const starters = chat.dialog.getByRole('list', { name: chat.words.startersLabel }).getByRole('button')
      await expect(starters).toHaveText(Object.values(chat.words.starters))
      await expect(chat.dialog.getByText(chat.words.disclaimer)).toBeHidden()
      await expectAccessible(page)
      await chat.dialog.getByText(chat.words.disclaimerTitle).click()
      await expect(chat.dialog.getByText(chat.words.disclaimer)).toBeVisible()

      await starters.first().click()
      await expect(chat.messages.nth(1)).toContainText(chat.words.starters.backing)
      const { Attestations, EnterpriseFeatures, HomeFaq, KeyFeatures } = catalog(locale)
      const sourceOf = (answer: Locator, name: string) =>
        answer.locator('.chat-sources').getByRole('link', { name, exact: true })
      const reports = localizedPath(locale, '/attestations')
      await expect(chat.answers.last()).toContainText(factText(locale, 'attestations.cadence'))
      await expect(sourceOf(chat.answers.last(), Attestations.title)).toHaveAttribute('href', reports)
      await expect(chat.answers.last().locator('time')).toBeVisible()
      await expectAccessible(page)

      await test.step('every starter is answered with the fact it asks for, from where that stands', async () => {
        const { delivery, integration, fees } = chat.words.starters
        const product = localizedPath(locale, '/direct-reserve')
        for (const [starter, fact, heading, place] of [
          [delivery, 'redemption.delivery', KeyFeatures.title, `${product}#features`],
          [integration, 'integration.api', EnterpriseFeatures.title, `${product}#enterprise`],
          [fees, 'fees.published', HomeFaq.title, `${localizedPath(locale, '/')}#faq`],
        ] as const) {
          const answer = await chat.say(starter)
          await expect(answer).toContainText(factText(locale, fact))
          await expect(sourceOf(answer, heading)).toHaveAttribute('href', place)
        }
      })

      await test.step('private investors are led to the shop and prices to their page, in a new tab', async () => {
        const shop = (await chat.say(questions[locale].retail)).getByRole('link', { name: chat.words.visitShop })
        await expect(shop).toHaveAttribute('href', 'https://shop.halcrest.example/')
        await expect(shop).toHaveAttribute('target', '_blank')
        await expect(shop).toHaveAttribute('rel', /noopener/)
        const prices = (await chat.say(questions[locale].price)).getByRole('link', { name: chat.words.viewPrices })
        await expect(prices).toHaveAttribute('href', 'https://prices.halcrest.example/')
      })

      await chat.say(questions[locale].unknown)
      await page.setViewportSize({ width: 320, height: 640 })
      await test.step('all of it fits a window 320 pixels wide', async () => {
        const overflow = (element: Element) => {
          const wide = [...element.querySelectorAll('*')].filter((child) => child.getBoundingClientRect().right > 320.5)
          return wide.filter((child) => !child.closest('.visually-hidden')).map(({ className }) => String(className))
        }
        await expect.poll(() => chat.dialog.evaluate(overflow)).toEqual([])
        expect(await chat.dialog.evaluate((element) => element.scrollWidth)).toBeLessThanOrEqual(320)
        await expectAccessible(page)
      })
    })

    test('says when the site does not say, and carries the conversation into the contact form', async ({ page }) => {
      const chat = chatOn(page, locale)
      await chat.open()
      await expect(chat.dialog.getByText(chat.words.contactPrompt)).toBeHidden()
      await expect(await chat.say(questions[locale].unknown)).toContainText(chat.words.answers.noAnswer)
      const prompt = chat.dialog.getByRole('region', { name: chat.words.contactPrompt })
      await expectAccessible(page)
      await page.evaluate(() => {
        window.addEventListener('contact-draft', () => document.body.setAttribute('data-told', ''))
        sessionStorage.setItem('contact-draft', JSON.stringify({ name: 'Amélie', message: 'Already here.' }))
      })
      await prompt.getByRole('checkbox', { name: chat.words.carry }).check()
      await prompt.getByRole('link', { name: chat.words.contact }).click()
      await expect(page).toHaveURL(localizedPath(locale, '/contact'))
      await expect(chat.dialog).toBeHidden()
      await expect(page.locator('#contact-name')).toBeFocused()
      await expect(page.locator('body')).toHaveAttribute('data-told')
      const draft = await page.evaluate(() => JSON.parse(sessionStorage.getItem('contact-draft') ?? '{}'))
      expect(draft.name).toBe('Amélie')
      expect(draft.message).toContain(`Already here.\n\n${chat.words.carried}`)
      expect(draft.message).toContain(`${chat.words.you}: ${questions[locale].unknown}`)
      await expect(page.locator('#contact-name')).toHaveValue('Amélie')
      await expect(page.locator('#contact-message')).toHaveValue(draft.message)
    })
  })
}

test('the assistant apologises with the address when there is no answer, as an alert, and tries again', async ({
  page,
}) => {
  expectError(page, /ERR_FAILED|502/)
  const chat = chatOn(page, 'en')
  // The address may arrive after the connection is lost.
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/chatbot/chat'))
  await page.route('/api/email', async (route) => {
    await lost
    await route.continue()
  })
  await chat.open()
  let failing = true
  await page.route('/api/chatbot/chat', (route) => (failing ? route.abort() : route.continue()))
  await chat.composer.fill(chat.words.starters.fees)
  await chat.composer.press('Enter')
  const apology = chat.words.apology.replace('{email}', 'info@halcrest.example')
  await expect(chat.messages.last()).toContainText(apology)
  await expect(chat.dialog.getByRole('alert')).toHaveText(apology)
  await expect(chat.dialog.getByRole('link', { name: chat.words.contact, exact: true })).toBeInViewport()
  await expectAccessible(page)
  failing = false
  await chat.dialog.getByRole('button', { name: chat.words.retry }).click()
  await expect(chat.answers.last()).toContainText(factText('en', 'fees.published'))
  await expect(chat.dialog.getByText(apology)).toHaveCount(1) // the alert's own, no longer in the conversation
  await expect(chat.dialog.locator('.chat-user')).toHaveCount(1)
})

test('the assistant asks to wait, in words, beyond 20 messages a minute', async ({ page }) => {
  expectError(page, /429/)
  const chat = chatOn(page, 'en')
  await chat.open()
  const [asked] = await Promise.all([page.waitForRequest('**/api/chatbot/chat'), chat.say(chat.words.starters.fees)])
  // The other nineteen are sent as the page sends them, without showing their answers.
  for (let count = 1; count < 20; count++) {
    const { status } = await page.evaluate(sendAgain, asked.postData() ?? '')
    expect(status).toBe(200)
  }
  await chat.composer.fill(chat.words.starters.fees)
  await chat.composer.press('Enter')
  const [before = ''] = chat.words.rateLimited.split('{seconds')
  await expect(chat.dialog.getByRole('alert')).toContainText(before)
})

async function sendAgain(body: string) {
  const headers = { 'Content-Type': 'application/json' }
  const { status } = await fetch('/api/chatbot/chat', { method: 'POST', headers, body })
  return { status }
}

test('an answer is announced politely exactly once an answer', async ({ page }) => {
  const chat = chatOn(page, 'en')
  await chat.open()
  await page.evaluate(() => {
    const said: string[] = []
    const regions = '[aria-live]:not([aria-live=off]), [role=status], [role=log], [role=alert], output'
    new MutationObserver((records) => {
      const live = new Set(records.map(({ target }) => (target as Element).closest?.(regions)).filter(Boolean))
      for (const region of live) said.push(region?.textContent ?? '')
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
    Object.assign(window, { said })
  })
  const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said)
  await answerWith(page, { response: 'Fees are not published.' })
  await chat.say('What are the fees?')
  await expect.poll(said).toEqual(['Fees are not published.'])
  // The same answer again is news again.
  await chat.say('What are the fees?')
  await expect.poll(said).toEqual(['Fees are not published.', 'Fees are not published.'])
})

test('the assistant is on pages whose path contains /contact, and on no other', async ({ page }) => {
  const statuses = requestsTo(page, 'status')
  const { launcher } = chatOn(page, 'en')
  for (const path of ['/contact', '/contact/email']) {
    await page.goto(path)
    await expect(launcher).toBeVisible()
  }
  statuses.length = 0
  for (const path of ['/', '/direct-reserve', '/attestations', '/about-us']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await expect(launcher).toBeHidden()
  }
  expect(statuses).toEqual([])
})

test('nothing of the chat is stored or loaded before it is opened', async ({ page }) => {
  const loaded: string[] = []
  page.on('requestfinished', (request) => loaded.push(request.url()))
  await page.goto('/contact')
  await expect(chatOn(page, 'en').launcher).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => [Object.keys(sessionStorage), document.cookie])).toEqual([['visit'], ''])
  const before = loaded.length
  await chatOn(page, 'en').launcher.click()
  await expect(chatOn(page, 'en').composer).toBeVisible()
  await expect.poll(() => loaded.slice(before).filter((url) => url.endsWith('.js')).length).toBeGreaterThan(0)
  expect(await page.content()).not.toContain('info@halcrest.example')
})

test('the status is asked at once and every 30 s, not while nobody looks, and a failure hides the assistant', async ({
  page,
}) => {
  expectError(page, /ERR_FAILED|500/)
  await page.clock.install()
  let reply: 'enabled' | 'disabled' | 'fails' | 'aborts' = 'enabled'
  let asked = 0
  await page.route('/api/chatbot/status', (route) => {
    asked++
    if (reply === 'aborts') return route.abort()
    if (reply === 'fails') return route.fulfill({ status: 500, json: { enabled: true } })
    return route.fulfill({ json: { enabled: reply === 'enabled', disabled_reason: null } })
  })
  const chat = chatOn(page, 'en')
  await chat.open()
  expect(asked).toBe(1)
  // From here on time passes only as the test says: an answer that took long by the page's clock would be none.
  await page.clock.pauseAt(Date.now() + 10_000)
  await page.clock.runFor(5_000)
  expect(asked).toBe(1)
  for (const next of ['disabled', 'enabled', 'fails', 'enabled', 'aborts', 'enabled'] as const) {
    reply = next
    await page.clock.runFor(30_000)
    if (next === 'enabled') await expect(chat.dialog).toBeVisible()
    else await expect(chat.dialog).toBeHidden()
  }
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

test('Enter sends, Shift+Enter breaks the line, blanks and double sends are blocked', async ({ page }) => {
  const chat = chatOn(page, 'en')
  const sent = requestsTo(page, 'chat')
  await chat.open()
  await expect(chat.sendButton).toBeDisabled()
  await chat.composer.fill('  \n ')
  await chat.composer.press('Enter')
  await expect(chat.sendButton).toBeDisabled()
  expect(sent).toEqual([])

  const release = await holdBack(page, '/api/chatbot/chat')
  await chat.composer.fill('What are')
  await chat.composer.press('Shift+Enter')
  await chat.composer.pressSequentially('the fees?')
  await chat.composer.press('Enter')
  await expect(chat.composer).toBeDisabled()
  await expect(chat.sendButton).toBeDisabled()
  await expect(chat.dialog.getByText(chat.words.typing)).toBeAttached()
  await expect(
    chat.dialog.getByRole('list', { name: chat.words.startersLabel }).getByRole('button').first(),
  ).toBeDisabled()
  release()
  await expect(chat.answers).toHaveCount(2)
  await expect(chat.dialog.getByText(chat.words.typing)).toBeHidden()
  await expect(chat.composer).toBeEnabled()
  await expect(chat.composer).toHaveValue('')
  await expect(chat.composer).toBeFocused()
  expect(sent.map(({ message }) => message)).toEqual(['What are\nthe fees?'])
})

test('Enter that ends the composition of a word sends nothing', async ({ page }) => {
  const chat = chatOn(page, 'en')
  const sent = requestsTo(page, 'chat')
  await chat.open()
  await chat.composer.fill('金')
  await chat.composer.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true })
  await chat.composer.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true })
  await expect(chat.composer).toHaveValue('金')
  expect(sent).toEqual([])
})

test('an answer can be stopped, copied and downloaded', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const chat = chatOn(page, 'en')
  await page.clock.install()
  await chat.open()
  await chat.say('What are the fees?')
  // That it is copied is told for 2 s only.
  await page.clock.pauseAt(Date.now() + 60_000)
  await chat.answers.last().getByRole('button', { name: chat.words.copy }).click()
  await expect(chat.answers.last().getByRole('button', { name: chat.words.copied })).toBeVisible()
  await page.clock.resume()
  const answer = factText('en', 'fees.published')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(answer)

  const saved = page.waitForEvent('download')
  await chat.dialog.getByRole('button', { name: chat.words.download }).click()
  const text = await (await (await saved).createReadStream()).toArray()
  expect(Buffer.concat(text).toString()).toContain(
    `${chat.words.you}: What are the fees?\n\n${chat.words.assistant}: ${answer}`,
  )

  await page.route('/api/chatbot/chat', () => {})
  await chat.composer.fill('Hello')
  await chat.composer.press('Enter')
  const stop = chat.dialog.getByRole('button', { name: chat.words.stop })
  await expect(stop).toBeFocused()
  await stop.press('Enter')
  await expect(chat.messages.last()).toContainText(chat.words.stopped)
  await expect(chat.composer).toBeFocused()
})

test('whatever becomes of a question, there is an apology within 16 s', async ({ page }) => {
  const chat = chatOn(page, 'en')
  await page.clock.install()
  await chat.open()
  await page.route('/api/chatbot/chat', () => {}) // never answered
  await chat.composer.fill('Hello')
  const asked = page.waitForRequest('**/api/chatbot/chat')
  await chat.composer.press('Enter')
  await asked
  await page.clock.fastForward(16_000)
  await expect(chat.messages.last()).toContainText(chat.words.apology.replace('{email}', 'info@halcrest.example'))
})

test('from five messages on, a new conversation can be begun, in a session of its own', async ({ page }) => {
  const chat = chatOn(page, 'en')
  const sent = requestsTo(page, 'chat')
  const ended = requestsTo(page, 'end-session')
  await chat.open()
  const restart = chat.dialog.getByRole('button', { name: chat.words.restart })
  await chat.say('What are the fees?')
  await expect(restart).toBeHidden() // greeting, disclaimer, question, answer
  await chat.say('Who is your auditor?')
  await chat.composer.fill('half a thought')
  await restart.click()
  await expect(chat.messages).toHaveCount(1)
  await expect(chat.composer).toBeFocused()
  await expect(chat.dialog.getByText(chat.words.greeting)).toBeVisible()
  await expect(chat.dialog.getByText(chat.words.contactPrompt)).toBeHidden()
  await expect(chat.composer).toHaveValue('')
  await chat.say('Hello')
  expect(sent[0]?.session_id).toMatch(/^\d{13}-[0-9a-f]{32}$/)
  expect(sent[1]?.session_id).toBe(sent[0]?.session_id)
  expect(sent[2]?.session_id).not.toBe(sent[0]?.session_id)
  // A body that is a Blob is not shown to the test.
  await expect.poll(() => ended.length).toBe(1)
})

test('who asks to be called is told that the team has it, and is in the list of leads with the number', async ({
  page,
  request,
}) => {
  const chat = chatOn(page, 'fr')
  await chat.open()
  const { contactRecorded, contactAdded } = catalog('fr').Chat.answers
  await expect(await chat.say('Pouvez-vous me rappeler demain ?')).toContainText(contactRecorded)
  await expect(await chat.say('+33 1 99 00 77 31')).toContainText(contactAdded)
  await page.reload()
  const headers = { Authorization: `Bearer ${operatorKey}` }
  const { leads } = await (await request.get('/api/contact', { headers })).json()
  const lead = leads.find(({ phone }: { phone: string }) => phone === '+33 1 99 00 77 31')
  expect(lead).toMatchObject({ source: 'chat', language: 'fr' })
  expect(lead.message).toContain('me rappeler demain')
})

test('closing reports the end of a conversation of more than two messages, and a failure troubles nobody', async ({
  page,
}) => {
  expectError(page, /503/)
  const chat = chatOn(page, 'en')
  const ended = requestsTo(page, 'end-session')
  await chat.open()
  await page.keyboard.press('Escape')
  await expect(chat.dialog).toBeHidden()
  await expect(chat.launcher).toBeFocused()
  expect(ended).toEqual([])

  await chat.launcher.click()
  await chat.say('What are the fees?')
  await page.route('/api/chatbot/end-session', (route) => route.fulfill({ status: 503, json: {} }))
  await chat.dialog.getByRole('button', { name: chat.words.close }).click()
  await expect(chat.dialog).toBeHidden()
  await expect(chat.launcher).toBeFocused()
  await expect.poll(() => ended.length).toBe(1)
  expect(ended[0]).toMatchObject({ language: 'en', session_id: expect.any(String) })
  await chat.launcher.click()
  await expect(chat.answers).toHaveCount(2)
})

test('the open window covers no focused link, and Escape keeps the place on the page', async ({ page }) => {
  const chat = chatOn(page, 'en')
  await chat.open()
  await chat.say('What are the fees?')
  for (const width of [1280, 1366, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const link of await page.locator('footer a').all()) {
      await link.focus()
      const box = await link.boundingBox()
      const window = await chat.dialog.boundingBox()
      if (!(box && window)) throw new Error('A box is missing.')
      const isBeside = box.x >= window.x + window.width || box.x + box.width <= window.x || box.y < window.y
      expect(isBeside, `${await link.textContent()} at ${width} px`).toBe(true)
    }
  }
  await page.keyboard.press('Escape')
  await expect(chat.dialog).toBeHidden()
  await expect(page.locator('footer a').last()).toBeFocused()
})

test('leaving the page with the chat open reports the end as well', async ({ page }) => {
  // The browser sends a beacon after the page is gone, where no test sees it: the call itself is noted.
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator)
    navigator.sendBeacon = (url, body) => {
      localStorage.setItem('beacon', `${url} ${(body as Blob).type} ${(body as Blob).size}`)
      return send(url, body)
    }
  })
  const chat = chatOn(page, 'en')
  await chat.open()
  await page.goto('/')
  expect(await page.evaluate(() => localStorage.getItem('beacon'))).toBeNull()
  await chat.open()
  await chat.say('Hello')
  await page.goto('/')
  const beacon = () => page.evaluate(() => localStorage.getItem('beacon') ?? '')
  await expect.poll(beacon).toMatch(/^\/api\/chatbot\/end-session application\/json \d+$/)
})

test('the conversation survives a reload and other pages, in this tab only', async ({ page, context }) => {
  const chat = chatOn(page, 'en')
  await chat.open()
  // Whoever leaves the moment an answer is shown finds it again.
  await page.evaluate(() => {
    const stored = () => sessionStorage.getItem('chat')?.match(/"role":"assistant"/g)?.length ?? 0
    const shown = () => document.querySelectorAll('.chat-assistant').length
    new MutationObserver(() => {
      if (shown() > stored()) document.documentElement.dataset.lost = 'shown before it was stored'
    }).observe(document.body, { childList: true, subtree: true })
  })
  await chat.say('What are the fees?')
  expect(await page.evaluate(() => document.documentElement.dataset.lost)).toBeUndefined()
  await page.reload()
  await expect(chat.dialog).toBeHidden()
  await page.goto('/direct-reserve')
  await page.goto('/contact')
  await chat.launcher.click()
  await expect(chat.answers).toHaveCount(2)
  await expect(chat.dialog.locator('.chat-user')).toContainText('What are the fees?')
  await expect(chat.answers.last()).toBeInViewport()
  const other = chatOn(await context.newPage(), 'en')
  await other.open()
  await expect(other.messages).toHaveCount(1)
})

async function changeToFrench(page: Page) {
  await page.locator('.languages summary').click()
  await page.getByRole('link', { name: 'Français' }).click()
  await expect(page).toHaveURL('/fr/contact')
  const french = chatOn(page, 'fr')
  await expect(french.launcher).toBeVisible()
  await expect(french.dialog).toBeHidden()
  await french.launcher.click()
  return french
}

test('changing the language closes the chat and begins another conversation', async ({ page }) => {
  const sent = requestsTo(page, 'chat')
  const english = chatOn(page, 'en')
  await english.open()
  await answerWith(page, { response: 'We do not say.', should_show_contact_form: true })
  await english.say('Who is your auditor?')
  await english.dialog.getByText(english.words.disclaimerTitle).click()
  const french = await changeToFrench(page)
  await expect(french.messages).toHaveCount(1)
  await expect(french.dialog.getByText(french.words.greeting)).toBeVisible()
  await expect(french.dialog.getByText(french.words.disclaimer)).toBeHidden()
  await expect(french.dialog.getByText(french.words.contactPrompt)).toBeHidden()

  await answerWith(page, { response: 'Nobody.', language: 'en' })
  const answer = await french.say('Say it in English')
  await expect(answer.locator('.chat-markdown')).toHaveAttribute('lang', 'en')
  await expect(french.dialog.getByRole('status').locator('[lang=en]')).toHaveText('Nobody.')
  expect(sent.map(({ language }) => language)).toEqual(['en', 'fr'])
  expect(new Set(sent.map(({ session_id }) => session_id)).size).toBe(2)

  await test.step('a page restored from the browser’s cache has the newest messages', async () => {
    await page.evaluate(() => {
      const stored = JSON.parse(sessionStorage.getItem('chat') ?? '')
      stored.messages.pop()
      sessionStorage.setItem('chat', JSON.stringify(stored))
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    })
    await expect(french.messages.last()).toContainText('Say it in English')
  })
})

test('suggestions ask with a click, below the newest answer alone, and the keyboard keeps its place', async ({
  page,
}) => {
  const sources = ['/', '/#faq', '/', '/direct-reserve', '/attestations'].map((path, index) => {
    return { id: `${index}`, title: `How is the metal behind each token attested, part ${index}?`, path }
  })
  const suggestions = ['And what about silver?', 'Who attests it?', 'When is the next report due?']
  await page.setViewportSize({ width: 320, height: 640 })
  const chat = chatOn(page, 'en')
  const sent = requestsTo(page, 'chat')
  await chat.open()
  await answerWith(page, { suggestions, sources })
  const answer = await chat.say('How is it attested?')
  const group = answer.getByRole('list', { name: chat.words.startersLabel })
  await expect(group.getByRole('button')).toHaveText(suggestions)
  await test.step('each source stands once', async () => {
    await expect(answer.locator('.chat-sources a')).toHaveCount(4)
    await expect(answer.locator('.chat-sources')).not.toContainText('part 2')
  })
  expect(await chat.dialog.evaluate((element) => element.scrollWidth)).toBeLessThanOrEqual(320)
  await page.emulateMedia({ forcedColors: 'active' })
  await expectAccessible(page)
  await page.emulateMedia({ forcedColors: 'none' })

  const release = await holdBack(page, '/api/chatbot/chat')
  await group.getByRole('button').first().focus()
  await page.keyboard.press('Enter')
  await expect(chat.dialog.getByRole('button', { name: chat.words.stop })).toBeFocused()
  await expect(group).toHaveCount(0)
  release()
  await expect(chat.answers).toHaveCount(3)
  await expect(chat.composer).toBeFocused()
  expect(sent.at(-1)?.message).toBe(suggestions[0])

  await test.step('they are there after a reload as well', async () => {
    await page.reload()
    await chat.launcher.click()
    await expect(chat.answers.nth(1).getByRole('list', { name: chat.words.startersLabel })).toHaveCount(0)
  })
})

test('what a message says of its sender stands in the form, and nothing typed is lost', async ({ page, context }) => {
  const chat = chatOn(page, 'en')
  const form = contactOn(page)
  const values = () => Promise.all(contactFields.map((field) => form.input(field).inputValue()))
  await page.goto('/contact')
  await hydrated(page)
  await form.input('company').fill('Banque Amélie')
  await chat.launcher.click()
  await expect(chat.composer).toBeFocused()
  const sender = { name: 'Eve Adams', company: 'Bank AG', phone: '+33199007731', size: '10,000 oz' }
  await answerWith(page, { sender })
  const answer = await chat.say('We need a quote for 10,000 oz gold')
  const [before = '', link = ''] = chat.words.filled.split(/<\/?contact>/)
  await expect(answer.locator('.chat-filled')).toContainText(before)
  await expect(chat.dialog.getByRole('status')).toContainText(before + link)
  const filled = ['Eve Adams', '', 'Banque Amélie', '+33199007731', 'We need a quote for 10,000 oz gold']
  await expect.poll(values).toEqual(filled)
  await expectAccessible(page)
  await answer.getByRole('link', { name: link, exact: true }).click()
  await expect(chat.dialog).toBeHidden()
  await expect(form.input('name')).toBeFocused()

  await test.step('a correction replaces what was not typed', async () => {
    await form.input('name').fill('Eva Adams')
    await chat.launcher.click()
    await expect(chat.composer).toBeFocused()
    await answerWith(page, { sender: { name: 'Eve', phone: '+33199007732', email: 'eve@bank.example' } })
    await chat.say('No, +33 1 99 00 77 32, and eve@bank.example')
    filled.splice(0, 4, 'Eva Adams', 'eve@bank.example', 'Banque Amélie', '+33199007732')
    await expect.poll(values).toEqual(filled)
    await expect(chat.answers.last().locator('.chat-filled')).toHaveCount(1)
    await chat.say('That is eve@bank.example')
    await expect(chat.answers.last().locator('.chat-filled')).toHaveCount(0)
  })

  await test.step('it stays in its tab', async () => {
    const other = await context.newPage()
    await other.goto('/contact')
    await hydrated(other)
    await expect(contactOn(other).input('name')).toHaveValue('')
    await test.step('and leaves what came back to be corrected', async () => {
      const refused = await other.request.post('/api/contact', { form: { name: 'Zoé', message: 'Hello' } })
      await other.goto(refused.url())
      await hydrated(other)
      await answerWith(other, { sender: { name: 'Eve', company: 'Bank AG' } })
      const chatThere = chatOn(other, 'en')
      await chatThere.launcher.click()
      await expect(chatThere.composer).toBeFocused()
      await chatThere.say('I am Eve of Bank AG')
      await expect(contactOn(other).input('company')).toHaveValue('Bank AG')
      await expect(contactOn(other).input('name')).toHaveValue('Zoé')
    })
    await other.close()
  })
})

test('a link of an answer to the form leads there without a reload, with the question', async ({ page }) => {
  const chat = chatOn(page, 'en')
  const form = contactOn(page)
  await chat.open()
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  const response =
    'Please [call +1 212 555 0100](tel:+12125550100), [write to the team](/fr/contact) or [visit](/contact#offices).'
  await answerWith(page, { response })
  const answer = await chat.say('Do you insure it?')
  await answer.getByRole('link', { name: 'write to the team' }).click()
  await expect(chat.dialog).toBeHidden()
  await expect(form.input('name')).toBeFocused()
  await expect(form.input('message')).toHaveValue('Do you insure it?')
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
  await chat.launcher.click()
  await expect(chat.answers).toHaveCount(2)
  await chat.say('And who regulates you?')
  await chat.answers.last().getByRole('link', { name: 'write to the team' }).click()
  await expect(form.input('message')).toHaveValue('Do you insure it?')
})

for (const [locale, width] of [
  ['en', 1280],
  ['fr', 390],
] as const) {
  test(`whatever the answers were, the form is one click away in ${locale} at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    const chat = chatOn(page, locale)
    const contact = chat.dialog.getByRole('link', { name: chat.words.contact, exact: true })
    const prompt = chat.dialog.getByRole('region', { name: chat.words.contactPrompt })
    await chat.open()
    await expect(contact).toHaveCount(0)
    // The prominent prompt is for answers that ask for it; after one for private investors it is gone.
    for (const [answer, isPrompted] of [
      [{ should_show_contact_form: true }, true],
      [{ lead_type: 'retail', redirect_to: 'shop.halcrest.example', should_show_contact_form: false }, false],
      [{ lead_type: null, redirect_to: null, should_show_contact_form: null }, false],
      [{ lead_type: 'price', redirect_to: 'prices.halcrest.example' }, false],
    ] as const) {
      await answerWith(page, answer)
      await chat.say('Hello')
      await expect(contact).toBeInViewport()
      await expect(contact).toHaveCount(1)
      await expect(prompt).toHaveCount(isPrompted ? 1 : 0)
    }
    await expectAccessible(page)
    await contact.click()
    await expect(page).toHaveURL(localizedPath(locale, '/contact'))
    await expect(chat.dialog).toBeHidden()
    await expect(page.locator('#contact-name')).toBeFocused()
  })
}

test('a link to the form is not fetched in advance, and carries nothing into it unless asked to', async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => request.url().includes('_rsc') && fetched.push(request.url()))
  const chat = chatOn(page, 'en')
  await chat.open()
  await answerWith(page, { should_show_contact_form: true })
  await chat.say('Hello')
  await chat.dialog.getByRole('link', { name: chat.words.contact, exact: true }).click()
  await expect(page.locator('#contact-name')).toBeFocused()
  await page.waitForLoadState('networkidle')
  expect(fetched).toEqual([])
  expect(await page.evaluate(() => history.length)).toBe(2)
  expect(await page.evaluate(() => sessionStorage.getItem('contact-draft'))).toBeNull()
})

test('from a page without the form, the assistant leads to it with what is to be carried', async ({ page }) => {
  const chat = chatOn(page, 'en')
  await chat.open('/contact/email')
  await answerWith(page, { should_show_contact_form: true })
  await chat.say('Hello')
  const prompt = chat.dialog.getByRole('region', { name: chat.words.contactPrompt })
  await prompt.getByRole('checkbox', { name: chat.words.carry }).check()
  const link = prompt.getByRole('link', { name: chat.words.contact })
  // Long enough for browsers that prerender what the pointer rests on.
  await link.hover()
  await page.waitForTimeout(500)
  await link.click()
  await expect(page).toHaveURL('/contact')
  await expect(page.locator('#contact-message')).toHaveValue(new RegExp(`${chat.words.you}: Hello`))
  await expect(page.locator('#contact-message')).toHaveCSS('border-style', 'solid')
})

test('a redirect to another host, and a source that is no page of ours, are not shown', async ({ page }) => {
  await answerWith(page, {
    redirect_to: 'evil.example/shop',
    lead_type: 'retail',
    sources: [
      { id: 'a', title: 'Evil', path: 'https://evil.example/' },
      { id: 'b', title: 'Also evil', path: '//evil.example/' },
      { id: 'c', title: 'Ours', path: '/contact' },
    ],
  })
  const chat = chatOn(page, 'en')
  await chat.open()
  const answer = await chat.say('Hello')
  await expect(answer.getByRole('link')).toHaveText(['Ours'])
})

const vectors = [
  '<script>window.hit=1</script>',
  '<img src=x onerror="window.hit=1">',
  '![x](https://evil.example/pixel.png)',
  '![x][ref]\n\n[ref]: https://evil.example/pixel.png',
  '<svg onload="window.hit=1"><animate onbegin="window.hit=1"></svg>',
  '<iframe src="https://evil.example/"></iframe>',
  '<link rel=stylesheet href="https://evil.example/x.css"><style>@import "https://evil.example/y.css"</style>',
  '[a](javascript:window.hit=1)',
  '[b](JaVaScRiPt:window.hit=1)',
  '[c](&#106;avascript:window.hit=1)',
  '[d](data:text/html,<script>window.hit=1</script>)',
  '[e](vbscript:window.hit=1)',
  '[f](file:///etc/passwd)',
  '[g](blob:https://evil.example/1)',
  '<a href="javascript:window.hit=1">h</a>',
  '<details open ontoggle="window.hit=1">i</details>',
  '<form action="https://evil.example/"><input name=x autofocus onfocus="window.hit=1"></form>',
  '<math><mtext><script>window.hit=1</script></mtext></math>',
  '`<img src=x onerror=window.hit=1>`',
  '| a |\n|:-:|\n| <img src=x onerror=window.hit=1> |',
  '<div style="position:fixed;inset:0">j</div>',
  '<video src="https://evil.example/v.mp4" autoplay></video>',
]

test('an answer executes nothing, fetches nothing and links only where it may', async ({ page }) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== 'localhost' && !request.url().startsWith('data:'))
      foreign.push(request.url())
  })
  page.on('dialog', () => foreign.push('a dialog'))
  const links = [
    '[relative](/attestations) [fragment](#faq) [mail](mailto:a@b.example) [chat](irc://irc.example/x) [room](xmpp:a@b.example)',
    '[call](tel:+12125550100) [code](tel:*21*5550100) [text](sms:+12125550100)',
    '[other](https://other.example/page) [scheme](//scheme.example/) <https://auto.example/>',
  ]
  await answerWith(page, { response: [...vectors, ...links].join('\n\n') })
  const chat = chatOn(page, 'en')
  await chat.open()
  const answer = await chat.say('Hello')
  for (const link of await answer.getByRole('link').all()) await link.hover()
  await page.waitForTimeout(300)
  expect(await page.evaluate(() => (window as { hit?: number }).hit)).toBeUndefined()
  expect(foreign).toEqual([])

  const text = answer.locator('.chat-markdown')
  const odd = await text.evaluate((element) =>
    [...element.querySelectorAll('*')].flatMap((child) => {
      const attributes = [...child.attributes].map(({ name }) => name)
      const bad = attributes.filter((name) => /^on|^style$|^src|^id$/.test(name))
      const tag = /^(script|img|iframe|link|style|form|input|video|details|math|object|embed)$/.test(child.localName)
      return tag || bad.length > 0 ? [child.outerHTML] : []
    }),
  )
  expect(odd).toEqual([])
  const hrefs = await text.locator('a[href]').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(hrefs).toEqual([
    '/attestations',
    '#faq',
    'mailto:a@b.example',
    'irc://irc.example/x',
    'xmpp:a@b.example',
    'tel:+12125550100',
    'https://other.example/page',
    '//scheme.example/',
    'https://auto.example/',
  ])
  for (const name of ['other', 'scheme', 'https://auto.example/']) {
    const link = text.getByRole('link', { name: `${name} (${chat.words.newTab})` })
    await expect(link).toHaveAttribute('rel', /noopener/)
    await expect(link).toHaveAttribute('target', '_blank')
  }
  await expect(text.getByRole('link', { name: 'call' })).not.toHaveAttribute('target')
  await expect(text.getByRole('link', { name: 'relative' })).not.toHaveAttribute('target')
})

test('the chat is usable at 400 % zoom, and its window has the specified size otherwise', async ({ page }) => {
  const chat = chatOn(page, 'en')
  await page.setViewportSize({ width: 1280, height: 900 })
  await chat.open()
  const rem = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
  await expect.poll(() => chat.dialog.boundingBox()).toMatchObject({ width: 24 * rem, height: 600 })
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 320, height: 256 })
  await chat.launcher.click()
  await chat.say('What are the fees?')
  await chat.composer.scrollIntoViewIfNeeded()
  await expect(chat.composer).toBeInViewport()
  expect(await chat.dialog.evaluate((element) => element.scrollWidth)).toBeLessThanOrEqual(320)
})

test('the launcher leaves the way back to the top free', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await page.goto('/contact')
  const { launcher } = chatOn(page, 'en')
  await expect(launcher).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 500))
  const top = page.getByRole('button', { name: catalog('en').BackToTop.label })
  await expect(top).toBeVisible()
  const gap = async () => {
    const [a, b] = [await launcher.boundingBox(), await top.boundingBox()]
    return (a?.y ?? 0) - (b?.y ?? 0) - (b?.height ?? 0)
  }
  await expect.poll(gap).toBeGreaterThanOrEqual(0)
})

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
      // On a phone the message fills the screen and gives it back.
      await page.setViewportSize(locale === 'en' ? { width: 390, height: 844 } : { width: 1280, height: 900 })
      await page.goto(localizedPath(locale, '/contact'), { waitUntil: 'networkidle' })
      await page.route(scripts, (route) => route.abort())
      await chatOn(page, locale).launcher.click()
      const error = faultOn(page, locale)
      await expect(error.message).toBeVisible()
      await expect(error.retry).toBeFocused()
      await expectAccessible(page)
      await error.close.click()
      await contactOn(page, locale).input('name').fill('Amélie')
      await page.unroute(scripts)
    })
  }
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

const message = { role: 'assistant', content: 'Hello', timestamp: '2026-01-01T00:00:00.000Z' }
const conversation = {
  language: 'en',
  session_id: '1767225600000-0123456789abcdef',
  messages: [message],
  showContact: false,
}

const shapes: Record<string, string> = {
  'no JSON': '{"name":',
  'a list of other things': '[1, null, {"a": []}, [[]]]',
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
  'a message of another role': { ...conversation, messages: [{ ...message, role: 'operator' }] },
  'a language that is none': { ...conversation, messages: [{ ...message, language: 'xx' }] },
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
