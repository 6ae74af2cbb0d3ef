import { chromium, expect, type Page, type Request } from '@playwright/test'
import { draftEntry } from '@/lib/leads/browser/draft'
import { wholeBrowser } from '../support/browser'
import { contactOn } from '../support/contact-page'
import { catalog, expectError, hydrated, test } from '../support/page'

function chunksIn(page: Page) {
  return page.locator('head script[src*="/_next/static/chunks/"][async]').count()
}

/** Fonts that never come keep a page from being loaded. */
function holdFonts(page: Page) {
  return page.route(/\.woff2/, () => {})
}

/** Lets the page's clock stand still, however long the machine takes, until it is told to go on. */
async function stopClock(page: Page) {
  await page.clock.install({ time: 0 })
  // Far off, as the clock goes until then.
  await page.clock.pauseAt(600_000)
}

/** Keeps scripts from coming until the function that it returns is called. */
async function holdChunks(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/_next\/static\/chunks\//, async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}

test('while fonts do not come, scripts wait for the visitor’s first action', async ({ page }) => {
  await stopClock(page)
  await holdFonts(page)
  await page.goto('/contact', { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await chunksIn(page)).toBe(0)
  await page.keyboard.press('Tab')
  expect(await chunksIn(page)).toBeGreaterThan(0)
  await page.clock.resume()
  await hydrated(page)
})

test('scripts wait 3 s at most', async ({ page }) => {
  await stopClock(page)
  await holdFonts(page)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await page.clock.runFor(2_900)
  expect(await chunksIn(page)).toBe(0)
  await page.clock.runFor(200)
  await page.clock.resume()
  await hydrated(page)
})

test('a button that was pressed, and a file that was chosen, before scripts came take effect once', async ({
  page,
}) => {
  const words = catalog('fr').Attestations
  const release = await holdChunks(page)
  await page.goto('/fr/attestations', { waitUntil: 'domcontentloaded' })
  await page.getByLabel(words.check.choose).setInputFiles({
    name: 'report.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('a file'),
  })
  const add = page.getByRole('button', { name: words.operatorActions.add, exact: true })
  await add.click()
  await add.click()
  release()
  await expect(page.getByText(words.check.unknown.replace('{name}', 'report.pdf'))).toBeVisible()
  await expect(page.getByRole('textbox', { name: words.operatorActions.fields.title })).toBeVisible()
})

test('what was typed and sent before scripts came is not lost', async ({ page }) => {
  await page.clock.install()
  await holdFonts(page)
  await page.route(/\/_next\/static\/chunks\//, () => {})
  await page.goto('/contact', { waitUntil: 'domcontentloaded' })
  const name = page.locator('[name=name]')
  await name.fill('Ada Martin')
  await page.locator('form button[type=submit]').click()
  // The browser itself asks for the fields that are missing.
  expect(await page.locator('form :invalid').count()).toBeGreaterThan(0)
  await expect(name).toHaveValue('Ada Martin')
})

test('what was typed before scripts came is newer than the draft of an earlier visit', async ({ page }) => {
  await page.addInitScript(
    ([name, draft]) => sessionStorage.setItem(String(name), String(draft)),
    [draftEntry, JSON.stringify({ name: 'Grace Hopper', company: 'Banque du Port' })],
  )
  const release = await holdChunks(page)
  await page.goto('/contact', { waitUntil: 'domcontentloaded' })
  const { input } = contactOn(page)
  await input('name').fill('Ada Martin')
  await input('email').fill('ada@banque.example')
  release()
  await expect(input('company')).toHaveValue('Banque du Port')
  await expect(input('name')).toHaveValue('Ada Martin')
  await expect(input('email')).toHaveValue('ada@banque.example')
  const stored = () => page.evaluate((name) => sessionStorage.getItem(name) ?? '', draftEntry)
  await expect.poll(stored).toContain('Ada Martin')
  expect(JSON.parse(await stored())).toMatchObject({ name: 'Ada Martin', email: 'ada@banque.example' })
})

const isAsked = { predicate: (request: Request) => request.method() === 'HEAD' }

/** Opens the reports, and tells how often they have been loaded since then. */
async function openReports(page: Page) {
  let loads = 0
  page.on('domcontentloaded', () => {
    loads++
  })
  await page.goto('/fr/attestations', { waitUntil: 'domcontentloaded' })
  return () => loads
}

test('a page whose data is gone stays readable without a connection', async ({ page }) => {
  expectError(page, /ERR_FAILED/)
  await page.route(/page-data|attestations$/, (route, request) =>
    request.resourceType() === 'document' ? route.continue() : route.abort(),
  )
  const unanswered = page.waitForEvent('requestfailed', isAsked)
  const loads = await openReports(page)
  await unanswered
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(loads()).toBe(1)
})

test('a page whose data is gone is loaded anew', async ({ page }) => {
  expectError(page, /404/)
  await page.route(/page-data/, (route) => route.fulfill({ status: 404 }), { times: 1 })
  const loads = await openReports(page)
  await expect.poll(loads).toBe(2)
  await hydrated(page)
})

test('a page whose data is gone is not loaded anew for ever', async ({ page }) => {
  expectError(page, /404/)
  await page.addInitScript(() => sessionStorage.setItem('renewed', String(Date.now())))
  await page.route(/page-data/, (route) => route.fulfill({ status: 404 }))
  const answered = page.waitForResponse((response) => response.request().method() === 'HEAD')
  const loads = await openReports(page)
  await answered
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(loads()).toBe(1)
})

test('a prerendered page runs nothing before it is shown', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  // Chromium does not prerender under Playwright: its state is put in its place.
  await page.addInitScript(() => {
    Object.defineProperty(document, 'prerendering', { value: true, configurable: true })
  })
  await page.clock.install()
  await page.goto('/contact', { waitUntil: 'load' })
  await page.clock.runFor(10_000)
  expect(await chunksIn(page)).toBe(0)
  expect(requests.filter((path) => path.startsWith('/api/'))).toEqual([])
  await page.evaluate(() => {
    Object.defineProperty(document, 'prerendering', { value: false })
    document.dispatchEvent(new Event('prerenderingchange'))
  })
  await page.clock.runFor(3_000)
  await hydrated(page)
})

test('pages name the rules by which browsers prerender the next one, and leave out what is one visitor’s', async ({
  request,
}) => {
  for (const path of ['/', '/fr/contact', '/es/attestations', '/no-such-page']) {
    const rules = (await request.get(path)).headers()['speculation-rules']
    expect(rules).toBe('"/speculation-rules.json"')
  }
  const answer = await request.get('/speculation-rules.json')
  expect(answer.headers()['content-type']).toBe('application/speculationrules+json')
  const [{ where, eagerness }] = (await answer.json()).prerender
  expect(eagerness).toBe('eager')
  expect(where.href_matches).toEqual(expect.arrayContaining(['/', '/fr', '/es/contact', '/fr/attestations']))
  expect(where.href_matches.filter((path: string) => /again|received|email|api/.test(path))).toEqual([])
})

test('every page is there at once when the visitor goes back', async ({ baseURL }) => {
  const browser = await chromium.launch({ ...wholeBrowser, ignoreDefaultArgs: ['--disable-back-forward-cache'] })
  const page = await browser.newPage({ baseURL: String(baseURL) })
  await page.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => persisted && localStorage.setItem('restored', location.pathname))
  })
  // Chromium keeps no page whose status is not 200.
  for (const path of ['/', '/direct-reserve', '/contact', '/fr/attestations']) {
    await page.goto(path)
    await hydrated(page)
    // What is still being loaded may keep the browser from keeping the page.
    await page.waitForLoadState('networkidle')
    await page.goto('/contact/email')
    // Playwright's own way back waits for a page that is loaded anew.
    await page.evaluate(() => history.back()).catch(() => undefined)
    const restored = () => page.evaluate(() => localStorage.getItem('restored')).catch(() => undefined)
    await expect.poll(restored).toBe(path)
  }
  await browser.close()
})
