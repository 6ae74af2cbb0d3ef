import { expect, type Page } from '@playwright/test'
import { expectToFit } from '../support/layout'
import { expectAccessible, expectContrast, expectError, locales, localizedPath, pages, test } from '../support/page'

for (const locale of locales) {
  for (const path of pages) {
    const address = localizedPath(locale, path)

    // Colours and layout are those of one language in every other; its texts and their structure are not.
    const widths = locale === 'en' ? [390, 1440] : [390]

    test(`${address} meets WCAG 2.2 AA, offers targets of at least 24 px and fits 320 px`, async ({ page }) => {
      if (path === '/no-such-page') expectError(page, /404/)
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(address)
      await test.step('targets of at least 24 px', async () => expect(await page.evaluate(findSmall)).toEqual([]))
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await test.step(`WCAG 2.2 AA at ${width} px`, () => expectAccessible(page))
        if (locale === 'en') await test.step(`contrast in the dark at ${width} px`, () => expectDarkContrast(page))
      }
      // 320 CSS pixels is also what 400 % zoom leaves of 1280 (WCAG 1.4.10).
      await page.setViewportSize({ width: 320, height: 640 })
      await test.step('nothing scrolls sideways at 320 px, with everything opened', () => expectToFit(page))
    })
  }
}

// The colours are all that the scheme changes.
async function expectDarkContrast(page: Page) {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page)
  await page.emulateMedia({ colorScheme: 'light' })
}

function findSmall() {
  return [...document.querySelectorAll<HTMLElement>('a, button, summary, input, textarea')]
    .filter(
      (element) => element.checkVisibility() && !element.closest('p:not(.actions):not(.brand), .trap, .skip-link'),
    )
    .filter((element) => !element.classList.contains('skip-link') && element.offsetHeight < 24)
    .map((element) => element.outerHTML.slice(0, 120))
}
