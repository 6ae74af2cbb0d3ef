import { expect, type Page } from '@playwright/test'
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

const frenchOffer = catalog('fr').LanguageSuggestion

function offerOn(page: Page) {
  return page.getByRole('complementary', { name: frenchOffer.text })
}

test.describe('a visitor whose browser speaks French', () => {
  test.use({ locale: 'fr-CA' })

  test('is offered the French page, in French, once', async ({ page }) => {
    await page.goto('/contact')
    const suggestion = offerOn(page)
    await expect(suggestion).toHaveAttribute('lang', 'fr')
    await expect(page.locator('.suggestion:visible')).toHaveCount(1)
    await expect(suggestion.getByRole('link', { name: frenchOffer.action })).toHaveAttribute('href', '/fr/contact')
    await suggestion.getByRole('button', { name: frenchOffer.dismiss }).press('Enter')
    await expect(suggestion).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
    for (const path of ['/contact', '/']) {
      await page.goto(path)
      await expect(suggestion).toBeHidden()
    }
  })

  test('who chose English is left in peace', async ({ page }) => {
    await page.goto('/fr')
    await page.locator('.languages summary').click()
    await page.getByRole('link', { name: 'English' }).click()
    await expect(page).toHaveURL('/')
    await page.waitForLoadState('networkidle')
    await expect(page.getByText(frenchOffer.text)).toBeHidden()
  })

  test('who takes the offer is never offered English', async ({ page }) => {
    await page.goto('/gold')
    await offerOn(page).getByRole('link', { name: frenchOffer.action }).click()
    await expect(page).toHaveURL('/fr/direct-reserve')
    await hydrated(page)
    await expect(page.locator('.suggestion:visible')).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('fr')
  })

  test('sees nothing move for the offer, and nothing below it, on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await page.addInitScript(() => {
      const seen = { shift: 0 }
      Object.assign(window, { seen })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const path of ['/', '/direct-reserve', '/contact', '/contact/email', '/attestations']) {
      await page.goto(path)
      await expect(offerOn(page)).toBeInViewport({ ratio: 1 })
      expect(await page.evaluate(findCovered), path).toEqual([])
      expect(
        await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift),
        path,
      ).toBeLessThan(0.02)
    }
  })

  test('keeps the heading in the first screen at 400 % zoom, and no offer on paper', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 256 })
    for (const path of ['/', '/contact', '/attestations']) {
      await page.goto(path)
      await expect(offerOn(page).getByRole('link')).toBeInViewport({ ratio: 1 })
      await expect(offerOn(page).getByRole('button')).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    }
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('.suggestion:visible')).toHaveCount(0)
  })

  test('is offered nothing by an address that is unknown, in any language', async ({ page }) => {
    expectError(page, /404/)
    for (const path of ['/no-such-page', '/attestations/1999']) {
      await page.goto(path)
      await expect(page.locator('.suggestion:visible')).toHaveCount(0)
    }
  })

  test('is offered it as well where storage is denied', async ({ page }) => {
    await page.addInitScript(denyStorage)
    await page.goto('/')
    await offerOn(page).getByRole('button', { name: frenchOffer.dismiss }).click()
    await expect(offerOn(page)).toBeHidden()
  })

  test('who dismisses it elsewhere does not find it on a page that was prerendered', async ({ page }) => {
    await page.goto('/')
    await expect(offerOn(page)).toBeVisible()
    // Chromium does not prerender under Playwright: what it does then is put in its place.
    await page.evaluate(() => {
      localStorage.setItem('language-suggestion', 'dismissed')
      document.dispatchEvent(new Event('prerenderingchange'))
    })
    await expect(offerOn(page)).toBeHidden()
  })

  test('whose browser runs no scripts sees no offer', async ({ browser, baseURL }) => {
    const page = await browser.newPage({ baseURL: String(baseURL), locale: 'fr-CA', javaScriptEnabled: false })
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.suggestion:visible')).toHaveCount(0)
    await page.close()
  })
})

function denyStorage() {
  for (const name of ['sessionStorage', 'localStorage']) {
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('The document is sandboxed.', 'SecurityError')
      },
    })
  }
}

// What can be pressed in the first screen, at whose middle something else is.
function findCovered() {
  const controls = [...document.querySelectorAll('header, main, .suggestion')].flatMap((part) => [
    ...part.querySelectorAll(':is(a, button, summary, input, textarea):not(.trap *)'),
  ])
  return controls
    .filter((control) => control.checkVisibility() && control.getBoundingClientRect().bottom < window.innerHeight)
    .filter((control) => {
      const [box] = control.getClientRects()
      const over = box && document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)
      return over && !control.contains(over)
    })
    .map((control) => control.outerHTML.slice(0, 120))
}
