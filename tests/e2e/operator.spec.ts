import { type Browser, expect, type Page, test as plain } from '@playwright/test'
import { consolePaths, consoleSections } from '@/lib/operator/console-paths'
import { elementsOf } from '../../lib/security/inspect-page'
import { expectToFit } from '../support/layout'
import { catalog, expectAccessible, expectContrast, locales, localizedPath, test } from '../support/page'
import { operatorKey, otherOperatorKey } from '../support/server'

type Locale = (typeof locales)[number]

/** Signs in by keyboard alone, from wherever the page asks for it. */
async function signIn(page: Page, locale: Locale, key = operatorKey) {
  const { signIn: words } = catalog(locale).Operator
  const field = page.getByLabel(words.key)
  for (let presses = 0; presses < 20; presses++) {
    if (await field.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type(key)
  await page.keyboard.press('Enter')
}

for (const locale of locales) {
  test(`an operator signs in by keyboard and reads every section on a phone, in ${locale}`, async ({ page }) => {
    const words = catalog(locale).Operator
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(localizedPath(locale, `${consolePaths.health}?a=b`))
    await expect(page).toHaveURL(new RegExp(`^[^?]+${localizedPath(locale, consolePaths.overview)}\\?to=`))
    await expectAccessible(page)

    await signIn(page, locale, 'wrong-key-0123456789-0123456789-abcdef')
    await expect(page.getByLabel(words.signIn.key)).toHaveAccessibleDescription(words.signIn.problems.unauthorized)
    await expectAccessible(page)
    await signIn(page, locale)
    await expect(page).toHaveURL(localizedPath(locale, `${consolePaths.health}?a=b`))

    for (const section of consoleSections) {
      const link = page.getByRole('navigation').getByRole('link', { name: words.sections[section], exact: true })
      await link.focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(localizedPath(locale, consolePaths[section]))
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(link).toHaveAttribute('aria-current', 'page')
      await expectAccessible(page)
      if (locale === 'en') {
        await page.emulateMedia({ colorScheme: 'dark' })
        await expectContrast(page)
        await page.emulateMedia({ colorScheme: 'light' })
      }
      await expectToFit(page)
    }
  })
}

/** A browser without JavaScript in which an operator is signed in. */
async function signedIn(browser: Browser, baseURL = '') {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(consolePaths.overview)
  await signIn(page, 'en', otherOperatorKey)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(catalog('en').Operator.overview.title)
  return page
}

plain('without JavaScript, sessions are ended one by one, and by signing out', async ({ browser, baseURL }) => {
  const words = catalog('en').Operator
  const [page, other] = [await signedIn(browser, baseURL), await signedIn(browser, baseURL)]
  await page.reload()
  const ended = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: words.sessions.end }) })
  await expect(page.getByText(words.sessions.current)).toHaveCount(1)
  await expect(ended.first()).toContainText(/Chrome \d+, Linux/)
  await page.getByRole('button', { name: words.sessions.endOthers }).click()
  await expect(page.getByRole('status')).toHaveText(words.overview.sessionsEnded)
  await expect(ended).toHaveCount(0)
  await other.goto(consolePaths.leads)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(words.signIn.title)

  await page.getByRole('link', { name: 'Español' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await page.getByRole('button', { name: catalog('es').Operator.signOut }).click()
  await expect(page.getByRole('status')).toHaveText(catalog('es').Operator.signIn.signedOut)
  await page.goBack()
  await page.reload()
  await expect(page.getByLabel(catalog('es').Operator.signIn.key)).toBeVisible()
  for (const each of [page, other]) await each.context().close()
})

plain('nothing of the console is public: no search engine, list, cache or other page’s script', async ({ request }) => {
  for (const path of [...Object.values(consolePaths), `${consolePaths.leads}/0b9c2f`]) {
    const answer = await request.get(localizedPath('fr', path), { maxRedirects: 0 })
    expect([answer.status(), path]).toEqual([path === consolePaths.overview ? 200 : 307, path])
    const { 'x-robots-tag': robots, 'cache-control': cache, ...headers } = answer.headers()
    expect([robots, cache, headers['speculation-rules']]).toEqual(['noindex, nofollow', 'no-store', undefined])
  }
  expect(await (await request.get(consolePaths.overview)).text()).toContain('content="noindex, nofollow"')
  for (const path of ['/sitemap.xml', '/robots.txt', '/llms.txt', '/speculation-rules.json']) {
    expect(await (await request.get(path)).text(), path).not.toContain('/operator')
  }
  for (const path of ['/', '/contact', '/attestations']) {
    const html = await (await request.get(path)).text()
    const scripts = elementsOf(html).flatMap(({ tagName, attrs }) =>
      tagName === 'script' ? attrs.filter(({ name }) => name === 'src').map(({ value }) => value) : [],
    )
    const loaded = await Promise.all(scripts.map(async (src) => (await request.get(src)).text()))
    const named = [html, ...loaded]
      .join('\n')
      .match(/\/operator\/(leads|questions|health)|console-(bar|brand|sections|row)/g)
    expect(named, path).toBeNull()
  }
})
