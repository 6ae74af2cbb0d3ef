import { expect, type Page } from '@playwright/test'
import { patience } from '../support/development'
import {
  field,
  save,
  saveButton,
  status,
  title,
  tool,
  toolbar,
  typeTitle,
} from '../support/edit-page'
import { type Editor, test } from '../support/editor'
import { expectError } from '../support/page'

/**
 * Types a headline, changes it and another text outside the editor, and tries
 * to save.
 */
async function saveConflicting(page: Page, editor: Editor) {
  expectError(page, /409/)
  const { title, contact } = editor.catalog('en').Hero
  const panel = await typeTitle(page, 'Typed here')
  editor.replaceInCatalog('en', title, 'Written elsewhere')
  editor.replaceInCatalog('en', contact, 'Another text of the same file')
  await saveButton(panel).click()
  await expect(status(panel)).toContainText('Not saved.')
  return panel
}

test('a conflicting change is shown instead of overwritten', async ({
  page,
  editor,
}) => {
  const panel = await saveConflicting(page, editor)

  await expect(
    panel.getByRole('region', { name: 'English text' }),
  ).toContainText('Someone else changed this text. It is now:Written elsewhere')
  await expect(field(panel, 'English')).toHaveValue('Typed here')
  expect(editor.catalog('en').Hero.title).toBe('Written elsewhere')
})

test('a second save overwrites the conflicting change', async ({
  page,
  editor,
}) => {
  const panel = await saveConflicting(page, editor)

  await save(panel)

  expect(editor.catalog('en').Hero).toMatchObject({
    title: 'Typed here',
    contact: 'Another text of the same file',
  })
  await expect(title(page)).toContainText('Typed here', patience)
})

test('changes of other texts in the file do not prevent a save', async ({
  page,
  editor,
}) => {
  expectError(page, /409/)
  const { contact } = editor.catalog('en').Hero
  const panel = await typeTitle(page, 'Typed again')
  editor.replaceInCatalog('en', contact, 'Written elsewhere')

  await saveButton(panel).click()

  await expect
    .poll(() => editor.catalog('en').Hero)
    .toMatchObject({ title: 'Typed again', contact: 'Written elsewhere' })
})

/** Types a headline and tries to save it without a network. */
async function saveOffline(page: Page) {
  expectError(page, /ERR_FAILED|ERR_CONNECTION/)
  const panel = await typeTitle(page, 'Kept')
  await page.route('**/_edit/**', (route) => route.abort())
  await saveButton(panel).click()
  await expect(status(panel)).toContainText(
    'Not saved, but your text is still here.',
  )
  return panel
}

test('input survives a network error', async ({ page }) => {
  const panel = await saveOffline(page)

  await expect(field(panel, 'English')).toHaveValue('Kept')
})

test('input can be saved after a network error', async ({ page }) => {
  const panel = await saveOffline(page)
  await page.unroute('**/_edit/**')

  await save(panel)

  await expect(title(page)).toContainText('Kept', patience)
})

test('the page shows another program’s change next to input', async ({
  page,
  editor,
}) => {
  expectError(page, /ERR_CONNECTION|409/)
  const { eyebrow } = editor.catalog('en').Hero
  const panel = await typeTitle(page, 'Kept')

  editor.replaceInCatalog('en', eyebrow, 'From elsewhere')

  await expect(page.getByText('From elsewhere')).toBeVisible(patience)
  await expect(field(panel, 'English')).toHaveValue('Kept')
})

/**
 * Types a headline and breaks a catalog. The toolbar reports the error, because
 * an error page would lose the input.
 */
async function typeAndBreakCatalog(page: Page, editor: Editor) {
  // The check of the typed text fails if it reaches the server while the
  // catalog is broken.
  expectError(page, /ERR_CONNECTION|409|500/)
  const panel = await typeTitle(page, 'Kept')
  editor.replaceInCatalog('en', '"Navigation": {', '"Navigation" {')
  await expect(status(toolbar(page))).toContainText(
    'messages/en.json cannot be read',
  )
  return panel
}

test('input survives a broken catalog', async ({ page, editor }) => {
  const panel = await typeAndBreakCatalog(page, editor)

  await expect(field(panel, 'English')).toHaveValue('Kept')
})

test('input can be saved once the catalog is repaired', async ({
  page,
  editor,
}) => {
  const panel = await typeAndBreakCatalog(page, editor)
  editor.replaceInCatalog('en', '"Navigation" {', '"Navigation": {')
  await expect(field(panel, 'English')).toHaveValue('Kept')

  await save(panel)

  expect(editor.catalog('en').Hero.title).toBe('Kept')
})

/** Types a headline, reloads the page and opens the unsaved text. */
async function reloadWithInput(page: Page) {
  expectError(page, /ERR_CONNECTION|409/)
  const panel = await typeTitle(page, 'Kept')
  const warnings: string[] = []
  page.on('dialog', (dialog) => {
    warnings.push(dialog.type())
    return dialog.accept()
  })
  await page.reload({ waitUntil: 'load' })
  await tool(page, '1 text not saved').click()
  return { panel, warnings }
}

test('a reload with unsaved input asks first', async ({ page }) => {
  const { warnings } = await reloadWithInput(page)

  expect(warnings).toEqual(['beforeunload'])
})

test('input can be saved after a reload', async ({ page }) => {
  const { panel } = await reloadWithInput(page)
  await expect(field(panel, 'English')).toHaveValue('Kept')

  await save(panel)

  await expect(title(page)).toContainText('Kept', patience)
})
