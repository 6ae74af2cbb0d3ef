import { expect, type Page, test as plain } from '@playwright/test'
import { notFoundPath, routes } from '@/lib/routes'
import { catalog, expectError, hydrated, locales, localizedPath, test } from '../support/page'

const headings = {
  '/': ({ Hero }) => Hero.title,
  '/direct-reserve': ({ ProductHero }) => ProductHero.title,
  '/contact': ({ Contact }) => Contact.title,
  '/contact/email': ({ EmailReveal }) => EmailReveal.label,
  '/contact/again': ({ Contact }) => Contact.title,
  '/contact/received': ({ ContactForm }) => ContactForm.receiptTitle,
  '/attestations': ({ Attestations }) => Attestations.title,
} satisfies Record<string, (words: ReturnType<typeof catalog>) => string>

/** Lets a page do what it does under its policy: a violation of it, or an error, fails the test. */
async function comeToLife(page: Page) {
  await hydrated(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.emulateMedia({ media: 'print' })
  await page.mouse.wheel(0, 4000)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

for (const locale of locales) {
  for (const [path, route] of Object.entries(routes)) {
    if (route.kind !== 'redirect') continue
    const address = localizedPath(locale, path)
    plain(`${address} is a redirect`, async ({ request }) => {
      const answer = await request.get(address, { maxRedirects: 0 })
      expect(answer.status()).toBe(308)
      expect(answer.headers().location).toMatch(new RegExp(`${localizedPath(locale, route.to)}$`))
    })
  }

  // What machines read has tests of its own (search.spec.ts).
  for (const kind of ['page', 'alias'] as const) {
    test(`every ${kind} in ${locale} comes to life under its policy`, async ({ page }) => {
      test.setTimeout(180_000)
      for (const [path, route] of Object.entries(routes)) {
        if (route.kind !== kind) continue
        const address = localizedPath(locale, path)
        await test.step(address, async () => {
          const answer = await page.goto(address)
          expect([answer?.status(), answer?.request().redirectedFrom()]).toEqual([200, null])
          const shown = route.kind === 'alias' ? route.of : (path as keyof typeof headings)
          await expect(page.locator('html')).toHaveAttribute('lang', locale)
          await expect(page.getByRole('heading', { level: 1 })).toHaveText([headings[shown](catalog(locale))])
          const canonical = await page.locator('link[rel=canonical]').getAttribute('href')
          expect(new URL(canonical ?? '').pathname).toBe(localizedPath(locale, shown))
          await comeToLife(page)
          await page.emulateMedia({ colorScheme: 'light', media: 'screen' })
        })
      }
    })
  }

  test(`unknown addresses in ${locale} are a 404 in its language that comes to life`, async ({ page }) => {
    expectError(page, /404/)
    const words = catalog(locale)
    for (const path of ['/no-such-page', '/contact/no-such-page', '/index.php', notFoundPath]) {
      await test.step(path, async () => {
        const answer = await page.goto(localizedPath(locale, path))
        expect(answer?.status()).toBe(404)
        await expect(page.locator('html')).toHaveAttribute('lang', locale)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.NotFound.title)
        await expect(page.getByText(words.NotFound.message)).toBeVisible()
        await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
        for (const [label, target] of [
          [words.NotFound.home, '/'],
          [words.NotFound.product, '/direct-reserve'],
          [words.NotFound.contact, '/contact'],
        ] as const) {
          const link = page.getByRole('main').getByRole('link', { name: label, exact: true })
          await expect(link).toHaveAttribute('href', localizedPath(locale, target))
        }
        await hydrated(page)
      })
    }
    await comeToLife(page)
  })
}

test('addresses that are nearly those of pages are a 404 that comes to life', async ({ page }) => {
  expectError(page, /404/)
  for (const address of ['/CONTACT', '/fr/Gold', '/%63ontact']) {
    await test.step(address, async () => {
      const answer = await page.goto(address)
      expect(answer?.status()).toBe(404)
      await hydrated(page)
    })
  }
})

plain.describe('languages in the address', () => {
  for (const [from, to] of [
    ['/en', '/'],
    ['/en/contact', '/contact'],
    ['/en/no-such-page', '/no-such-page'],
    ['/en/contact?a=1', '/contact?a=1'],
    ['/contact?lang=fr', '/fr/contact'],
    ['/?lng=es&utm_source=x', '/es?utm_source=x'],
    ['/?lang=en', '/'],
    ['/gold?lang=fr', '/fr/gold'],
  ] as const) {
    plain(`${from} leads to ${to}`, async ({ request, baseURL }) => {
      const answer = await request.get(from, { maxRedirects: 0 })
      expect(answer.status()).toBe(308)
      expect(new URL(answer.headers().location ?? '', baseURL).href).toBe(new URL(to, baseURL).href)
    })
  }

  for (const path of ['/?lang=tlh', '/?lang=FR', '/?lang=fr%22%3E%3Cscript%3E', '/fr?lang=es', '/?lang=']) {
    plain(`${path} is shown as it is`, async ({ request }) => {
      expect((await request.get(path, { maxRedirects: 0 })).status()).toBe(200)
    })
  }

  plain('a browser of another language is not redirected', async ({ request }) => {
    const answer = await request.get('/', {
      maxRedirects: 0,
      headers: { 'Accept-Language': 'fr', Cookie: 'language=fr' },
    })
    expect(answer.status()).toBe(200)
    expect(await answer.text()).toContain('lang="en"')
    expect(answer.headers()['set-cookie']).toBeUndefined()
  })
})
