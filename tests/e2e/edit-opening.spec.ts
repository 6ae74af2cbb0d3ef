import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility'
import { patience } from '../support/development'
import {
  field,
  headline,
  open,
  panelOf,
  saveButton,
  searchFor,
  status,
  title,
  tool,
  toolbar,
} from '../support/edit-page'
import { test } from '../support/editor'

test('a click on a field offers the texts in its place', async ({ page }) => {
  await open(page, '/contact')
  await page.getByRole('textbox', { name: /^Message/ }).click()
  const chooser = page
    .getByRole('dialog')
    .getByRole('navigation', { name: 'Texts in this place' })

  await chooser.getByRole('button', { name: /message placeholder$/ }).click()

  await expect(panelOf(page, /placeholder$/)).toBeVisible()
})

const linkIn = (page: Page, name: RegExp) =>
  page.getByRole('navigation').getByRole('link', { name }).first()

test('a click on a link edits its text', async ({ page }) => {
  await open(page, '/contact')

  await linkIn(page, /^Home/).click()

  await expect(panelOf(page, /navigation home$/)).toBeVisible()
})

test('an Alt click on a link follows it', async ({ page, editor }) => {
  await open(page, '/contact')

  await linkIn(page, /^Home/).click({ modifiers: ['Alt'] })

  await expect(page).toHaveURL(`${editor.address}/`, patience)
})

test('a click on a link follows it while editing is off', async ({ page }) => {
  await open(page, '/')
  await toolbar(page).getByRole('switch', { name: 'Editing' }).click()

  await linkIn(page, /^Contact/).click()

  await expect(page).toHaveURL(/\/contact$/, patience)
})

const contactLink = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: 'Contact our team' }).first()

/** Opens the panel of a link's text with the keyboard. */
async function openByKeyboard(page: Page) {
  await open(page, '/')
  await contactLink(page).focus()
  await page.keyboard.press('Alt+Enter')
  const panel = panelOf(page, 'Home · contact')
  await expect(field(panel, 'English')).toBeFocused()
  return panel
}

test('the keyboard alone is enough to change a text', async ({
  page,
  editor,
}) => {
  const panel = await openByKeyboard(page)

  await page.keyboard.press('Control+End')
  await page.keyboard.type(' now')
  await page.keyboard.press('Control+s')

  await expect(status(panel)).toHaveText('Saved.')
  expect(editor.catalog('en').Hero.contact).toBe('Contact our team now')
})

test('Escape returns the focus to the text on the page', async ({ page }) => {
  const panel = await openByKeyboard(page)
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' now')
  await page.keyboard.press('Control+s')
  await expect(status(panel)).toHaveText('Saved.')

  await page.keyboard.press('Escape')

  await expect(panel).toBeHidden()
  await expect(contactLink(page)).toBeFocused()
})

/** Moves from a link to the headline, two texts before it. */
async function moveToTitle(page: Page) {
  await open(page, '/')
  await contactLink(page).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
}

test('Alt and an arrow key move to the text above', async ({ page }) => {
  await moveToTitle(page)

  await expect(title(page)).toBeFocused()
})

test('the arrow keys continue from a text that was edited', async ({
  page,
}) => {
  await moveToTitle(page)
  await page.keyboard.press('Alt+Enter')
  await expect(field(panelOf(page, headline), 'English')).toBeFocused()
  await page.keyboard.press('Escape')

  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowDown')

  await expect(contactLink(page)).toBeFocused()
})

test('the panel of an FAQ answer opens its question', async ({ page }) => {
  await open(page, '/')
  await page.getByText('What are the fees?').click()
  await page.getByRole('main').getByText('Fees are not published').click()
  const answer = panelOf(page, 'Home · FAQ “fees” answer')

  await answer.getByRole('button', { name: 'Edit its question' }).click()

  await expect(panelOf(page, 'Home · FAQ “fees” question')).toBeVisible()
})

test('a changed answer links to the assistant’s fact that says the same', async ({
  page,
}) => {
  await open(page, '/')
  await tool(page, 'Search and replace').click()
  const search = panelOf(page, 'Search and replace')
  await search
    .getByRole('searchbox', { name: 'Find' })
    .fill('HomeFaq.items.vaults.answer')
  await page.keyboard.press('Enter')
  await search
    .getByRole('button', { name: 'Home · FAQ “vaults” answer · English' })
    .click()
  const vaults = panelOf(page, 'Home · FAQ “vaults” answer')
  await field(vaults, 'English').fill(
    'In vaults. For due diligence, please <contact>contact us</contact>.',
  )
  await saveButton(vaults).click()
  await expect(status(vaults)).toContainText('says the same. Check it too.')

  await vaults.getByRole('button', { name: 'Open it' }).click()

  await expect(
    panelOf(page, 'Assistant · custody “vaults” answer'),
  ).toBeVisible()
})

test('a click on a telephone number names the file that contains it', async ({
  page,
}) => {
  await open(page, '/contact')

  await page.getByRole('link', { name: '+1 514 555 0142' }).first().click()

  await expect(status(toolbar(page))).toContainText(
    '“+1 514 555 0142” is a fact of the company',
  )
  await expect(status(toolbar(page))).toContainText(
    'brands/halcrest/brand.json',
  )
})

test('search and replace changes only the selected texts', async ({
  page,
  editor,
}) => {
  const search = await searchFor(page, 'contact our team', 'write to us')
  const checkboxes = search.getByRole('checkbox', { name: /^Replace in/ })
  const selected = (await checkboxes.count()) - 1
  await search
    .getByRole('checkbox', { name: 'Replace in Home · contact · English' })
    .uncheck()

  await search
    .getByRole('button', { name: `Replace in ${selected} text` })
    .click()

  await expect(status(search)).toContainText('Replaced in')
  expect(selected).toBeGreaterThan(0)
  expect(editor.catalog('en').Hero.contact).toBe('Contact our team')
  expect(editor.git('diff', '--numstat', '--', 'messages/en.json')).toContain(
    `${selected}\t${selected}\t`,
  )
})

test('search and replace warns about a change of case', async ({ page }) => {
  const search = await searchFor(page, 'contact our team', 'Write to us')

  await expect(search).toContainText(
    'Warning: A capital letter replaces a lowercase one.',
  )
  await expectAccessible(page)
})
