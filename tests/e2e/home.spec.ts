import { expect } from '@playwright/test'
import { catalog, expectAccessible, locales, localizedPath, test } from '../support/page'

for (const locale of locales) {
  test(`the home page in ${locale} shows its ten sections in order, from the catalog, and opens one question at a time`, async ({
    page,
  }) => {
    const words = catalog(locale)
    await page.goto(localizedPath(locale, '/'))
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    await expect(page).toHaveTitle(words.Metadata.home.title)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText([words.Hero.title])
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      words.About.title,
      words.Institutions.title,
      words.Benefits.title,
      words.Showcase.title,
      words.WhyUs.title,
      words.Steps.title,
      words.Testimonial.heading,
      words.HomeFaq.title,
      words.CallToAction.title,
    ])
    for (const namespace of ['Institutions', 'Benefits', 'WhyUs', 'Steps'] as const) {
      const { title, cards } = words[namespace]
      const headings = page.getByRole('region', { name: title, exact: true }).getByRole('heading', { level: 3 })
      await expect(headings).toHaveText(Object.values(cards).map((card) => card.title))
    }
    await expect(page.getByRole('blockquote')).toContainText(words.Testimonial.quote)
    await expect(page.getByText(words.Testimonial.illustrative, { exact: true })).toBeVisible()
    for (const label of [words.Hero.contact, words.CallToAction.contact]) {
      const links = page.getByRole('main').getByRole('link', { name: label, exact: true })
      await expect(links.first()).toHaveAttribute('href', localizedPath(locale, '/contact'))
    }

    // One question is open at a time.
    const { items } = words.HomeFaq
    const [first, second] = Object.values(items).map(({ question }) => question)
    if (!first || !second) throw new Error('One question cannot close another')
    const questions = page.locator('#faq details')
    await expect(questions).toHaveCount(Object.keys(items).length)
    await page.getByText(first, { exact: true }).click()
    await expect(page.locator('#faq details[open]')).toContainText(first)
    await page.getByText(second, { exact: true }).click()
    await expect(page.locator('#faq details[open]')).toHaveCount(1)
    await expect(page.locator('#faq details[open]')).toContainText(second)
    await expectAccessible(page)
  })
}
