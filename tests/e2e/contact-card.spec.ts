import { expect, type Locator, type Page, test } from '@playwright/test'
import type { Locale } from '@/lib/i18n/routing'
import { expectAccessible } from '../support/accessibility'
import { answerWith, chatOn } from '../support/chatbot-page'
import { narrow } from '../support/page'

/** Finds the card in the conversation by role and name. */
function cardOn(page: Page, locale: Locale) {
  const chat = chatOn(page, locale)
  const words = chat.words.card
  const form = chat.dialog.getByRole('form', { name: words.title })
  return {
    chat,
    words,
    form,
    open: chat.dialog.getByRole('button', { name: words.open }),
    talk: chat.dialog.getByRole('button', { name: words.talk }),
    field: (name: 'reach' | 'name' | 'company' | 'note') =>
      form.getByRole('textbox', { name: words[name] }),
    submit: form.getByRole('button', { name: words.submit }),
    receipt: chat.dialog.getByText(words.sent.split(' {')[0] ?? ''),
    change: chat.dialog.getByRole('button', {
      name: words.change,
      exact: true,
    }),
    async send() {
      await this.submit.click()
      await this.receipt.waitFor()
    },
  }
}

for (const [locale, message, reach] of [
  [
    'en',
    "please don't hesitate to call me: +1 212 555 0188",
    '+1 212 555 0188',
  ],
  ['fr', 'écrivez-moi à marie@banque.example', 'marie@banque.example'],
  ['es', 'mi número es (787) 555-0142, gracias', '(787) 555-0142'],
] as const) {
  test(`the card in ${locale} opens prefilled from the visitor’s message`, async ({
    page,
  }) => {
    const card = cardOn(page, locale)
    await card.chat.open()

    await card.chat.say(message)

    await expect(card.field('reach')).toHaveValue(reach)
    await expect(card.field('note')).toHaveValue(message)
    await expectAccessible(page)
  })
}

test('the card notes what a visitor writes after the contact details', async ({
  page,
}) => {
  const card = cardOn(page, 'en')
  await card.chat.open()
  await card.chat.say('moira@bank.example')

  await card.chat.say('mornings are best')

  await expect(card.field('note')).toHaveValue(
    'moira@bank.example\nmornings are best',
  )
})

test('a sent card shows a reference that stays the same after a change', async ({
  page,
}) => {
  const card = cardOn(page, 'en')
  await card.chat.open()
  await card.talk.click()
  await card.field('reach').fill('eve@bank.example')
  await card.send()
  const receipt = (await card.receipt.textContent()) ?? ''
  await expect(card.receipt).toBeFocused()

  await card.change.click()
  await card.field('reach').fill('ann@bank.example')
  await card.send()

  const reference = receipt.match(/[0-9A-F]{8}/)?.[0] ?? 'no reference'
  await expect(card.receipt).toContainText(reference)
})

test('a card without contact details shows an error at the field', async ({
  page,
}) => {
  const card = cardOn(page, 'en')
  await card.chat.open()
  await card.talk.click()
  await card.field('reach').fill('call me maybe')

  await card.submit.click()

  await expect(card.field('reach')).toBeFocused()
  await expect(card.field('reach')).toHaveAccessibleDescription(
    card.words.errors.invalid_reach,
  )
  await expect(card.receipt).toHaveCount(0)
})

test('a card that cannot be sent keeps its input and shows phone numbers', async ({
  page,
  context,
}) => {
  const card = cardOn(page, 'fr')
  await card.chat.open()
  await card.talk.click()
  await card.field('reach').fill('eve@bank.example')
  await card.field('note').fill('Après 14 h')
  await context.setOffline(true)

  await card.submit.click()

  await expect(card.form.getByRole('alert')).toContainText(card.words.failed)
  await expect(
    card.form.getByRole('alert').getByRole('link').first(),
  ).toHaveAttribute('href', /^tel:\+/)
  await expect(card.field('note')).toHaveValue('Après 14 h')

  await context.setOffline(false)
  await card.send()
})

test('a double click sends one card', async ({ page }) => {
  const sent: string[] = []
  page.on(
    'request',
    (request) =>
      request.url().endsWith('/api/chatbot/contact') &&
      sent.push(request.url()),
  )
  const card = cardOn(page, 'en')
  await card.chat.open()
  await card.talk.click()
  await card.field('reach').fill('eve@bank.example')

  await card.submit.dblclick()

  await expect(card.receipt).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('input in the card survives a reload', async ({ page }) => {
  const card = cardOn(page, 'en')
  await card.chat.open()
  await card.talk.click()
  await card.field('reach').fill('eve@bank.example')
  await card.field('company').fill('Alder Bank')

  await page.reload()
  await card.chat.launcher.click()

  await expect(card.field('reach')).toHaveValue('eve@bank.example')
  await expect(card.field('company')).toHaveValue('Alder Bank')
})

test('a dismissed card is offered again after another contact detail', async ({
  page,
}) => {
  const card = cardOn(page, 'en')
  await card.chat.open()
  await card.chat.say('call +1 212 555 0188')
  await card.form.getByRole('button', { name: card.words.dismiss }).click()

  await card.chat.say('or +1 212 555 0189')

  await expect(card.chat.dialog.getByText(card.words.offer)).toBeVisible()
  await expect(card.form).toHaveCount(0)
  await card.talk.click()
  await expect(card.field('reach')).toHaveValue('+1 212 555 0189')
})

test('after a question about fees, the card is offered but not opened', async ({
  page,
}) => {
  const card = cardOn(page, 'en')
  await card.chat.open()

  await card.chat.say('What are the fees?')

  await expect(card.chat.dialog.getByText(card.words.offer)).toBeVisible()
  await expect(card.form).toHaveCount(0)
})

test('the card is offered after two unanswered questions', async ({ page }) => {
  const card = cardOn(page, 'en')
  await card.chat.open()
  await answerWith(page, { unanswered: true })
  await card.chat.say('One')
  await expect(card.chat.dialog.getByText(card.words.offer)).toHaveCount(0)

  await card.chat.say('Two')

  await expect(card.chat.dialog.getByText(card.words.offer)).toBeVisible()
})

test('the card is not offered to private investors', async ({ page }) => {
  const card = cardOn(page, 'en')
  await card.chat.open()
  await answerWith(page, {
    lead_type: 'retail',
    redirect_to: 'shop.halcrest.example/',
  })

  await card.chat.say('I want one coin, call me at +1 212 555 0188')

  await expect(card.form).toHaveCount(0)
  await expect(card.talk).toHaveCount(0)
})

test('the card works with the keyboard alone', async ({ page }) => {
  const card = cardOn(page, 'es')
  await page.goto('/es/contact')
  await card.chat.launcher.press('Enter')
  await card.talk.press('Enter')
  await card.field('reach').focus()
  await page.keyboard.type('eve@banco.example')

  await page.keyboard.press('Enter')

  await expect(card.receipt).toBeVisible()
})

test('the card and its receipt fit 320 pixels', async ({ page }) => {
  await page.setViewportSize(narrow)
  const card = cardOn(page, 'es')
  await page.goto('/es/contact')
  await card.chat.launcher.click()

  await card.talk.click()
  await expect(card.form).toBeVisible()
  await card.chat.expectFits320()

  await card.field('reach').fill('eve@banco.example')
  await card.field('reach').press('Enter')
  await expect(card.receipt).toBeVisible()
  await card.chat.expectFits320()
})

/** Records the comments that the page sends when it reports an answer. */
function watchReports(page: Page): (string | undefined)[] {
  const comments: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/chatbot/feedback'))
      comments.push(JSON.parse(request.postData() ?? '{}').comment)
  })
  return comments
}

async function reportAnswer(
  answer: Locator,
  { feedback }: ReturnType<typeof cardOn>['chat']['words'],
  comment: string,
) {
  await answer.getByRole('button', { name: feedback.notWhatIAsked }).click()
  await answer.getByRole('textbox', { name: feedback.comment }).fill(comment)
  await answer.getByRole('button', { name: feedback.send }).click()
  await answer.getByText(feedback.thanks).waitFor()
}

test('reporting an unanswered question sends only the comment', async ({
  page,
}) => {
  const comments = watchReports(page)
  const { chat } = cardOn(page, 'en')
  await answerWith(page, { unanswered: true })
  await chat.open()
  const answer = await chat.say('Who is your actuary?')

  await reportAnswer(answer, chat.words, 'The auditor')

  await expect.poll(() => comments).toEqual(['The auditor'])
})

test('a visitor can report an unsuitable answer with a comment', async ({
  page,
}) => {
  const comments = watchReports(page)
  const { chat } = cardOn(page, 'en')
  await chat.open()
  const answer = await chat.say('Where is the metal held?')

  await reportAnswer(answer, chat.words, 'I meant the tokens')

  await expect.poll(() => comments).toEqual([undefined, 'I meant the tokens'])
})
