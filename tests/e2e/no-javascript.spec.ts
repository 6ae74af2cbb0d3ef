import { expect, test } from '@playwright/test'
import { catalog, locales, localizedPath } from '../support/page'

test.use({ javaScriptEnabled: false })

for (const locale of locales) {
  test(`without JavaScript, ${locale} has navigation, languages, questions and the e-mail address`, async ({
    page,
  }) => {
    const words = catalog(locale)
    await page.goto(localizedPath(locale, '/'))
    for (const block of await page.locator('[data-reveal]').all()) await expect(block).toHaveCSS('opacity', '1')
    await page.getByText(words.HomeFaq.items.vaults.question, { exact: true }).click()
    await page.getByText(words.HomeFaq.items.fees.question, { exact: true }).click()
    await expect(page.locator('#faq details[open]')).toHaveCount(1)
    await expect(page.locator('#faq details[open]')).toContainText(words.HomeFaq.items.fees.question)

    await page.getByRole('navigation').getByRole('link', { name: words.Navigation.product }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.ProductHero.title)

    await page.locator('.languages summary').click()
    const other = locale === 'es' ? 'fr' : 'es'
    await page.locator(`.languages a[hreflang=${other}]`).click()
    await expect(page).toHaveURL(localizedPath(other, '/direct-reserve'))
    await page.goBack()

    await page.getByRole('navigation').getByRole('link', { name: words.Navigation.contact }).click()
    await page.getByRole('main').getByRole('link', { name: words.EmailReveal.button }).click()
    const address = page.getByRole('main').getByRole('link', { name: 'info@halcrest.example' })
    await expect(address).toHaveAttribute('href', 'mailto:info@halcrest.example')
  })
}

test('without JavaScript the phone menu opens and leads on', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/es')
  await page.getByLabel(catalog('es').Navigation.openMenu).click()
  await page
    .locator('.menu')
    .getByRole('link', { name: catalog('es').Navigation.contact })
    .click()
  await expect(page).toHaveURL('/es/contact')
})
