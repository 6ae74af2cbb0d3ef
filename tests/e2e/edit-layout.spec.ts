import { expect } from '@playwright/test'
import { expectAccessible } from '../support/accessibility'
import {
  field,
  open,
  openTitle,
  saveButton,
  searchFor,
  title,
  tool,
  toolbar,
  typeTitle,
} from '../support/edit-page'
import { test } from '../support/editor'
import { narrow, phone } from '../support/page'

test('the closed toolbar is one line high in a window 320 px wide', async ({
  page,
}) => {
  await page.setViewportSize(narrow)

  await open(page, '/')

  await expect(tool(page, 'Undo')).toBeHidden()
  const box = await toolbar(page).boundingBox()
  expect(box?.height).toBeLessThan(80)
})

test('the toolbar opens once the window is wide enough', async ({ page }) => {
  await page.setViewportSize(narrow)
  await open(page, '/')

  await page.setViewportSize({ width: 1440, height: 900 })

  await expect(tool(page, 'Undo')).toBeVisible()
})

test('the panel fits a window 320 px wide', async ({ page }) => {
  await page.setViewportSize(narrow)

  const panel = await openTitle(page)

  await expect(field(panel, 'English')).toBeFocused()
  await expect(panel).toBeInViewport({ ratio: 1 })
  await expect(saveButton(panel)).toBeInViewport({ ratio: 1 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(320)
  await expectAccessible(page)
})

test('the panel leaves the edited text visible in a narrow window', async ({
  page,
}) => {
  await page.setViewportSize(narrow)

  const panel = await openTitle(page)

  await expect(field(panel, 'English')).toBeFocused()
  const edited = await title(page).boundingBox()
  const covering = await panel.boundingBox()
  expect(edited?.y).toBeLessThan(covering?.y ?? 0)
})

test('the panel and the open toolbar leave a third of a phone’s screen', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  const panel = await typeTitle(page, 'Gold for banks')

  await toolbar(page).getByText('Editor', { exact: true }).click()

  const box = await panel.boundingBox()
  expect(box?.y).toBeGreaterThan(phone.height / 3)
  await expect(saveButton(panel)).toBeInViewport({ ratio: 1 })
})

test('Discard and Save share a row on a phone', async ({ page }) => {
  await page.setViewportSize(phone)

  const panel = await typeTitle(page, 'Gold for banks')

  const discardButton = panel.getByRole('button', { name: 'Discard' })
  const discard = await discardButton.boundingBox()
  const save = await saveButton(panel).boundingBox()
  expect(discard?.y).toBe(save?.y)
})

test('the editor keeps its outlines in forced colors', async ({ page }) => {
  const panel = await openTitle(page)

  await page.emulateMedia({ forcedColors: 'active' })

  for (const part of [
    panel,
    toolbar(page),
    saveButton(panel),
    field(panel, 'Spanish'),
  ]) {
    await expect(part).toHaveCSS('border-top-style', 'solid')
  }
})

test('the search dialog scrolls only its results', async ({ page }) => {
  const search = await searchFor(page, 'contact our team', 'Write to us')

  const hidden = await search.evaluate(
    (dialog) => dialog.scrollHeight - dialog.clientHeight,
  )
  expect(hidden).toBe(0)
})
