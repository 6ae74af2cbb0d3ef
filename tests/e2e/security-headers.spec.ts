import { randomUUID } from 'node:crypto'
import { expect, test as plain } from '@playwright/test'
import { isConsolePage } from '@/lib/operator/console-paths'
import { isRenderedPerRequest } from '@/lib/routes'
import { commonHeaders } from '@/lib/security/policy.mjs'
import { attribute, elementsOf, inspectPage } from '../../lib/security/inspect-page'
import { validReport } from '../support/attestations'
import { chatOn } from '../support/chatbot-page'
import { validContact } from '../support/contact'
import { catalog, expectError, expectViolations, hydrated, locales, localizedPath, test } from '../support/page'
import { pageAddresses } from '../support/security'
import { operatorKey } from '../support/server'

const policyHeader = 'content-security-policy'

function sourcesOf(policy: string, directive: string): string[] {
  const found = policy.split('; ').find((part) => part.startsWith(`${directive} `))
  return found?.split(' ').slice(1) ?? []
}

function isPerRequest(address: string) {
  return locales.some((locale) => {
    const prefix = localizedPath(locale, '/').replace(/\/$/, '')
    const path = address.slice(prefix.length)
    return address.startsWith(prefix) && (isRenderedPerRequest(path) || isConsolePage(path))
  })
}

for (const address of pageAddresses) {
  plain(`${address} allows exactly the scripts it holds`, async ({ request }) => {
    const answer = await request.get(address)
    const policy = answer.headers()[policyHeader] ?? ''
    const html = await answer.text()
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' /)
    expect(policy).not.toMatch(/unsafe|\*|data:|http:|https:/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(Buffer.byteLength(policy)).toBeLessThanOrEqual(4096)
    for (const [name, value] of Object.entries(commonHeaders)) expect(answer.headers()[name.toLowerCase()]).toBe(value)

    // Nothing but scripts with integrity, hashes or a nonce: no style or event attribute, no javascript: address.
    const { scripts: inline, styles, errors } = inspectPage(html)
    expect(errors).toEqual([])
    const [own, ...allowed] = sourcesOf(policy, 'script-src')
    const [ownStyles, ...allowedStyles] = sourcesOf(policy, 'style-src')
    expect([own, ownStyles]).toEqual(["'self'", "'self'"])
    if (!isPerRequest(address)) {
      expect(inline.length).toBeGreaterThan(0)
      expect(allowedStyles).toEqual(styles)
      // The policy of the 404 page is that of any address, so it allows those of the other languages too.
      expect(allowed).toEqual(expect.arrayContaining(inline))
      if (answer.status() === 200) expect(inline).toEqual(expect.arrayContaining(allowed))
      return
    }
    expect(allowedStyles).toEqual(expect.arrayContaining(styles))
    const [nonce] = allowed.map((source) => source.match(/^'nonce-([\w+/]{22}==)'$/)?.[1])
    expect(allowed).toEqual([`'nonce-${nonce}'`])
    const scripts = elementsOf(html).filter(
      (element) => element.tagName === 'script' && attribute(element, 'type') !== 'application/ld+json',
    )
    expect(scripts.map((script) => attribute(script, 'nonce'))).toEqual(scripts.map(() => nonce))
    expect((await request.get(address)).headers()[policyHeader]).not.toContain(nonce)
  })
}

for (const address of ['/', '/attestations']) {
  test(`a script that was slipped into ${address} does not run`, async ({ page }) => {
    // React finds its page changed as well.
    expectError(page, /Content Security Policy|#418/)
    await page.route(address, async (route) => {
      const answer = await route.fetch()
      const body = (await answer.text()).replace('<body', '<script>window.slipped = true</script><body')
      const slipped = '<p style="color: red">x</p><img src="https://elsewhere.example/" alt="">'
      await route.fulfill({ response: answer, body: body.replace('</main>', `${slipped}</main>`) })
    })
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => 'slipped' in window)).toBe(false)
    expectViolations(page, ['script-src-elem inline', 'style-src-attr inline', 'img-src https://elsewhere.example/'])
  })
}

test('a script whose bytes are not those of the build does not run', async ({ page }) => {
  expectError(page, /integrity/)
  await page.route(/\/_next\/static\/chunks\/.*\.js$/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: `window.altered = true;${await answer.text()}` })
  })
  const blocked = page.waitForEvent('console', (message) => /integrity/.test(message.text()))
  await page.goto('/', { waitUntil: 'load' })
  await blocked
  expect(await page.evaluate(() => 'altered' in window)).toBe(false)
  await page.unrouteAll({ behavior: 'wait' })
})

test('a visit breaks no policy: navigation, form, assistant, attestations', async ({ page }) => {
  expectError(page, /401/)
  const locale = 'fr'
  const words = catalog(locale)
  await page.goto(localizedPath(locale, '/'))
  await hydrated(page)
  await page.locator('main a[href="/fr/direct-reserve"]').first().click()
  await expect(page).toHaveURL(/direct-reserve$/)
  await page.locator('#faq summary').first().click()
  await page.goBack()
  await expect(page).toHaveURL(/fr$/)
  await page.goForward()
  await expect(page).toHaveURL(/direct-reserve$/)
  await hydrated(page)

  const chat = chatOn(page, locale)
  await chat.open()
  await chat.say('Comment vendre mon or ?')
  await chat.say('bonjour')
  await page.keyboard.press('Escape')
  for (const field of ['name', 'email', 'company', 'phone', 'message'] as const) {
    await page.getByRole('textbox', { name: words.ContactForm[field] }).fill(validContact[field])
  }
  await page.getByRole('button', { name: words.ContactForm.submit }).click()
  await expect(page.getByText(words.ContactForm.success)).toBeVisible()

  const { operatorActions } = words.Attestations
  const title = `Rapport ${randomUUID()}`
  await page.goto(localizedPath(locale, '/attestations'))
  await hydrated(page)
  await page.getByRole('button', { name: operatorActions.add, exact: true }).click()
  for (const field of ['title', 'report_date', 'file_url', 'description'] as const) {
    const value = field === 'title' ? title : validReport[field]
    await page.getByRole('textbox', { name: operatorActions.fields[field] }).fill(value)
  }
  await page.getByRole('button', { name: operatorActions.add, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: operatorActions.key.title })
  await dialog.getByLabel(operatorActions.key.label).fill(operatorKey)
  await dialog.getByRole('button', { name: operatorActions.key.submit }).click()
  await expect(page.locator('#reports .report').filter({ hasText: title })).toBeVisible()
  await page.getByRole('button', { name: operatorActions.deleteLabel.replace('{title}', title) }).click()
  const question = page.getByRole('dialog', { name: operatorActions.deleteQuestion, exact: true })
  await question.getByRole('textbox', { name: operatorActions.reason }).fill('Essai')
  await question.getByRole('button', { name: operatorActions.delete, exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: operatorActions.deleted })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
})

plain(
  'what is no page can run and load nothing, and only link previews may be shown elsewhere',
  async ({ request }) => {
    for (const path of ['/readyz', '/api/contact', '/api/no-such-call', '/api/openapi.json']) {
      const headers = (await request.get(path)).headers()
      expect(headers[policyHeader], path).toBe("default-src 'none'; frame-ancestors 'none'; sandbox")
      expect(headers['cache-control'], path).toBe('no-store')
      expect(headers['x-content-type-options'], path).toBe('nosniff')
    }
    for (const path of [
      '/robots.txt',
      '/sitemap.xml',
      '/llms.txt',
      '/fr/attestations.atom',
      '/icon.svg',
      '/favicon.ico',
    ]) {
      const headers = (await request.get(path)).headers()
      expect(headers[policyHeader], path).toMatch(/^default-src 'none'; /)
      expect(headers['x-content-type-options'], path).toBe('nosniff')
      expect(headers['cross-origin-resource-policy'], path).toBe('same-origin')
    }
    const share = (await request.get('/share/home.en.png')).headers()
    expect(share['cross-origin-resource-policy']).toBe('cross-origin')
  },
)
