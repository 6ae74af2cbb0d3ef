// Visitors see an address that is not SITE_URL, and the site another Host: a reverse proxy that rewrites it.
import { createServer, request as send } from 'node:http'
import { expect } from '@playwright/test'
import { portOf } from '../support/ask'
import { validContact } from '../support/contact'
import { contactFields } from '../support/contact-page'
import { catalog, expectError, hydrated, test } from '../support/page'
import { sharedPort } from '../support/server'

const proxy = createServer((incoming, outgoing) => {
  const { method, headers, url: path } = incoming
  const inside = { ...headers, host: 'inside.example:8080' }
  // A kept connection might be closed by the site just as the next request goes out.
  const passed = send({ port: sharedPort, method, path, headers: inside, agent: false })
  passed.on('response', (answer) => answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers)))
  passed.on('error', () => outgoing.destroy())
  incoming.pipe(passed)
})
let address: string

test.beforeAll(async () => {
  address = `http://localhost:${await portOf(proxy)}`
})

test.afterAll(() => void proxy.close())

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a lead is taken behind a proxy that rewrites Host', async ({ page }) => {
      const words = catalog('fr').ContactForm
      await page.goto(`${address}/fr/contact`)
      if (javaScriptEnabled) await hydrated(page)
      for (const field of contactFields)
        await page.getByRole('textbox', { name: words[field] }).fill(validContact[field])
      await page.getByRole('button', { name: words.submit }).click()
      if (javaScriptEnabled) await expect(page.getByText(words.success)).toBeVisible()
      else await expect(page).toHaveURL(/\/fr\/contact\/received\?reference=[0-9A-F]{8}$/)
    })
  })
}

test('a form of another site that leads there is refused', async ({ page }) => {
  expectError(page, /403/)
  const body = `<form method="post" action="${address}/api/contact"><button>x</button></form>`
  await page.route('http://evil.example/', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto('http://evil.example/')
  const answer = page.waitForResponse(`${address}/api/contact`)
  await page.getByRole('button').click()
  expect((await answer).status()).toBe(403)
})
