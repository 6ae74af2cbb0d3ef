import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility'
import {
  field,
  headline,
  open,
  panelOf,
  saveButton,
  status,
  tool,
  typeTitle,
} from '../support/edit-page'
import { type Editor, test } from '../support/editor'
import { expectError } from '../support/page'

/** Changes the English headline, so that its translations are stale. */
async function makeStale(page: Page) {
  const panel = await typeTitle(
    page,
    'Vaulted gold and silver: one token per troy ounce',
  )
  await saveButton(panel).click()
  const french = panel.getByRole('region', { name: 'French text' })
  const mark = french.getByText('English has changed', { exact: true })
  await mark.waitFor()
  return { panel, mark }
}

test('a stale translation is listed with the change in English', async ({
  page,
}) => {
  await makeStale(page)

  await tool(page, 'Translations').click()

  const list = panelOf(page, 'Translations')
  await expect(status(list)).toHaveText('Text 1 of 1.')
  await expect(list.getByRole('deletion')).toHaveText('silver,')
  await expectAccessible(page)
})

test('a listed translation opens the panel of its text', async ({ page }) => {
  const { panel } = await makeStale(page)
  await tool(page, 'Translations').click()
  const list = panelOf(page, 'Translations')

  await list.getByRole('button', { name: headline, exact: true }).click()

  await expect(panel).toBeVisible()
})

test('two stale translations can be confirmed at once', async ({ page }) => {
  const { panel, mark } = await makeStale(page)

  // Clicks both at once because the second confirmation must wait for the
  // first.
  await panel.evaluate((element) => {
    for (const button of element.querySelectorAll<HTMLElement>(
      'button[aria-label^="Translation is"]',
    ))
      button.click()
  })

  await expect(mark).toBeHidden()
  await expect(panel.getByRole('button', { name: /still right/ })).toHaveCount(
    0,
  )
})

/** Removes French texts and opens the list of missing translations. */
async function openMissing(page: Page, editor: Editor, texts: string[]) {
  for (const text of texts) editor.replaceInCatalog('fr', `"${text}"`, '""')
  await open(page, '/fr')
  await tool(page, 'Translations').click()
  const dialog = panelOf(page, 'Translations')
  await expect(status(dialog)).toHaveText(`Text 1 of ${texts.length}.`)
  await expect(field(dialog, 'French', 'translation')).toBeFocused()
  return dialog
}

/** Removes two French texts and opens the list of missing translations. */
function openTwoMissing(page: Page, editor: Editor) {
  const { title, contact } = editor.catalog('fr').Hero
  return openMissing(page, editor, [title, contact])
}

test('missing texts are shown one at a time, next to the English text', async ({
  page,
  editor,
}) => {
  const dialog = await openTwoMissing(page, editor)

  await expect(dialog.getByText(editor.catalog('en').Hero.title)).toBeVisible()
  await expect(dialog.getByRole('textbox')).toHaveCount(1)
})

test('Next shows the next missing text', async ({ page, editor }) => {
  const dialog = await openTwoMissing(page, editor)

  await dialog.getByRole('button', { name: 'Next', exact: true }).click()

  await expect(status(dialog)).toHaveText('Text 2 of 2.')
})

test('Previous returns to the previous missing text', async ({
  page,
  editor,
}) => {
  const dialog = await openTwoMissing(page, editor)
  await dialog.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(status(dialog)).toHaveText('Text 2 of 2.')

  await dialog.getByRole('button', { name: 'Previous' }).click()

  await expect(status(dialog)).toHaveText('Text 1 of 2.')
})

test('a translation is saved and followed by the next missing text', async ({
  page,
  editor,
}) => {
  const dialog = await openTwoMissing(page, editor)
  await page.keyboard.type("L'or et l'argent")

  await page.keyboard.press('Control+Enter')

  await expect(status(dialog)).toHaveText('Text 1 of 1.')
  await expect(
    dialog.getByRole('progressbar', { name: 'Translated' }),
  ).toHaveAttribute('value', '1')
  expect(editor.catalog('fr').Hero.title).toBe('L’or et l’argent')
})

test('a translation with an error is not followed by the next text', async ({
  page,
  editor,
}) => {
  expectError(page, /422/)
  const dialog = await openTwoMissing(page, editor)
  await field(dialog, 'French', 'translation').fill('Garanti')

  await page.keyboard.press('Control+Enter')

  await expect(status(dialog)).toHaveText(/^Not saved\. Correct the errors/)
  await expect(
    dialog.getByRole('progressbar', { name: 'Translated' }),
  ).toHaveAttribute('value', '0')
})

test('the last translation completes its language', async ({
  page,
  editor,
}) => {
  const { contact } = editor.catalog('fr').Hero
  const dialog = await openMissing(page, editor, [contact])
  await field(dialog, 'French', 'translation').fill(contact)

  await page.keyboard.press('Control+Enter')

  await expect(status(dialog)).toHaveText('French is complete.')
  await expectAccessible(page)
})
