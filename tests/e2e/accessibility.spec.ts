import { expect } from '@playwright/test'
import { expectToFit } from '../support/layout'
import { expectAccessible, expectError, locales, localizedPath, pages, test } from '../support/page'

for (const locale of locales) {
  for (const path of pages) {
    const address = localizedPath(locale, path)

    // Colours and layout are those of one language in every other; its texts and their structure are not.
    const widths = locale === 'en' ? [390, 1440] : [390]
    const schemes = locale === 'en' ? (['light', 'dark'] as const) : (['light'] as const)

    test(`${address} meets WCAG 2.2 AA, in ${schemes.join(' and ')}, at ${widths.join(' and ')} px`, async ({
      page,
    }) => {
      if (path === '/no-such-page') expectError(page, /404/)
      await page.goto(address)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme })
          await expectAccessible(page)
        }
      }
    })

    // 320 CSS pixels is also what 400 % zoom leaves of 1280 (WCAG 1.4.10).
    test(`${address} does not scroll sideways at 320 px, with everything opened`, async ({ page }) => {
      if (path === '/no-such-page') expectError(page, /404/)
      await page.setViewportSize({ width: 320, height: 640 })
      await page.goto(address)
      await expectToFit(page)
    })

    test(`${address} offers targets of at least 24 px`, async ({ page }) => {
      if (path === '/no-such-page') expectError(page, /404/)
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(address)
      const small = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('a, button, summary, input, textarea')]
          .filter(
            (element) =>
              element.checkVisibility() && !element.closest('p:not(.actions):not(.brand), .trap, .skip-link'),
          )
          .filter((element) => !element.classList.contains('skip-link') && element.offsetHeight < 24)
          .map((element) => element.outerHTML.slice(0, 120)),
      )
      expect(small).toEqual([])
    })
  }
}
