import { expect, type Page } from '@playwright/test'
import { catalog, expectError, hydrated, locales, localizedPath, test } from '../support/page'

const phone = { width: 390, height: 844 }

function scrollTop(page: Page) {
  return page.evaluate(() => window.scrollY)
}

test('the navigation marks the page shown, an alias too', async ({ page }) => {
  const { Navigation } = catalog('fr')
  const current = page.locator('.nav-wide [aria-current=page]')
  for (const [path, name] of [
    ['/', Navigation.home],
    ['/gold', Navigation.product],
    ['/contact', Navigation.contact],
  ] as const) {
    await page.goto(localizedPath('fr', path))
    await expect(current).toHaveText([name])
  }
  await page.goto(localizedPath('fr', '/attestations'))
  await expect(current).toHaveCount(0)
})

for (const locale of locales) {
  test(`the navigation in ${locale} marks the page shown; the footer holds contact, pages, legal links and this year`, async ({
    page,
  }) => {
    const words = catalog(locale)
    await page.goto(localizedPath(locale, '/contact'))
    await expect(page.locator('.nav-wide [aria-current=page]')).toHaveText([words.Navigation.contact])
    const footer = page.getByRole('contentinfo')
    await expect(footer).toContainText(words.Footer.description)
    await expect(footer.getByRole('link', { name: '+1 514 555 0142' })).toHaveAttribute('href', 'tel:+15145550142')
    await expect(footer.getByRole('link', { name: '+1 212 555 0177' })).toHaveAttribute('href', 'tel:+12125550177')
    for (const label of [words.Footer.privacy, words.Footer.terms]) {
      const link = footer.getByRole('link', { name: `${label} (${words.Footer.newTab})` })
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', /noopener/)
    }
    // Who fills in the form is told of the policy there.
    const policy = page
      .getByRole('main')
      .getByRole('link', { name: `${words.Footer.privacy} (${words.Footer.newTab})` })
    await expect(policy).toHaveAttribute('href', 'https://www.halcrest.example/privacy')
    await expect(footer).toContainText(words.Footer.copyright.replace('{year}', String(new Date().getFullYear())))
  })

  test(`the e-mail address in ${locale} is in no page until one click shows it`, async ({ page, request }) => {
    const words = catalog(locale)
    for (const path of ['/', '/direct-reserve', '/contact', '/attestations', '/no-such-page']) {
      expect(await (await request.get(localizedPath(locale, path))).text()).not.toContain('info@')
    }
    await page.goto(localizedPath(locale, '/contact'))
    // Before, the link leads to a page that shows the address.
    await hydrated(page)
    await page.getByRole('main').getByRole('link', { name: words.EmailReveal.button }).click()
    const link = page.getByRole('main').getByRole('link', { name: /info@halcrest\.example/ })
    await expect(link).toHaveAttribute('href', 'mailto:info@halcrest.example')
    await expect(link).toBeFocused()
  })
}

test('the year is right in January, without a rebuild', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2031-01-02T00:00:00Z'))
  await page.goto('/')
  await expect(page.getByRole('contentinfo')).toContainText('© 2031 Halcrest')
})

test('the phone menu opens, and closes on a link, on Escape and on a click outside', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/fr')
  const words = catalog('fr')
  const menu = page.locator('.menu')
  const toggle = page.getByLabel(words.Navigation.openMenu)
  await toggle.click()
  await menu.getByRole('link', { name: words.Navigation.contact }).click()
  await expect(page).toHaveURL('/fr/contact')
  await expect(menu).not.toHaveAttribute('open')
  // A page that is still being made interactive does not know Escape yet.
  await hydrated(page)
  await toggle.press('Enter')
  await expect(menu).toHaveAttribute('open')
  await page.keyboard.press('Escape')
  await expect(menu).not.toHaveAttribute('open')
  await expect(toggle).toBeFocused()
  await toggle.click()
  await page.mouse.click(195, 800)
  await expect(menu).not.toHaveAttribute('open')
})

test('every link and every change of page scrolls to the top', async ({ page }) => {
  await page.goto('/')
  const navigation = page.getByRole('navigation', { name: catalog('en').Navigation.label })
  await page.evaluate(() => window.scrollTo(0, 3000))
  await navigation.getByRole('link', { name: 'Direct Reserve' }).click()
  await expect(page).toHaveURL('/direct-reserve')
  await expect.poll(() => scrollTop(page)).toBe(0)
  await page.evaluate(() => window.scrollTo(0, 3000))
  await navigation.getByRole('link', { name: 'Direct Reserve' }).click()
  await expect.poll(() => scrollTop(page)).toBe(0)
})

test('the way back to the top appears above 300 px of scroll, and takes the focus along', async ({ page }) => {
  await page.goto('/es')
  const button = page.getByRole('button', { name: catalog('es').BackToTop.label })
  await page.evaluate(() => window.scrollTo(0, 300))
  await expect(button).toBeHidden()
  await page.evaluate(() => window.scrollTo(0, 301))
  await expect(button).toBeVisible()
  await button.click()
  await expect.poll(() => scrollTop(page)).toBe(0)
  await expect(button).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
})

test('what is to be seen lies in a landmark, also what appears by and by', async ({ page }) => {
  await page.goto('/fr/contact')
  await page.evaluate(() => window.scrollTo(0, 400))
  await expect(page.getByRole('button', { name: catalog('fr').BackToTop.label })).toBeVisible()
  await expect(page.locator('.chat-launcher')).toBeVisible()
  await expect(page.locator('.suggestion:visible')).toHaveCount(1)
  const outside = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => !element.closest('header, main, footer, aside, .skip-link') && element.checkVisibility())
      .filter((element) => element.matches('a, button, input, svg') || element.childElementCount === 0)
      .filter((element) => element.getBoundingClientRect().height > 1)
      .map((element) => element.outerHTML),
  )
  expect(outside).toEqual([])
})

test('the skip link leads past the header', async ({ page }) => {
  await page.goto('/contact')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: catalog('en').SkipLink.label })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await skip.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('the keyboard alone reaches switcher and questions, and focus is never hidden by the header', async ({ page }) => {
  await page.goto('/fr/direct-reserve')
  const summary = page.locator('.languages summary')
  await summary.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'English', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(summary).toBeFocused()

  const question = page.locator('#faq summary').first()
  await question.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#faq details').first()).toHaveAttribute('open')
  await page.getByRole('contentinfo').getByRole('link').last().focus()
  for (let step = 0; step < 25; step++) {
    await page.keyboard.press('Shift+Tab')
    await expect.poll(() => page.evaluate(isFocusHidden)).toBe(false)
  }
})

test('at 400 % zoom the first screen has the heading, and nothing covers what has the focus', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  for (const path of ['/', '/fr', '/es', '/attestations']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  }
  await page.goto('/contact')
  await expect(page.locator('.chat-launcher')).toBeVisible()
  const main = page.getByRole('main')
  for (const field of await main.locator(':is(input, textarea, button):not(.trap *):visible').all()) {
    await field.focus()
    await expect
      .poll(() =>
        field.evaluate((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect()
          const y = Math.min((top + bottom) / 2, window.innerHeight - 1)
          const over = [(left + right) / 2, right - 4].map((x) => document.elementFromPoint(x, y))
          return over.filter((each) => !element.contains(each)).map((each) => each?.outerHTML)
        }),
      )
      .toEqual([])
  }
})

test('forced colours draw a line at the current page only', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/fr')
  const canvas = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const links = page.locator('.nav-wide a')
  await expect(links.first()).toHaveAttribute('aria-current', 'page')
  await expect(links.first()).not.toHaveCSS('border-bottom-color', canvas)
  for (const other of (await links.all()).slice(1)) await expect(other).toHaveCSS('border-bottom-color', canvas)
})

function isFocusHidden() {
  const focused = document.activeElement
  const header = document.querySelector('.site-header')
  if (!focused || !header || header.contains(focused) || focused.matches('.skip-link')) return false
  return focused.getBoundingClientRect().bottom <= header.getBoundingClientRect().bottom
}

test('an unknown address is reported to the data layer, without its query', async ({ page }) => {
  expectError(page, /404/)
  await page.goto('/fr/no-such-page?token=secret')
  await expect
    .poll(() => page.evaluate(() => (window as { dataLayer?: unknown[] }).dataLayer))
    .toEqual([{ event: 'page_not_found', path: '/fr/no-such-page', language: 'fr' }])
})

test('a visitor with Global Privacy Control is not reported', async ({ page }) => {
  expectError(page, /404/)
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  await page.goto('/no-such-page', { waitUntil: 'networkidle' })
  expect(await page.evaluate(() => (window as { dataLayer?: unknown[] }).dataLayer)).toBeUndefined()
})
