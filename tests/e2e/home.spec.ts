import { expect } from '@playwright/test'
import { catalog, expectAccessible, locales, localizedPath, test } from '../support/page'

for (const locale of locales) {
  test(`the home page in ${locale} shows its ten sections in order, from the catalog`, async ({ page }) => {
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
    const counts = { Institutions: 8, Benefits: 9, WhyUs: 4, Steps: 4 } as const
    for (const [namespace, count] of Object.entries(counts) as [keyof typeof counts, number][]) {
      const section = page.getByRole('region', { name: words[namespace].title, exact: true })
      await expect(section.getByRole('listitem')).toHaveCount(count)
    }
    await expect(page.getByRole('blockquote')).toContainText(words.Testimonial.quote)
    for (const label of [words.Hero.contact, words.CallToAction.contact]) {
      const links = page.getByRole('main').getByRole('link', { name: label, exact: true })
      await expect(links.first()).toHaveAttribute('href', localizedPath(locale, '/contact'))
    }
  })

  test(`the home page in ${locale} opens one question at a time`, async ({ page }) => {
    const { items } = catalog(locale).HomeFaq
    await page.goto(localizedPath(locale, '/'))
    const questions = page.locator('#faq details')
    await expect(questions).toHaveCount(7)
    await page.getByText(items.eligibility.question, { exact: true }).click()
    await expect(page.locator('#faq details[open]')).toContainText(items.eligibility.question)
    await page.getByText(items.fees.question, { exact: true }).click()
    await expect(page.locator('#faq details[open]')).toHaveCount(1)
    await expect(page.locator('#faq details[open]')).toContainText(items.fees.question)
    await expectAccessible(page)
  })
}
