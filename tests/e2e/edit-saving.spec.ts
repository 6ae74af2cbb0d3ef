import { expect, type Page } from '@playwright/test'
import { locales } from '../support/catalog'
import { patience } from '../support/development'
import {
  field,
  headline,
  open,
  openTitle,
  panelOf,
  save,
  saveButton,
  status,
  title,
  tool,
  toolbar,
  typeTitle,
  typeTitles,
} from '../support/edit-page'
import { test } from '../support/editor'
import { expectError } from '../support/page'

test('the page previews a text before it is saved', async ({ page }) => {
  const panel = await openTitle(page)

  await field(panel, 'English').fill('Gold for banks')

  await expect(title(page)).toContainText('Gold for banks')
  await expect(tool(page, '1 text not saved')).toBeVisible()
  await expect(panel.getByRole('link', { name: 'Home' })).toHaveAttribute(
    'href',
    '/',
  )
})

test('a save changes one line in every catalog', async ({ page, editor }) => {
  const panel = await typeTitles(page)

  await save(panel)

  const titles = locales.map((locale) => editor.catalog(locale).Hero.title)
  expect(titles).toEqual([
    'Gold for banks',
    'De l’or pour les banques',
    'Oro para bancos',
  ])
  const changedFiles = editor.git('diff', '--numstat', '--', 'messages')
  expect(changedFiles.match(/^1\t1\t/gm)).toHaveLength(3)
})

test('the panel marks how a saved text has changed', async ({ page }) => {
  const panel = await typeTitles(page)

  await save(panel)

  const english = panel.getByRole('region', { name: 'English text' })
  await expect(english.getByRole('deletion')).toHaveText(
    /^Vaulted gold and silver/,
  )
  await expect(english.getByRole('insertion')).toHaveText('Gold for banks')
})

test('a double click on Save saves once', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/_edit/save')) requests.push(request.url())
  })
  const panel = await typeTitle(page, 'Gold for banks')

  await saveButton(panel).dblclick()

  await expect(status(panel)).toHaveText('Saved.')
  await expect(tool(page, '1 text not saved')).toBeHidden()
  expect(requests).toHaveLength(1)
})

test('a save neither reloads nor scrolls the page', async ({ page }) => {
  const panel = await typeTitle(page, 'Gold for banks')
  await page.evaluate(() => {
    window.scrollTo({ top: 200, behavior: 'instant' })
    Object.assign(window, { isSame: true })
  })

  await save(panel)

  await expect(tool(page, '1 text not saved')).toBeHidden()
  const scrolled = await page.evaluate(
    () => 'isSame' in window && window.scrollY,
  )
  // Allows a different scroll position, because the headline is one line
  // shorter.
  expect(scrolled).toBeGreaterThan(100)
})

/** Saves a headline in every language and undoes that. */
async function undoSave(page: Page) {
  const panel = await typeTitles(page)
  await save(panel)
  await tool(page, 'Undo').click()
  await expect(status(toolbar(page))).toHaveText(`Undone: ${headline}. Show`)
  return panel
}

test('Undo restores the text in every language', async ({ page, editor }) => {
  const panel = await undoSave(page)

  await expect(title(page)).toContainText('Vaulted gold and silver', patience)
  await expect(field(panel, 'Spanish')).toHaveValue(/^Oro y plata/)
  expect(editor.git('diff', '--name-only')).toBe('')
})

test('an undone text is redone with the keyboard', async ({ page }) => {
  await undoSave(page)
  await expect(tool(page, 'Redo')).toBeEnabled()
  await expect(title(page)).toContainText('Vaulted gold and silver', patience)

  await page.keyboard.press('Control+Shift+Z')

  await expect(title(page)).toContainText('Gold for banks', patience)
})

/** Saves a headline and undoes that with the keyboard. */
async function undoByKeyboard(page: Page) {
  const panel = await typeTitle(page, 'Gold for banks')
  await save(panel)
  await page.keyboard.press('Control+Z')
  await expect(status(toolbar(page))).toHaveText(`Undone: ${headline}. Show`)
  return panel
}

test('Ctrl+Z undoes a save while the text is unchanged', async ({ page }) => {
  const panel = await undoByKeyboard(page)

  await expect(field(panel, 'English')).toHaveValue(/^Vaulted gold/)
})

test('Ctrl+Z undoes only typing once the text is changed', async ({ page }) => {
  const panel = await undoByKeyboard(page)
  await expect(field(panel, 'English')).toHaveValue(/^Vaulted gold/)
  await field(panel, 'English').press('End')
  await page.keyboard.type('!')

  await page.keyboard.press('Control+Z')

  await expect(field(panel, 'English')).not.toHaveValue(/!$/)
  await expect(status(toolbar(page))).toHaveText(`Undone: ${headline}. Show`)
})

test('opening another text clears the toolbar’s message', async ({ page }) => {
  await undoByKeyboard(page)

  await page.getByText('What are the fees?').click()

  await expect(status(toolbar(page))).toHaveText('')
})

test('two quick presses undo two changes', async ({ page, editor }) => {
  const before = editor.catalog('en').Hero.title
  const panel = await typeTitle(page, 'Gold for banks')
  await save(panel)
  await field(panel, 'English').fill('Gold for funds')
  await expect(status(panel)).toHaveText('No errors.')
  await save(panel)

  await tool(page, 'Undo').dblclick()

  await expect(tool(page, 'Undo')).toBeDisabled(patience)
  expect(editor.catalog('en').Hero.title).toBe(before)
})

test('each plural form has its own field', async ({ page, editor }) => {
  await open(page, '/')
  await page.getByRole('main').getByText('we bring together the tokens').click()
  const panel = panelOf(page, 'Home · about text')
  const singular = 'text, {officeCount…}: for one (singular)'

  await field(panel, 'English', singular).fill('our only office')
  await save(panel)

  await expect(field(panel, 'English')).toHaveValue(
    /^From \{officeCount…\} in \{offices\},/,
  )
  const change = panel
    .getByRole('region', { name: 'English text' })
    .getByRole('paragraph')
    .filter({ has: page.getByRole('insertion') })
  await expect(change).toHaveText(
    '{officeCount…}: for one (singular): our only office',
  )
  expect(editor.catalog('en').About.body).toMatch(
    /^From \{officeCount, plural, one \{our only office\} other \{our offices\}\} in \{offices\}/,
  )
})

/** Tries to save a headline that is not allowed. */
async function saveForbidden(page: Page) {
  expectError(page, /422/)
  const panel = await openTitle(page)
  await field(panel, 'English').fill('Guaranteed gold')
  await page.keyboard.press('Control+s')
  await expect(status(panel)).toHaveText(
    'Not saved. Correct the errors, or try again to keep them.',
  )
  return panel
}

test('the first attempt does not save a text with an error', async ({
  page,
  editor,
}) => {
  const panel = await saveForbidden(page)

  await expect(panel.getByText('is not allowed here').first()).toBeVisible()
  expect(editor.catalog('en').Hero.title).not.toBe('Guaranteed gold')
})

test('the second attempt saves a text with an error', async ({
  page,
  editor,
}) => {
  const panel = await saveForbidden(page)

  await page.keyboard.press('Control+s')

  await expect(status(panel)).toHaveText(
    'Saved, with 1 error to fix before you propose.',
  )
  expect(editor.catalog('en').Hero.title).toBe('Guaranteed gold')
})

/** Types a French headline that is not allowed. */
async function typeForbidden(page: Page) {
  const panel = await openTitle(page, '/fr')
  await expect(field(panel, 'French')).toBeFocused()
  await field(panel, 'French').fill('Un rendement garanti')
  await expect(status(panel)).toContainText('to fix.')
  return panel
}

test('an error is explained next to the input', async ({ page }) => {
  const panel = await typeForbidden(page)

  const french = panel.getByRole('region', { name: 'French text' })
  await expect(french.getByText('is not allowed here').first()).toBeVisible()
})

test('Discard replaces input with the saved text', async ({ page }) => {
  const panel = await typeForbidden(page)

  await panel.getByRole('button', { name: 'Discard' }).click()

  await expect(field(panel, 'French')).toHaveValue(/^Or et argent/)
})

test('Escape closes the panel after Discard', async ({ page }) => {
  const panel = await typeForbidden(page)
  await panel.getByRole('button', { name: 'Discard' }).click()
  await expect(field(panel, 'French')).toHaveValue(/^Or et argent/)

  await page.keyboard.press('Escape')

  await expect(panel).toBeHidden()
})

test('a save corrects the typography of its language', async ({ page }) => {
  const panel = await openTitle(page, '/fr')
  await field(panel, 'French').fill("Pourquoi l'or ?")
  await expect(status(panel)).toHaveText('No errors.')

  await saveButton(panel).click()

  await expect(field(panel, 'French')).toHaveValue('Pourquoi l’or\u202f?')
  await expect(status(panel)).toHaveText(
    'Saved, with corrected spaces, quotation marks or apostrophes.',
  )
})
