import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility'
import { patience } from '../support/development'
import {
  field,
  open,
  panelOf,
  status,
  tool,
  toolbar,
} from '../support/edit-page'
import { test } from '../support/editor'
import { expectError } from '../support/page'

/** Opens the form that adds a question after the question about fees. */
async function openAdding(page: Page) {
  await open(page, '/')
  await page.getByText('What are the fees?').click()
  await panelOf(page, 'Home · FAQ “fees” question')
    .getByRole('button', { name: 'Add after…' })
    .click()
  const form = panelOf(page, 'Add to Home · FAQ')
  await field(form, 'English', 'question').fill('Can auditors visit?')
  return { form, add: form.getByRole('button', { name: 'Add', exact: true }) }
}

/** Writes the texts that `openAdding` leaves empty. */
async function fillQuestion(form: Locator, answer = 'Please ask the team.') {
  await field(form, 'French', 'question').fill(
    'Les auditeurs peuvent-ils venir ?',
  )
  await field(form, 'Spanish', 'question').fill('¿Pueden venir los auditores?')
  await field(form, 'English', 'answer').fill(answer)
  await field(form, 'French', 'answer').fill('Veuillez consulter l’équipe.')
  await field(form, 'Spanish', 'answer').fill('Consulte al equipo.')
}

/** Adds a question in every language. */
async function addQuestion(page: Page) {
  const { form, add } = await openAdding(page)
  await fillQuestion(form)
  await expect(form).toContainText('Note: ')
  await add.click()
  const added = panelOf(page, 'Home · FAQ “auditors visit” question')
  await expect(field(added, 'English')).toBeFocused()
  return added
}

const questionOn = (page: Page) =>
  page.getByRole('main').getByRole('heading', { name: 'Can auditors visit?' })

/** The text on the page that the open panel edits; no role marks it. */
const editedText = (page: Page) => page.locator('[data-edited]')

test('the form asks for the texts that are missing', async ({ page }) => {
  const { form, add } = await openAdding(page)

  await add.click()

  await expect(status(form)).toHaveText(
    'Write the French question and 4 other texts first.',
  )
  await expect(field(form, 'French', 'question')).toBeFocused()
})

test('the form stops asking for texts once one is written', async ({
  page,
}) => {
  const { form, add } = await openAdding(page)
  await add.click()
  await expect(status(form)).toContainText('Write the French question')

  await field(form, 'English', 'answer').fill('Please ask the team.')

  await expect(status(form)).toHaveText('No errors.')
})

test('the form quotes what the site already states', async ({ page }) => {
  const { form } = await openAdding(page)

  await fillQuestion(form)

  await expect(form).toContainText('Note: The site already states: “')
  await expectAccessible(page)
})

test('the form warns before it discards a new question', async ({ page }) => {
  const { form } = await openAdding(page)

  await page.keyboard.press('Escape')

  await expect(status(form)).toContainText('To discard them, close again.')
})

/** Tries to add a question with an answer that is not allowed. */
async function addForbidden(page: Page) {
  expectError(page, /422/)
  const { form, add } = await openAdding(page)
  await fillQuestion(form, 'Returns since 1977: guaranteed.')
  await add.click()
  await expect(status(form)).toHaveText(
    'Not added, but your texts are still here. Correct the errors, or try again to keep them.',
  )
  return { form, add }
}

test('the first attempt does not add a question with an error', async ({
  page,
  editor,
}) => {
  const { form } = await addForbidden(page)

  await expect(form.getByText('Error: ').first()).toBeVisible()
  expect(JSON.stringify(editor.catalog('en'))).not.toContain('guaranteed')
})

test('the second attempt adds a question with an error', async ({
  page,
  editor,
}) => {
  const { form, add } = await addForbidden(page)

  await add.click()

  await expect(form).toBeHidden()
  expect(JSON.stringify(editor.catalog('en'))).toContain('guaranteed')
})

test('a question is added in every language', async ({ page, editor }) => {
  await addQuestion(page)

  await expect(status(toolbar(page))).toHaveText('Added to Home · FAQ.')
  await expect(questionOn(page)).toBeVisible(patience)
  expect(JSON.stringify(editor.catalog('fr').HomeFaq)).toContain(
    'Les auditeurs peuvent-ils venir\u202f?',
  )
})

test('an added question can be undone with the keyboard', async ({ page }) => {
  const added = await addQuestion(page)

  await page.keyboard.press('Control+Z')

  await expect(added).toBeHidden()
  await expect(status(toolbar(page))).toHaveText(
    'Undone: Home · FAQ “auditors visit” question and 1 other text.',
  )
})

/** Delays the page's next refresh until the returned function is called. */
async function delayRefresh(page: Page) {
  await page.evaluate(() => {
    const { router } = Object(window).next
    const { refresh } = router
    router.refresh = () => {}
    const refreshNow = () => {
      router.refresh = refresh
      refresh()
    }
    Object.assign(window, { refreshNow })
  })
  return () => page.evaluate(() => Object(window).refreshNow())
}

test('a new question is framed once the page shows it', async ({ page }) => {
  const { form, add } = await openAdding(page)
  await fillQuestion(form)
  await expect(form).toContainText('Note: ')
  const refresh = await delayRefresh(page)
  await add.click()
  const added = panelOf(page, 'Home · FAQ “auditors visit” question')
  await expect(status(added)).toHaveText(
    'The page shows this text in a moment.',
    patience,
  )

  await refresh()

  await expect(editedText(page)).toHaveText(/^Can auditors visit\?/, patience)
  await expect(editedText(page)).toBeInViewport()
  await expect(status(added)).toHaveText('')
})

test('a question moves up in every language', async ({ page, editor }) => {
  const added = await addQuestion(page)
  const up = added.getByRole('button', { name: 'Move up' })

  await up.click()

  await expect(added).toContainText('entry 6 of 8')
  await expect(up).toBeFocused()
  await expect
    .poll(() =>
      Object.keys(editor.catalog('es').HomeFaq.items).indexOf('auditorsVisit'),
    )
    .toBe(5)
})

const deleteButton = (inside: Locator) =>
  inside.getByRole('button', { name: 'Delete in every language' })

const confirmButton = (inside: Locator) =>
  inside.getByRole('button', { name: 'Delete anyway' })

test('a double click on Delete only asks', async ({ page }) => {
  const added = await addQuestion(page)

  await deleteButton(added).dblclick()

  await expect(status(added)).toHaveText('Delete this in every language?')
})

test('Keep cancels a deletion', async ({ page }) => {
  const added = await addQuestion(page)
  await deleteButton(added).click()
  await expect(status(added)).toHaveText('Delete this in every language?')

  await added.getByRole('button', { name: 'Keep', exact: true }).click()

  await expect(status(added)).toHaveText('')
})

test('a question is deleted in every language', async ({ page, editor }) => {
  const added = await addQuestion(page)
  await deleteButton(added).click()

  await confirmButton(added).click()

  await expect(added).toBeHidden()
  await expect(status(toolbar(page))).toContainText('“Undo” brings it back.')
  expect(editor.git('diff', '--name-only', '--', 'messages')).toBe('')
  await expect(questionOn(page)).toHaveCount(0, patience)
})

/** Asks the editor to delete a card that other texts mention. */
async function askToDeleteCard(page: Page) {
  await open(page, '/')
  await page.getByText('Delivery on request').click()
  const card = panelOf(page, /Home · benefits “physical delivery”/)
  await deleteButton(card).click()
  await expect(status(card)).toContainText('may still mention it')
  return card
}

/** Deletes a card that other texts mention. */
async function deleteCard(page: Page) {
  const card = await askToDeleteCard(page)
  await confirmButton(card).click()
  await expect(card).toBeHidden()
  await expect(status(toolbar(page))).toContainText('“Undo” brings it back.')
  return card
}

test('the texts that mention a card are named before it is deleted', async ({
  page,
}) => {
  const card = await askToDeleteCard(page)

  await expect(
    card.getByRole('button', { name: /redemption “delivery”/ }).first(),
  ).toBeVisible()
  await expectAccessible(page)
})

test('a card can be deleted although other texts mention it', async ({
  page,
  editor,
}) => {
  await deleteCard(page)

  expect(editor.catalog('fr').Benefits.cards).not.toHaveProperty(
    'physicalDelivery',
  )
})

test('Undo restores a deleted card', async ({ page, editor }) => {
  const card = await deleteCard(page)

  await tool(page, 'Undo').click()

  await expect(status(toolbar(page))).toContainText(/^Undone: Home · benefits/)
  await expect(card).toBeVisible()
  await expect(editedText(page)).toHaveText(/^Delivery on request/, patience)
  expect(editor.catalog('fr').Benefits.cards).toHaveProperty('physicalDelivery')
})

test('a restored card can be deleted again with the keyboard', async ({
  page,
  editor,
}) => {
  const card = await deleteCard(page)
  await page.keyboard.press('Control+Z')
  await expect(field(card, 'English')).toBeFocused()

  await page.keyboard.press('Control+Shift+Z')

  await expect(card).toBeHidden()
  expect(editor.catalog('fr').Benefits.cards).not.toHaveProperty(
    'physicalDelivery',
  )
})
