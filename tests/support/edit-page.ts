// The parts of a page in the text editor, and steps that several specs share.
import { expect, type Locator, type Page } from '@playwright/test'
import { openInDevelopment } from './development'
import { hydrated } from './hydration'

/** The editor's name of the home page's title. */
export const headline = 'Home · headline'

export const title = (page: Page) => page.getByRole('heading', { level: 1 })

export const toolbar = (page: Page) =>
  page.getByRole('complementary', { name: 'Editor' })

export const tool = (page: Page, name: string | RegExp) =>
  toolbar(page).getByRole('button', { name, exact: true })

export const panelOf = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog', { name, exact: true })

export const field = (inside: Locator, language: string, what = 'text') =>
  inside.getByRole('textbox', { name: `${language} ${what}`, exact: true })

export const status = (inside: Locator) => inside.getByRole('status')

export const saveButton = (inside: Locator) =>
  inside.getByRole('button', { name: 'Save', exact: true })

export async function save(inside: Locator) {
  await saveButton(inside).click()
  await expect(status(inside)).toHaveText('Saved.')
}

/** Opens a page and waits for the editor. */
export async function open(page: Page, path: string) {
  await openInDevelopment(page, path)
  await hydrated(page)
  await toolbar(page).waitFor()
}

/** Opens the panel of the headline by a click on it. */
export async function openTitle(page: Page, path = '/') {
  await open(page, path)
  await title(page).click()
  return panelOf(page, headline)
}

/** Changes the English headline without waiting for the check's result. */
export async function typeTitle(page: Page, text: string) {
  const panel = await openTitle(page)
  await expect(field(panel, 'English')).toBeFocused()
  await field(panel, 'English').fill(text)
  return panel
}

/** Types a headline in every language without saving it. */
export async function typeTitles(page: Page) {
  const panel = await typeTitle(page, 'Gold for banks')
  await field(panel, 'French').fill('De l’or pour les banques')
  await field(panel, 'Spanish').fill('Oro para bancos')
  return panel
}

/** Searches the English texts and fills in a replacement. */
export async function searchFor(page: Page, text: string, replacement: string) {
  await open(page, '/')
  await tool(page, 'Search and replace').click()
  const search = panelOf(page, 'Search and replace')
  const find = search.getByRole('searchbox', { name: /^Find/ })
  await find.fill(text)
  await search.getByRole('textbox', { name: /^Replace with/ }).fill(replacement)
  await search
    .getByRole('combobox', { name: 'Language' })
    .selectOption('English')
  await find.press('Enter')
  await expect(status(search)).toContainText(/^Found/)
  return search
}
