import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { validContact } from '../support/contact'
import { catalog, expectError, hydrated, test } from '../support/page'
import { sharedPort } from '../support/server'

// Visitors see an address that is not SITE_URL, and the site another Host: a reverse proxy that rewrites it.
let proxy: { address: string; close: () => void }

test.beforeAll(async () => {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url: path } = incoming
    const inside = { ...headers, host: 'inside.example:8080' }
    // A kept connection might be closed by the site just as the next request goes out.
    const passed = send({ port: sharedPort, method, path, headers: inside, agent: false })
    passed.on('response', (answer) => answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers)))
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxy = { address: `http://localhost:${(server.address() as AddressInfo).port}`, close: () => server.close() }
})

test.afterAll(() => proxy.close())

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a lead is taken behind a proxy that rewrites Host', async ({ page }) => {
      const words = catalog('fr').ContactForm
      await page.goto(`${proxy.address}/fr/contact`)
      if (javaScriptEnabled) await hydrated(page)
      for (const field of ['name', 'email', 'company', 'phone', 'message'] as const)
        await page.getByRole('textbox', { name: words[field] }).fill(validContact[field])
      await page.getByRole('button', { name: words.submit }).click()
      if (javaScriptEnabled) await expect(page.getByText(words.success)).toBeVisible()
      else await expect(page).toHaveURL(/\/fr\/contact\/received\?reference=[0-9A-F]{8}$/)
    })
  })
}

test('a form of another site that leads there is refused', async ({ page }) => {
  expectError(page, /403/)
  await page.route('http://evil.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${proxy.address}/api/contact"><button>x</button></form>`,
    }),
  )
  await page.goto('http://evil.example/')
  const answer = page.waitForResponse(`${proxy.address}/api/contact`)
  await page.getByRole('button').click()
  expect((await answer).status()).toBe(403)
})
