import { expect, type Page } from '@playwright/test'
import { catalog, test } from '../support/page'

test('the product page prints as a fact sheet: all answers, where from, when, for whom; no navigation', async ({
  page,
}) => {
  const words = catalog('fr')
  await page.goto('/fr/direct-reserve')
  await announcePrint(page)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const answers = page.locator('#faq details > p')
  await expect(answers).toHaveCount(Object.keys(words.ProductFaq.items).length)
  for (const answer of await answers.all()) await expect(answer).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText(/\/fr\/direct-reserve · \d+ \p{L}+ 20\d\d/u)
  await expect(page.getByRole('contentinfo')).toContainText(words.Footer.disclaimer)
  await expect(page.getByText(words.EmailReveal.button).filter({ visible: true })).toHaveCount(0)
  for (const hidden of ['.nav-wide', '.languages', '.invitation', '.hero .actions']) {
    await expect(page.locator(hidden)).toBeHidden()
  }
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  // What is said for paper is the last word, whichever file a page loads last.
  await expect(page.locator('.section-frame').first()).toHaveCSS('display', 'block')
  await expect(page.locator('.hero-text')).toHaveCSS('min-height', '0px')
})

test('the contact page prints the e-mail address, not a button that nobody can press on paper', async ({ page }) => {
  const { button } = catalog('es').EmailReveal
  const fetched = page.waitForResponse('/api/email')
  await page.goto('/es/contact')
  const details = page.locator('.contact-details')
  await expect(details.getByRole('link', { name: button })).toBeVisible()
  const { email } = await (await fetched).json()
  await expect(async () => {
    await announcePrint(page)
    await expect(details).toContainText(email, { timeout: 500 })
  }).toPass()
  await page.emulateMedia({ media: 'print' })
  await expect(details.getByText(email)).toBeVisible()
  await expect(details.getByText(button)).toHaveCount(0)
})

test('the attestations page prints its reports, without the controls', async ({ page }) => {
  const words = catalog('en')
  await page.goto('/attestations')
  await expect(page.getByRole('button', { name: words.Attestations.operatorActions.add, exact: true })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('main button, main dialog, main input').filter({ visible: true })).toHaveCount(0)
  await announcePrint(page)
  await expect(page.getByRole('contentinfo')).toContainText('/attestations · ')
})

/** What the browser says before it prints: headless Chromium shows no dialog. */
function announcePrint(page: Page) {
  return page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
}
