// Tests what a visitor sees of every page: text, structure, accessibility,
// navigation, languages and print.
import { inflateSync } from 'node:zlib'
import { type Browser, chromium, expect, type Page } from '@playwright/test'
import { hourMs } from '@/lib/durations'
import { localizedPath } from '@/lib/i18n/navigation'
import { expectAccessible, expectContrast } from '../support/accessibility'
import { launchOptions } from '../support/browser'
import { catalog, locales } from '../support/catalog'
import { hydrated } from '../support/hydration'
import { expectToFit } from '../support/layout'
import {
  expectError,
  narrow,
  openPage,
  pages,
  phone,
  test,
  unknownPath,
} from '../support/page'
import { watchPainting } from '../support/painting'

for (const path of pages) {
  test(`${path} is accessible from 320 px to 1440 px`, async ({ page }) => {
    await openPage(page, 'en', path)

    await test.step('meets WCAG 2.2 AA on a phone', () =>
      expectAccessible(page))
    await page.emulateMedia({ colorScheme: 'dark' })
    await test.step('texts have enough contrast in the dark color scheme', () =>
      expectContrast(page))
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await test.step('meets WCAG 2.2 AA at 1440 px', () =>
      expectAccessible(page))
    await page.setViewportSize(narrow)
    await test.step('nothing scrolls sideways at 320 px with all details open', () =>
      expectToFit(page))
  })
}

// translations.spec.ts also checks the accessibility of these languages.
for (const locale of locales.filter((other) => other !== 'en'))
  test(`no page in ${locale} scrolls sideways at 320 px`, async ({ page }) => {
    for (const path of pages) {
      await openPage(page, locale, path)
      await page.setViewportSize(narrow)
      await test.step(path, () => expectToFit(page))
    }
  })

const reported = (page: Page) =>
  page.evaluate(() => (window as { dataLayer?: unknown[] }).dataLayer)

test('the 404 page reports the unknown address without its query', async ({
  page,
}) => {
  expectError(page, /404/)
  const { NotFound } = catalog('fr')
  for (const path of [
    '/fr/contact/no-such-page',
    '/fr/index.php',
    '/fr/Golden',
  ]) {
    const response = await page.goto(`${path}?token=secret`)
    expect(response?.status(), path).toBe(404)
    await expect(page.getByText(NotFound.message), path).toBeVisible()
    await expect
      .poll(() => reported(page))
      .toEqual([{ event: 'page_not_found', path, language: 'fr' }])
  }
})

test('the 404 page links to pages in the language of the address', async ({
  page,
}) => {
  expectError(page, /404/)
  const { NotFound } = catalog('fr')
  await page.goto('/fr/Golden')

  for (const [name, target] of [
    [NotFound.home, '/fr'],
    [NotFound.product, '/fr/direct-reserve'],
    [NotFound.contact, '/fr/contact'],
  ] as const)
    await expect(
      page.getByRole('main').getByRole('link', { name, exact: true }),
    ).toHaveAttribute('href', target)
})

test('Global Privacy Control prevents reporting an unknown address', async ({
  page,
}) => {
  expectError(page, /404/)
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
  )
  await page.goto(unknownPath)

  expect(await reported(page)).toBeUndefined()
})

for (const locale of locales) {
  const words = catalog(locale)
  const {
    About,
    Institutions,
    Benefits,
    Showcase,
    WhyUs,
    Steps,
    Testimonial,
    HomeFaq,
    CallToAction,
  } = words

  const openHome = async (page: Page) => {
    await page.addInitScript(
      (language) => localStorage.setItem('language', language),
      locale,
    )
    await page.goto(localizedPath(locale, '/'))
  }

  test(`the home page in ${locale} shows its sections in order`, async ({
    page,
  }) => {
    await openHome(page)

    await expect(page).toHaveTitle(words.Metadata.home.title)
    const titles = [About, Institutions, Benefits, Showcase, WhyUs, Steps].map(
      ({ title }) => title,
    )
    await expect(
      page.getByRole('main').getByRole('heading', { level: 2 }),
    ).toHaveText([
      // The ledger, whose title depends on the reports.
      /\p{L}/u,
      ...titles,
      Testimonial.heading,
      HomeFaq.title,
      CallToAction.title,
    ])
  })

  test(`the home page in ${locale} shows the cards of its sections in order`, async ({
    page,
  }) => {
    await openHome(page)

    for (const { title, cards } of [Institutions, Benefits, WhyUs, Steps]) {
      const headings = page
        .getByRole('region', { name: title, exact: true })
        .getByRole('heading', { level: 3 })
      await expect(headings).toHaveText(
        Object.values(cards).map((card) => card.title),
      )
    }
    await expect(
      page.getByText(Testimonial.illustrative, { exact: true }),
    ).toBeVisible()
  })

  test(`the home page in ${locale} stays within its height limit on a phone`, async ({
    page,
  }) => {
    await openHome(page)

    await page.setViewportSize(phone)

    expect(
      await page.evaluate(() => document.documentElement.scrollHeight),
    ).toBeLessThanOrEqual(11_000)
  })
}

function scrollTop(page: Page) {
  return page.evaluate(() => window.scrollY)
}

test('the navigation marks the current page, even at an alias of its address', async ({
  page,
}) => {
  const { home, product, contact } = catalog('fr').Navigation

  for (const [path, names] of Object.entries({
    '': [home],
    gold: [product],
    contact: [contact],
    attestations: [],
  })) {
    await page.goto(`/fr/${path}`)
    const current = page.locator('.nav-wide [aria-current=page]')

    await expect(current, path).toHaveText(names)
  }
})

test('the year in the footer follows the visitor’s clock', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2031-01-02T00:00:00Z'))

  await page.goto('/fr/contact')

  await expect(page.getByRole('contentinfo')).toContainText('© 2031 Halcrest')
})

test('only one page contains the e-mail address', async ({ request }) => {
  for (const path of pages.filter((path) => path !== '/contact/email')) {
    const response = await request.get(localizedPath('fr', path))
    expect(await response.text(), path).not.toContain('info@')
  }
})

test('a click reveals the e-mail address', async ({ page }) => {
  const main = page.getByRole('main')
  const { button } = catalog('fr').EmailReveal
  await page.goto('/fr/contact')

  await main.getByRole('link', { name: button }).click()

  const link = main.getByRole('link', { name: /info@halcrest\.example/ })
  await expect(link).toHaveAttribute('href', 'mailto:info@halcrest.example')
  await expect(link).toBeFocused()
})

test('the footer has contact and legal links', async ({ page }) => {
  const { Footer } = catalog('fr')

  await page.goto('/fr/contact')

  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText(Footer.description)
  for (const name of ['+1 514 555 0142', '+1 212 555 0177'])
    await expect(footer.getByRole('link', { name })).toHaveAttribute(
      'href',
      `tel:${name.replaceAll(' ', '')}`,
    )
  const main = page.getByRole('main')
  const privacy = `${Footer.privacy} (${Footer.newTab})`
  for (const link of [
    footer.getByRole('link', { name: `${Footer.terms} (${Footer.newTab})` }),
    footer.getByRole('link', { name: privacy }),
    main.getByRole('link', { name: privacy }),
  ]) {
    await expect(link).toHaveAttribute('target', '_blank')
  }
})

const menus = [
  { name: 'the menu', selector: '.menu', entries: 3 },
  {
    name: 'the language list',
    selector: '.languages',
    entries: locales.length,
  },
]

for (const { name, selector, entries } of menus) {
  /** Opens a French page on a phone and finds the menu on it. */
  const openMenuPage = async (page: Page) => {
    await page.setViewportSize(phone)
    await page.goto('/fr')
    const menu = page.locator(selector)
    return {
      menu,
      summary: page.locator(`${selector} > summary`),
      links: menu.getByRole('link'),
    }
  }

  test(`${name} closes with Escape, a click elsewhere or a link`, async ({
    page,
  }) => {
    const { menu, summary, links } = await openMenuPage(page)
    const waysToClose = {
      'the Escape key': () => page.keyboard.press('Escape'),
      'a click elsewhere': () => page.mouse.click(195, 800),
      'a link': () => links.first().press('Enter'),
    }

    for (const [way, close] of Object.entries(waysToClose))
      await test.step(way, async () => {
        await summary.press('Enter')
        await expect(menu).toHaveAttribute('open')

        await close()
        await expect(menu).not.toHaveAttribute('open')
      })
  })

  test(`${name} marks the current one of its links`, async ({ page }) => {
    const { menu, summary, links } = await openMenuPage(page)

    await summary.press('Enter')

    await expect(links).toHaveCount(entries)
    await expect(menu.locator('[aria-current]')).toHaveCount(1)
  })

  test(`Escape returns the focus from ${name} without scrolling the page`, async ({
    page,
  }) => {
    const { summary } = await openMenuPage(page)
    // The header is sticky, so focusing it could scroll the page to the top.
    await page.evaluate(() => window.scrollTo(0, 1000))
    const top = await scrollTop(page)

    await summary.press('Enter')
    await page.keyboard.press('Escape')

    await expect(summary).toBeFocused()
    expect(await scrollTop(page)).toBe(top)
  })
}

/** Scrolls down a page and returns its back-to-top button. */
async function scrollDown(page: Page, to: number) {
  await page.evaluate((top) => window.scrollTo(0, top), to)
  return page.getByRole('button', { name: catalog('es').BackToTop.label })
}

test('the back-to-top button appears above 300 px of scroll', async ({
  page,
}) => {
  await page.goto('/es')

  await expect(await scrollDown(page, 300)).toBeHidden()
  await expect(await scrollDown(page, 301)).toBeVisible()
})

test('the back-to-top button moves the focus to the top of the page', async ({
  page,
}) => {
  await page.goto('/es')
  const button = await scrollDown(page, 301)

  await button.click()

  await expect.poll(() => scrollTop(page)).toBe(0)
  await expect(button).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
})

for (const width of [320, 390, 768, 1024]) {
  test(`no text overlaps an engraving at ${width} px`, async ({ page }) => {
    expectError(page, /404/)
    await page.setViewportSize({ width, height: 1024 })
    for (const path of ['/es', '/fr/direct-reserve', '/fr/no-such-page']) {
      await page.goto(path)
      expect(await page.evaluate(findTextOnEngravings), path).toEqual([])
    }
  })
}

/**
 * The rosettes are round, so a line of text may enter the corners of their box.
 */
function findTextOnEngravings() {
  const found: string[] = []
  for (const block of document.querySelectorAll('.engraved, .certificate')) {
    const engraving = block.querySelector('.engraving')?.getBoundingClientRect()
    if (!engraving) continue
    const { left, right, top, bottom } = engraving
    const radius = Math.max(engraving.width, engraving.height) / 2
    const words = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
    while (words.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(words.currentNode)
      for (const line of range.getClientRects()) {
        const across = Math.max(0, (left + right) / 2 - line.right)
        const down = Math.max(
          0,
          (top + bottom) / 2 - line.bottom,
          line.top - (top + bottom) / 2,
        )
        const isInBox = line.bottom > top && line.top < bottom
        if (line.width > 0 && isInBox && Math.hypot(across, down) < radius)
          found.push(words.currentNode.textContent ?? '')
      }
    }
  }
  return found
}

test.describe('on a phone with letters twice as large', () => {
  let browser: Browser
  let page: Page

  test.beforeAll(async () => {
    browser = await chromium.launch({
      ...launchOptions,
      args: [...launchOptions.args, '--blink-settings=defaultFontSize=32'],
    })
  })

  test.beforeEach(async ({ baseURL }) => {
    page = await browser.newPage({ baseURL, viewport: phone })
  })

  test.afterAll(() => browser.close())

  test('no page scrolls sideways', async () => {
    for (const path of pages) {
      await page.goto(localizedPath('fr', path))
      expect(await page.evaluate(measureOverflow), path).toBe(0)
    }
  })

  for (const { name, selector } of menus)
    test(`${name} opens inside the window`, async () => {
      await page.goto('/fr')

      await page.locator(`.site-header ${selector} summary`).click()

      for (const link of await page.locator(`${selector} .panel a`).all())
        await expect(link).toBeInViewport({ ratio: 1 })
    })
})

function measureOverflow(): number {
  const { scrollWidth, clientWidth } = document.documentElement
  return scrollWidth - clientWidth
}

test('nothing scrolls sideways at 320 px with the text spacing of WCAG 1.4.12', async ({
  page,
}) => {
  await page.setViewportSize(narrow)

  for (const path of ['/fr', '/fr/direct-reserve', '/es/direct-reserve']) {
    await page.goto(path)
    await page.evaluate(() => {
      const spacing = new CSSStyleSheet()
      spacing.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
      )
      document.adoptedStyleSheets = [spacing]
    })
    const sideways = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })

    expect(sideways, path).toBe(0)
  }
})

test('standards and license numbers stay on one line', async ({ page }) => {
  for (const path of ['/fr', '/es/direct-reserve', '/attestations']) {
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)

      const broken = await page.evaluate(() => {
        for (const details of document.querySelectorAll('details'))
          details.open = true
        const range = document.createRange()
        const found: string[] = []
        const texts = document.createTreeWalker(
          document.body,
          NodeFilter.SHOW_TEXT,
        )
        while (texts.nextNode()) {
          const text = texts.currentNode.textContent ?? ''
          for (const { 0: term, index } of text.matchAll(
            /(?<![\p{L}\d])\p{Lu}+-\d+/gu,
          )) {
            range.setStart(texts.currentNode, index)
            range.setEnd(texts.currentNode, index + term.length)
            if (range.getClientRects().length > 1) found.push(term)
          }
        }
        return found
      })

      expect(broken, `${path} at ${width} px`).toEqual([])
    }
  }
})

test('the header shows its links on tablets and wider screens', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 })

  for (const path of ['/', '/fr', '/es']) {
    await page.goto(path)

    await expect(page.locator('.nav-wide'), path).toBeVisible()
    await expect(page.locator('.menu'), path).toBeHidden()
    const hiddenWidth = await page
      .locator('.header-frame')
      .evaluate((frame) => frame.scrollWidth - frame.clientWidth)
    expect(hiddenWidth, path).toBe(0)
  }
})

test('every section starts at the same distance from what is above it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })

  for (const path of ['/', '/direct-reserve']) {
    await page.goto(path)
    const gaps = await page.locator('main .section').evaluateAll((sections) =>
      sections.map((section) => {
        const head = section.querySelector('.section-head')
        const top = section.getBoundingClientRect().top
        return Math.round((head?.getBoundingClientRect().top ?? 0) - top)
      }),
    )
    const difference = Math.max(...gaps) - Math.min(...gaps)

    expect(difference, path).toBeLessThan(3)
  }
})

test('texts of neighboring cards and steps start at the same height', async ({
  page,
}) => {
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 })

    for (const path of ['/fr', '/es/direct-reserve']) {
      await page.goto(path)
      const uneven = await page
        .locator(':is(.cards, .steps, .token-life) > li')
        .evaluateAll((cards) =>
          cards.slice(1).filter((card, at) => {
            const before = cards[at] as Element
            const topOf = (item: Element, part: string) =>
              Math.round(
                item.querySelector(part)?.getBoundingClientRect().top ?? 0,
              )
            return (
              topOf(card, 'h3') === topOf(before, 'h3') &&
              topOf(card, 'p') !== topOf(before, 'p')
            )
          }),
        )

      expect(uneven, `${path} at ${width} px`).toEqual([])
    }
  }
})

/** Reads the text that the page has copied. */
function readClipboard(page: Page) {
  return page.evaluate(() => navigator.clipboard.readText())
}

test('a contract address is shown shortened but copied in full', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { gold, copy, copied } = catalog('es').Metals
  const card = page.getByRole('article', { name: gold, exact: true })
  await page.goto('/es/direct-reserve')

  await card.getByRole('button', { name: copy }).click()

  await expect(card.getByRole('button', { name: copied })).toBeVisible()
  expect(await readClipboard(page)).toBe(
    '0x0000000000000000000000000000000000A01977',
  )
  const box = await card.locator('.contract').boundingBox()
  expect(box?.width).toBeLessThan(160)
})

test('copying again shows “Copied” for its full time', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await page.goto('/direct-reserve')
  const { gold, copy, copied } = catalog('en').Metals
  const card = page.getByRole('article', { name: gold, exact: true })
  const button = card.getByRole('button', { name: copied })
  await card.getByRole('button', { name: copy }).waitFor()
  // Stops the clock, so that the time of the test's own steps does not count.
  await page.clock.pauseAt(Date.now() + hourMs)
  await card.getByRole('button', { name: copy }).click()
  await button.waitFor()
  await page.clock.runFor(1_500)
  await page.evaluate(() => navigator.clipboard.writeText(''))

  await button.click()
  await expect.poll(() => readClipboard(page)).not.toBe('')

  await page.clock.runFor(1_500)
  await expect(button).toBeVisible()
  await page.clock.runFor(1_000)
  await expect(button).toBeHidden()
})

test('the contact page shows the time at each office and whether it is open', async ({
  page,
}) => {
  const { open, closed } = catalog('en').Contact

  for (const [moment, sentence] of [
    ['2026-11-27T15:30:00Z', open],
    ['2026-11-28T15:30:00Z', closed],
  ] as const) {
    await page.clock.setFixedTime(new Date(moment))
    await page.goto('/contact')
    await page.locator('.offices').scrollIntoViewIfNeeded()

    await expect(page.locator('.office-clock'), moment).toHaveText(
      Array(2).fill(new RegExp(sentence.replace('{time}', '10:30.AM'))),
    )
  }
})

test('the contact page offers a meeting as the next step', async ({ page }) => {
  const { nextHeading, meeting } = catalog('en').Contact

  await page.goto('/contact')

  await expect(page.getByRole('heading', { name: nextHeading })).toBeVisible()
  await expect(page.getByRole('link', { name: meeting })).toHaveAttribute(
    'href',
    'https://meet.halcrest.example/',
  )
})

test('the keyboard can skip the header', async ({ page }) => {
  const skip = page.getByRole('link', { name: catalog('fr').SkipLink.label })
  await page.goto('/fr/direct-reserve')

  await test.step('Tab shows the link to the content', async () => {
    await page.keyboard.press('Tab')

    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
  })

  await test.step('Enter leads to the content', async () => {
    await skip.press('Enter')

    await expect(page.getByRole('main')).toBeFocused()
  })
})

test('the keyboard can open a question', async ({ page }) => {
  await page.goto('/fr/direct-reserve')
  await page.locator('#faq summary').first().focus()

  await page.keyboard.press('Enter')

  await expect(page.locator('#faq details').first()).toHaveAttribute('open')
})

test('nothing hides the focus while it moves up the page', async ({ page }) => {
  await page.goto('/fr/direct-reserve')
  await page.locator('#faq summary').first().press('Enter')
  await page.getByRole('contentinfo').getByRole('link').last().focus()

  for (let step = 0; step < 25; step++) {
    await page.keyboard.press('Shift+Tab')
    const message = `after ${step + 1} steps`
    await expect
      .poll(() => page.evaluate(isFocusHidden), { message })
      .toBe(false)
  }
})

test('menus open in front of the page in a short window', async ({ page }) => {
  expectError(page, /404/)

  await page.setViewportSize({ width: 667, height: 375 })
  for (const path of ['/', '/direct-reserve', '/no-such-page']) {
    await page.goto(path)
    for (const menu of ['.menu', '.languages']) {
      await page.locator(`${menu} > summary`).click()
      expect(
        await page.locator(`${menu} .panel a`).evaluateAll(findCovered),
        `${path} ${menu}`,
      ).toEqual([])
    }
  }
})

for (const path of ['/', '/fr/direct-reserve']) {
  test(`the grids of ${path} have no gaps at 768 px`, async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 1024 })
    await page.goto(path)

    const uneven = await page.evaluate(() =>
      [...document.querySelectorAll('main :is(ul, ol, dl)')]
        .filter((grid) => getComputedStyle(grid).display === 'grid')
        .filter(
          (grid) =>
            grid.children.length %
            getComputedStyle(grid).gridTemplateColumns.split(' ').length,
        )
        .map(({ className }) => className),
    )

    expect(uneven).toEqual([])
  })

  test(`${path} fills a screen of 2,560 px`, async ({ page }) => {
    await page.setViewportSize({ width: 2560, height: 1440 })
    await page.goto(path)

    const widths = await page
      .locator('main .frame')
      .evaluateAll((frames) => frames.map((frame) => frame.clientWidth))

    expect(Math.min(...widths)).toBeGreaterThan(1800)
  })
}

test('nothing covers the focused control at 400% zoom', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto('/contact')
  await expect(page.locator('.chat-launcher')).toBeVisible()

  const main = page.getByRole('main')
  const fields = main.locator(
    ':is(input, textarea, button):not(.trap *, .back-to-top, .chat-launcher):visible',
  )
  for (const field of await fields.all()) {
    await field.focus()
    await expect.poll(() => field.evaluateAll(findCovered)).toEqual([])
  }
})

function isFocusHidden() {
  const focused = document.activeElement
  const header = document.querySelector('.site-header')
  if (
    !focused ||
    !header ||
    header.contains(focused) ||
    focused.matches('.skip-link')
  )
    return false
  return (
    focused.getBoundingClientRect().bottom <=
    header.getBoundingClientRect().bottom
  )
}

test('the product page prints as a fact sheet with all answers and no navigation', async ({
  page,
}) => {
  const words = catalog('fr')
  await page.goto('/fr/direct-reserve')
  await announcePrint(page)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.locator('#faq details')).toHaveCount(
    Object.keys(words.ProductFaq.items).length,
  )

  const opened = page.locator(':is(#faq details > p, #disclosures dd)')
  for (const answer of await opened.all()) await expect(answer).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText(
    /\/fr\/direct-reserve · \d+ \p{L}+ 20\d\d/u,
  )
  await expect(page.getByRole('contentinfo')).toContainText(
    words.Footer.disclaimer,
  )

  for (const hidden of [
    '.nav-wide',
    '.languages',
    '.invitation',
    '.hero .actions',
  ]) {
    await expect(page.locator(hidden)).toBeHidden()
  }
  await expect(page.locator('html')).toHaveCSS(
    'background-color',
    'rgb(255, 255, 255)',
  )
})

test('the contact page prints the e-mail address instead of its button', async ({
  page,
}) => {
  const { button } = catalog('es').EmailReveal
  const fetched = page.waitForResponse('/api/email')
  await page.goto('/es/contact')
  const details = page.locator('.contact-details')
  await details.getByRole('link', { name: button }).waitFor()
  const { email } = await (await fetched).json()
  await expect(async () => {
    await announcePrint(page)
    await expect(details).toContainText(email, { timeout: 500 })
  }).toPass()

  await page.emulateMedia({ media: 'print' })

  await expect(details.getByText(email)).toBeVisible()
  await expect(details.getByText(button)).toHaveCount(0)

  for (const format of ['A4', 'Letter']) {
    const sheets = (await page.pdf({ format }))
      .toString('latin1')
      .match(/\/Type\s*\/Page\b/g)
    expect(sheets, `${format}, with its footer`).toHaveLength(1)
  }
})

for (const path of ['/', '/fr', '/direct-reserve', '/fr/direct-reserve'])
  test(`the last printed sheet of ${path} has an FAQ answer above the footer`, async ({
    page,
  }) => {
    await page.goto(path)
    await page.emulateMedia({ media: 'print' })
    const print = async (format: string) =>
      lettersOfSheets(await page.pdf({ format }))
    const lastSheets = [
      (await print('A4')).at(-1),
      (await print('Letter')).at(-1),
    ]
    await page.evaluate(() => document.querySelector('main')?.remove())
    const [footer = 0] = await print('A4')

    for (const letters of lastSheets)
      expect(letters).toBeGreaterThan(footer + 50)
  })

/** Counts the letters on each sheet, which a PDF has as hexadecimal glyphs. */
function lettersOfSheets(pdf: Buffer): number[] {
  const streams = pdf.toString('latin1').matchAll(/stream\r?\n(?=x)/g)
  const contents = [...streams].map(({ index, 0: start }) =>
    inflateSync(pdf.subarray(index + start.length)).toString('latin1'),
  )
  return contents
    .filter((content) => /\bBT\b/.test(content))
    .map((content) => {
      const glyphs = content.match(/<[\da-f]+>/gi) ?? []
      return glyphs.join('').replace(/[<>]/g, '').length / 4
    })
}

/** Dispatches `beforeprint` because headless Chromium shows no print dialog. */
function announcePrint(page: Page) {
  return page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
}

async function choose(page: Page, name: string) {
  await page.locator('.languages summary').click()
  await page.locator('.languages').getByRole('link', { name }).click()
}

test('choosing a language keeps the path, query and fragment of any address', async ({
  page,
}) => {
  expectError(page, /404/)
  for (const [path, target] of [
    ['/contact?a=1#form-title', '/fr/contact?a=1#form-title'],
    ['/gold', '/fr/gold'],
    ['/no-such-page', '/fr/no-such-page'],
  ] as const) {
    await page.goto(path)

    await choose(page, 'Français')

    await expect(page, path).toHaveURL(target)
    await expect(page.locator('html'), path).toHaveAttribute('lang', 'fr')
  }
})

test('English can be chosen at an unknown address', async ({ page }) => {
  expectError(page, /404/)
  // Waits for the scripts because they add the unknown address to the links.
  await page.goto('/fr/no-such-page')

  await choose(page, 'English')

  await expect(page).toHaveURL('/no-such-page')
})

test('the chosen language is stored in the browser and in a cookie', async ({
  page,
  context,
}) => {
  await page.goto('/contact')

  await choose(page, 'Français')

  await expect(page).toHaveURL('/fr/contact')
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('fr')
  expect(await context.cookies()).toContainEqual(
    expect.objectContaining({ name: 'language', value: 'fr' }),
  )
})

test('the language cookie is secure over https', async ({
  page,
  context,
  baseURL,
}) => {
  // The browser also prerenders pages of this host, but its name does not
  // resolve.
  expectError(page, /ERR_NAME_NOT_RESOLVED/)
  await page.route('https://site.example/**', async (route) => {
    const { pathname, search } = new URL(route.request().url())
    await route.fulfill({
      response: await route.fetch({ url: baseURL + pathname + search }),
    })
  })
  await page.goto('https://site.example/contact')

  await choose(page, 'Français')
  await page.waitForURL('https://site.example/fr/contact')
  const cookies = await context.cookies()
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  expect(cookies).toMatchObject([
    { name: 'language', value: 'fr', secure: true, sameSite: 'Lax' },
  ])
})

const frenchOffer = catalog('fr').LanguageSuggestion

function offerOn(page: Page) {
  return page.getByRole('complementary', { name: frenchOffer.text })
}

test.describe('a visitor with a French browser', () => {
  test.use({ locale: 'fr-CA' })

  test('sees one offer, which is in French', async ({ page }) => {
    await page.goto('/contact')

    await expect(offerOn(page)).toHaveAttribute('lang', 'fr')
    await expect(page.locator('.suggestion:visible')).toHaveCount(1)
  })

  test('sees no offer after dismissing it', async ({ page }) => {
    await page.goto('/contact')

    await test.step('the offer disappears and the content gets the focus', async () => {
      await offerOn(page)
        .getByRole('button', { name: frenchOffer.dismiss })
        .press('Enter')

      await expect(offerOn(page)).toBeHidden()
      await expect(page.getByRole('main')).toBeFocused()
    })

    await test.step('the next page has no offer', async () => {
      await page.goto('/')

      await expect(offerOn(page)).toBeHidden()
    })
  })

  test('sees no offer after choosing English', async ({ page }) => {
    await page.goto('/fr')

    await choose(page, 'English')
    await expect(page).toHaveURL('/')
    await page.waitForLoadState('networkidle')
    await expect(offerOn(page)).toBeHidden()
  })

  test('reads the same page in French after accepting the offer', async ({
    page,
  }) => {
    await page.goto('/gold')

    await offerOn(page).getByRole('link', { name: frenchOffer.action }).click()
    await expect(page).toHaveURL('/fr/direct-reserve')
    await hydrated(page)
    await expect(page.locator('.suggestion:visible')).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBe(
      'fr',
    )
  })

  for (const [where, width, height] of [
    ['on a phone', 360, 640],
    ['at 400% zoom', 320, 256],
  ] as const) {
    test(`gets a language offer that covers nothing and shifts no layout ${where}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height })
      // Leaves out the fonts, because late ones also shift lines on machines
      // without the fonts that stand in for them.
      await page.route('**/*.woff2', (route) => route.abort())
      expectError(page, /ERR_FAILED/)
      const painted = await watchPainting(page)

      for (const path of ['/', '/contact', '/attestations']) {
        await page.goto(path)
        await expect(
          page.getByRole('heading', { level: 1 }),
          path,
        ).toBeInViewport()
        for (const role of ['link', 'button'] as const)
          await expect(offerOn(page).getByRole(role), path).toBeInViewport({
            ratio: 1,
          })
        const controls =
          ':is(header, main, .suggestion) :is(a, button, summary, input, textarea):not(.trap *)'
        expect(
          await page.locator(controls).evaluateAll(findCovered),
          path,
        ).toEqual([])
        expect((await painted()).shift, path).toBeLessThan(0.02)
      }

      await page.emulateMedia({ media: 'print' })

      await expect(page.locator('.suggestion:visible')).toHaveCount(0)
    })
  }
})

/**
 * Returns the controls in the window that something else covers at their center
 * or right end.
 */
function findCovered(controls: Element[]) {
  return controls
    .filter(
      (control) =>
        control.checkVisibility() &&
        control.getBoundingClientRect().top < window.innerHeight,
    )
    .filter((control) => {
      const [box] = control.getClientRects()
      if (!box || box.bottom > window.innerHeight) return false
      const points = [(box.left + box.right) / 2, box.right - 4]
      const over = points.map((x) =>
        document.elementFromPoint(x, (box.top + box.bottom) / 2),
      )
      return over.some((element) => element && !control.contains(element))
    })
    .map((control) => control.outerHTML.slice(0, 120))
}
