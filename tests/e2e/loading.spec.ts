// Tests how a page loads: scripts after the first paint, blocks that fade in,
// the security policy and plain http.
import { randomUUID } from 'node:crypto'
import { chromium, expect, type Page } from '@playwright/test'
import { unsentFormEntry } from '@/lib/leads/browser/contact-api'
import { launchOptions, wholeBrowser } from '../support/browser'
import { catalog } from '../support/catalog'
import { chatOn, factText } from '../support/chatbot-page'
import { contactOn } from '../support/contact-page'
import { hydrated } from '../support/hydration'
import { expectError, expectViolations, holdBack, test } from '../support/page'
import { watchPainting } from '../support/painting'
import { publishReport } from '../support/reports'
import { sharedPort } from '../support/server'

function chunksIn(page: Page) {
  return page
    .locator('head script[src*="/_next/static/chunks/"][async]')
    .count()
}

/** Leaves font requests unanswered so that the page does not finish loading. */
function holdFonts(page: Page) {
  return page.route(/\.woff2/, () => {})
}

const pdfOf = (text: string) => ({
  name: 'report.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(text),
})

const chunks = /\/_next\/static\/chunks\//

for (const [what, act] of [
  ['the visitor’s first action', (page: Page) => page.keyboard.press('Tab')],
  ['3 s have passed', (page: Page) => page.clock.runFor(200)],
] as const) {
  test(`while fonts are loading, scripts are held back until ${what}`, async ({
    page,
  }) => {
    // Stops the clock at 10 minutes so that a slow machine does not affect the
    // timing.
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(600_000)
    await holdFonts(page)
    await page.goto('/contact', { waitUntil: 'domcontentloaded' })
    await page.getByRole('heading', { level: 1 }).waitFor()

    await page.clock.runFor(2_900)
    expect(await chunksIn(page)).toBe(0)

    await act(page)
    expect(await chunksIn(page)).toBeGreaterThan(0)

    await page.clock.resume()
    await hydrated(page)
  })
}

test('a click or file choice before scripts load takes effect exactly once', async ({
  page,
}) => {
  const { check, operatorActions } = catalog('fr').Attestations
  const add = page.getByRole('button', {
    name: operatorActions.add,
    exact: true,
  })
  await publishReport(page.request)
  const release = await holdBack(page, chunks)
  await page.goto('/fr/attestations', { waitUntil: 'domcontentloaded' })
  await page.getByLabel(check.choose).setInputFiles(pdfOf('a file'))
  await add.click()
  await add.click()

  release()

  await expect(
    page.getByText(check.unknown.replace('{name}', 'report.pdf')),
  ).toBeVisible()
  await expect(
    page.getByRole('textbox', { name: operatorActions.fields.title }),
  ).toBeVisible()
})

test('input typed before scripts load is stored and overrides an older draft', async ({
  page,
}) => {
  await page.addInitScript(
    ([name, draft]) => sessionStorage.setItem(String(name), String(draft)),
    [
      unsentFormEntry,
      JSON.stringify({ name: 'Grace Hopper', company: 'Banque du Port' }),
    ],
  )
  const { input } = contactOn(page)
  const stored = () =>
    page.evaluate((name) => sessionStorage.getItem(name) ?? '', unsentFormEntry)
  const release = await holdBack(page, chunks)
  await page.goto('/contact', { waitUntil: 'domcontentloaded' })
  await input('name').fill('Ada Martin')
  await input('email').fill('ada@banque.example')
  await page.locator('form button[type=submit]').click()
  // The browser's own validation reports the missing fields.
  await expect(page.locator('form :invalid')).not.toHaveCount(0)

  release()

  await expect(input('company')).toHaveValue('Banque du Port')
  await expect(input('name')).toHaveValue('Ada Martin')
  await expect(input('email')).toHaveValue('ada@banque.example')
  await expect.poll(stored).toContain('Ada Martin')
  expect(JSON.parse(await stored())).toMatchObject({
    name: 'Ada Martin',
    email: 'ada@banque.example',
  })
})

test('a page whose data cannot be loaded stays readable', async ({ page }) => {
  expectError(page, /404/)
  await page.route(/page-data/, (route) => route.fulfill({ status: 404 }))

  await page.goto('/fr/attestations', { waitUntil: 'load' })

  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a prerendered page runs no scripts until it is shown', async ({
  page,
}) => {
  const requests: string[] = []
  page.on('request', (request) =>
    requests.push(new URL(request.url()).pathname),
  )
  // Simulates the prerendering state because Chromium does not prerender under
  // Playwright.
  await page.addInitScript(() => {
    Object.defineProperty(document, 'prerendering', {
      value: true,
      configurable: true,
    })
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

test('every page names the speculation rules', async ({ request }) => {
  for (const path of [
    '/',
    '/fr/contact',
    '/es/attestations',
    '/no-such-page',
  ]) {
    const response = await request.get(path)

    expect(response.headers()['speculation-rules'], path).toBe(
      '"/speculation-rules.json"',
    )
  }
})

test('speculation rules prerender public pages but not those for a single visitor', async ({
  request,
}) => {
  const response = await request.get('/speculation-rules.json')

  expect(response.headers()['content-type']).toBe(
    'application/speculationrules+json',
  )
  const [{ where, eagerness }] = (await response.json()).prerender
  const paths: string[] = where.href_matches
  expect(eagerness).toBe('eager')
  expect(paths).toEqual(
    expect.arrayContaining(['/', '/fr', '/es/contact', '/fr/attestations']),
  )
  expect(paths.filter((path) => /again|received|email|api/.test(path))).toEqual(
    [],
  )
})

test('going back restores every page from the back/forward cache', async ({
  baseURL,
}) => {
  await using browser = await chromium.launch({
    ...wholeBrowser,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  const page = await browser.newPage({ baseURL: String(baseURL) })
  await page.addInitScript(() => {
    addEventListener(
      'pageshow',
      ({ persisted }) =>
        persisted && localStorage.setItem('restored', location.pathname),
    )
  })

  // Chromium caches only pages with status 200.
  for (const path of ['/', '/direct-reserve', '/contact', '/fr/attestations']) {
    await page.goto(path)
    await hydrated(page)
    // Waits because pending requests can prevent the browser from caching the
    // page.
    await page.waitForLoadState('networkidle')
    await page.goto('/contact/email')
    // Does not use `page.goBack` because it waits for the page to load again.
    await page.evaluate(() => history.back()).catch(() => undefined)
    const restored = () =>
      page
        .evaluate(() => localStorage.getItem('restored'))
        .catch(() => undefined)
    await expect.poll(restored, { message: path }).toBe(path)
  }
})

function isLaidOut(page: Page, section: string) {
  return page
    .locator(`${section} h2`)
    .evaluate((heading) =>
      heading.checkVisibility({ contentVisibilityAuto: true }),
    )
}

test('sections below the screen are laid out once the page has loaded', async ({
  page,
}) => {
  const releaseFonts = await holdBack(page, /\.woff2/)
  await page.goto('/direct-reserve', { waitUntil: 'domcontentloaded' })
  await expect(page.locator('#faq')).toBeAttached()
  expect(await isLaidOut(page, '#faq')).toBe(false)

  releaseFonts()
  await expect.poll(() => isLaidOut(page, '#faq')).toBe(true)
})

test('a jump to the end while fonts are loading moves nothing visible', async ({
  page,
}) => {
  const painted = await watchPainting(page)
  await holdFonts(page)
  await page.goto('/direct-reserve', { waitUntil: 'domcontentloaded' })

  // Repeats the key, because Chromium drops its scroll if a large layout, such
  // as the first one, comes between.
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(page.locator('footer')).toBeInViewport({ timeout: 3_000 })
  }).toPass()

  await expect.poll(() => isLaidOut(page, '#faq')).toBe(true)
  expect((await painted()).shift).toBeLessThan(0.01)
})

test('a link to a section lays out the whole page at once', async ({
  page,
}) => {
  await holdFonts(page)
  await page.goto('/direct-reserve#faq', { waitUntil: 'domcontentloaded' })

  await expect(page.locator('#faq')).toBeInViewport()
  expect(await isLaidOut(page, '#disclosures')).toBe(true)
})

test('no script reads storage while a page without a language offer is loading', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const states: string[] = []
    Object.assign(window, { states })
    const { getItem } = Storage.prototype
    Storage.prototype.getItem = function (name) {
      states.push(document.readyState)
      return getItem.call(this, name)
    }
  })
  await page.goto('/')

  const states = await page.evaluate(
    () => (window as unknown as { states: string[] }).states,
  )
  expect(states).toContain('complete')
  expect(states).not.toContain('loading')
})

const waiting = '[data-reveal=waiting]'

// A window 70 pixels high never shows a tenth of a block, which is when blocks
// fade in.
for (const height of [844, 70]) {
  test(`scrolling through the home page shows every block at a height of ${height} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height })
    await page.goto('/')
    const blocks = await page.locator('[data-reveal]').all()
    expect(blocks.length).toBeGreaterThan(5)

    for (const block of blocks) {
      await block.evaluate((element) =>
        element.scrollIntoView({ block: 'start', behavior: 'instant' }),
      )
      await expect(block).toHaveCSS('opacity', '1')
    }
  })
}

for (const { name, jump } of [
  {
    name: 'a fragment in the address',
    jump: () => window.location.assign('#faq'),
  },
  {
    name: '“find in page”',
    jump: () =>
      (window as unknown as { find: (words: string) => void }).find('fees?'),
  },
  {
    name: 'the keyboard',
    jump: () => document.querySelector<HTMLElement>('#faq summary')?.focus(),
  },
]) {
  test(`jumping with ${name} shows the target and all skipped blocks at once`, async ({
    page,
  }) => {
    await page.goto('/')
    const block = page.locator('#faq [data-reveal]')
    await expect(block).toHaveAttribute('data-reveal', 'waiting')
    await block.evaluate((element) =>
      element.addEventListener('transitionstart', () => element.remove()),
    )

    await page.evaluate(jump)

    await expect(block).toHaveAttribute('data-reveal', 'shown')
    await expect(block).toHaveCSS('opacity', '1')
    await expect(page.locator('#benefits [data-reveal]')).toHaveCSS(
      'opacity',
      '1',
    )
  })
}

for (const { name, media } of [
  { name: 'print', media: { media: 'print' } },
  { name: 'forced colors', media: { forcedColors: 'active' } },
] as const) {
  test(`blocks that have not faded in yet are visible in ${name}`, async ({
    page,
  }) => {
    await page.goto('/')
    const block = page.locator(waiting).last()
    await expect(block).toHaveCSS('opacity', '0')

    await page.emulateMedia(media)

    await expect(block).toHaveCSS('opacity', '1')
  })
}

test('no block fades in with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await expect(page.locator(waiting)).toHaveCount(0)
})

test('scripts, styles and images that are injected do not load', async ({
  page,
}) => {
  // React also reports that the page was changed.
  expectError(page, /Content Security Policy|#418/)
  await page.route('/attestations', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(
      '<body',
      '<script>window.slipped = true</script><body',
    )
    const slipped =
      '<p style="color: red">x</p><img src="https://elsewhere.example/" alt="">'
    await route.fulfill({
      response,
      body: body.replace('</main>', `${slipped}</main>`),
    })
  })

  await page.goto('/attestations')

  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => 'slipped' in window)).toBe(false)
  expectViolations(page, [
    'script-src-elem inline',
    'style-src-attr inline',
    'img-src https://elsewhere.example/',
  ])
})

test('a script that differs from the build does not run', async ({ page }) => {
  expectError(page, /integrity/)
  await page.route(/\/_next\/static\/chunks\/.*\.js$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      body: `window.altered = true;${await response.text()}`,
    })
  })
  const blocked = page.waitForEvent('console', (message) =>
    /integrity/.test(message.text()),
  )

  await page.goto('/', { waitUntil: 'load' })
  await blocked

  expect(await page.evaluate(() => 'altered' in window)).toBe(false)
  await page.unrouteAll({ behavior: 'wait' })
})

// Uses a host name because browsers withhold some APIs on plain http, except on
// localhost.
test('everything on a page works on plain http', async ({ request }) => {
  const args = [
    ...(launchOptions.args ?? []),
    '--host-resolver-rules=MAP site.test 127.0.0.1',
  ]
  await using browser = await chromium.launch({ ...launchOptions, args })
  const page = await browser.newPage({
    baseURL: `http://site.test:${sharedPort}`,
  })
  await page.goto('/contact')
  await hydrated(page)
  expect(
    await page.evaluate(() => [window.isSecureContext, 'randomUUID' in crypto]),
  ).toEqual([false, false])

  await test.step('the contact form', async () => {
    const form = contactOn(page)
    await form.fill({ email: `${randomUUID()}@banque.example` })
    await form.submit.click()
    await expect(form.success).toBeVisible()
  })

  await test.step('the assistant', async () => {
    const chat = chatOn(page, 'en')
    await chat.open()
    const answer = await chat.say(chat.words.starters.fees)
    await expect(answer).toContainText(factText('en', 'fees.published'))
  })

  await test.step('the check of a file', async () => {
    const { check } = catalog('en').Attestations
    await publishReport(request)
    await page.goto('/attestations')
    await hydrated(page)
    await page.getByLabel(check.choose).setInputFiles(pdfOf('abc'))
    await expect(page.getByText(/^ba7816bf/)).toBeVisible()
  })
})
