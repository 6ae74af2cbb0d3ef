import { expect } from '@playwright/test'
import { catalog, expectError, hydrated, locales, test } from '../support/page'

test('choosing a language keeps the page, its query and its fragment', async ({ page, context }) => {
  await page.goto('/contact?a=1#form-title')
  await page.getByLabel(catalog('en').LanguageSwitcher.label.replace('{language}', 'English')).click()
  await page.getByRole('link', { name: 'Français' }).click()
  await expect(page).toHaveURL('/fr/contact?a=1#form-title')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('fr')
  expect(await context.cookies()).toContainEqual(expect.objectContaining({ name: 'language', value: 'fr' }))

  // Before its scripts have come, the page's links do not know the query.
  await hydrated(page)
  await page.getByLabel(catalog('fr').LanguageSwitcher.label.replace('{language}', 'Français')).click()
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL('/contact?a=1#form-title')
})

test('choosing a language keeps an alias and an unknown address', async ({ page }) => {
  await page.goto('/fr/gold')
  await page.locator('.languages summary').click()
  await page.getByRole('link', { name: 'Español' }).click()
  await expect(page).toHaveURL('/es/gold')

  expectError(page, /404/)
  await page.goto('/fr/no-such-page')
  await page.locator('.languages summary').click()
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL('/no-such-page')
})

test('the switcher marks the current language and closes by Escape, by a click outside and by a choice', async ({
  page,
}) => {
  await page.goto('/es')
  const switcher = page.locator('.languages')
  const summary = switcher.locator('summary')
  await summary.click()
  await expect(switcher.getByRole('link')).toHaveCount(locales.length)
  await expect(switcher.getByRole('link', { name: 'Español' })).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('Escape')
  await expect(switcher).not.toHaveAttribute('open')
  await expect(summary).toBeFocused()
  await summary.press('Enter')
  await expect(switcher).toHaveAttribute('open')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(switcher).not.toHaveAttribute('open')
})

test.describe('a visitor whose browser speaks French', () => {
  test.use({ locale: 'fr-CA' })

  test('is offered the French page, in French, once', async ({ page }) => {
    const { LanguageSuggestion } = catalog('fr')
    await page.goto('/contact')
    const suggestion = page.getByRole('complementary', { name: LanguageSuggestion.text })
    await expect(suggestion).toHaveAttribute('lang', 'fr')
    await expect(suggestion.getByRole('link', { name: LanguageSuggestion.action })).toHaveAttribute(
      'href',
      '/fr/contact',
    )
    await suggestion.getByRole('button', { name: LanguageSuggestion.dismiss }).click()
    await expect(suggestion).toBeHidden()
    await page.reload()
    await page.waitForLoadState('networkidle')
    await expect(suggestion).toBeHidden()
  })

  test('who chose English is left in peace', async ({ page }) => {
    await page.goto('/fr')
    await page.locator('.languages summary').click()
    await page.getByRole('link', { name: 'English' }).click()
    await expect(page).toHaveURL('/')
    await page.waitForLoadState('networkidle')
    await expect(page.getByText(catalog('fr').LanguageSuggestion.text)).toBeHidden()
  })
})
