import { expect, type Page } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import { maxReportsOnPage } from '@/lib/attestations/pages'
import { catalog, expectError, hydrated, pages, settle, test } from '../support/page'
import { seedReports } from '../support/reports'
import { killServer, serverEnvironment, startServer } from '../support/server'
import { findUnreadable } from '../support/walk'

const phone = { width: 390, height: 844 }
const sideways = { width: 844, height: 390 }
const sizes = [{ width: 1280, height: 900 }, phone, sideways]

const waiting = '[data-reveal=waiting]'

/** Opens a page, its disclosures included, once its blocks below the window wait to be seen. */
async function openPage(page: Page, address: string) {
  await page.goto(address)
  await hydrated(page)
  await page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('main details')) details.open = true
  })
}

// The pages whose blocks fade in; the others, which hide nothing, are walked through once.
const revealing = ['/', '/direct-reserve', '/attestations']

function pathsFor(size: (typeof sizes)[number]): string[] {
  if (size === phone) return pages
  // The longest pages on a phone held sideways, too.
  return size === sideways ? ['/', '/attestations'] : revealing
}

for (const size of sizes) {
  const window = `${size.width}×${size.height}`

  for (const path of pathsFor(size)) {
    test(`a visitor who scrolls through ${path} in a window of ${window} can read everything`, async ({ page }) => {
      if (path === '/no-such-page') expectError(page, /404/)
      await page.setViewportSize(size)
      await openPage(page, path)
      await expect.poll(async () => (await page.locator('[data-reveal]').count()) > 0).toBe(revealing.includes(path))
      expect(await findUnreadable(page)).toEqual([])
    })
  }
}

test.describe('on a database of its own', () => {
  test.describe.configure({ mode: 'serial' })
  const environment = serverEnvironment()
  let site: Awaited<ReturnType<typeof startServer>>
  // A change by another process shows after a moment, in a page that is asked for then.
  const briefly = { timeout: 1000 }

  test.beforeAll(async () => {
    site = await startServer(environment)
  })

  test.afterAll(() => killServer(site.server))

  for (const count of [0, 1, 24, 120]) {
    test(`a visitor can read the list of ${count} reports`, async ({ page }) => {
      test.setTimeout(240_000)
      changeDatabase('DELETE FROM Attestation')
      seedReports(environment.DATABASE_URL, count, 4)
      for (const size of count === 24 ? sizes : [phone]) {
        await page.setViewportSize(size)
        await expect(async () => {
          await openPage(page, `${site.address}/attestations`)
          await expect(page.locator('#reports .report')).toHaveCount(Math.min(count, maxReportsOnPage), briefly)
        }).toPass()
        expect(await findUnreadable(page), `${size.width}×${size.height}`).toEqual([])
      }
    })
  }

  test('a list that cannot be had leaves a page that can be read', async ({ page }) => {
    changeDatabase('DROP TABLE Attestation')
    await expect(async () => {
      await openPage(page, `${site.address}/attestations`)
      await expect(page.getByText(catalog('en').Attestations.unavailable)).toBeVisible(briefly)
    }).toPass()
    expect(await findUnreadable(page)).toEqual([])
  })

  function changeDatabase(statement: string) {
    const database = new Sqlite(environment.DATABASE_URL.replace('file:', ''))
    database.exec(statement)
    database.close()
  }
})

test('with an operator’s form and the history open, the attestations can be read', async ({ page }) => {
  const { operatorActions } = catalog('en').Attestations
  await openPage(page, '/attestations')
  await page.getByRole('button', { name: operatorActions.add, exact: true }).click()
  await page.getByRole('button', { name: operatorActions.add, exact: true }).click()
  await expect(page.getByText(operatorActions.errors.required).first()).toBeVisible()
  expect(await findUnreadable(page)).toEqual([])
})

test('blocks fade in once a tenth of them, or of the window, is in view, and not before', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/')
  const block = page.locator('#benefits [data-reveal]')
  await expect(block).toHaveAttribute('data-reveal', 'waiting')
  await page.evaluate(() => document.fonts.ready)
  // It would begin to fade by itself after a while, which is tested below.
  await block.evaluate((element) => element.getAnimations().forEach((animation) => void animation.pause()))
  const { top, height } = await block.evaluate((element) => element.getBoundingClientRect().toJSON())
  const share = Math.min(height, 900) / 10
  const scrollTo = async (seen: number) => {
    const target = top + seen - 900
    for (let y = await page.evaluate(() => window.scrollY); y < target; y += 200) {
      await page.evaluate((to) => window.scrollTo(0, to), Math.min(y + 200, target))
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    }
  }
  await scrollTo(share - 20)
  await expect(block).toHaveAttribute('data-reveal', 'waiting')
  const faded = await countFades(page, block)
  await scrollTo(share + 20)
  await expect.poll(faded).toBe(1)
  await expect(block).toHaveCSS('opacity', '1')
})

/** How often a block fades in from here on. */
async function countFades(page: Page, block = page.locator('#faq [data-reveal]')) {
  await block.evaluate((element) => {
    Object.assign(window, { fades: 0 })
    element.addEventListener('animationstart', (event) => {
      if ((event as AnimationEvent).animationName === 'fade-in') (window as unknown as { fades: number }).fades++
    })
  })
  return () => page.evaluate(() => (window as unknown as { fades: number }).fades)
}

test.describe('what a jump leads to is there at once', () => {
  test('by a fragment of the address', async ({ page }) => {
    await page.goto('/')
    await expect(page.locator(waiting)).not.toHaveCount(0)
    const fades = await countFades(page)
    await page.evaluate(() => {
      window.location.hash = 'faq'
    })
    await expect(page.locator('#faq [data-reveal]')).toHaveAttribute('data-reveal', 'true')
    await expect(page.locator('#faq [data-reveal]')).toHaveCSS('opacity', '1')
    // What was passed over is there as well.
    await expect(page.locator('#benefits [data-reveal]')).toHaveCSS('opacity', '1')
    expect(await fades()).toBe(0)
  })

  test('by the search inside the page', async ({ page }) => {
    await page.goto('/')
    await expect(page.locator(waiting)).not.toHaveCount(0)
    const fades = await countFades(page)
    const { question } = catalog('en').HomeFaq.items.fees
    expect(
      await page.evaluate((words) => (window as unknown as { find: (w: string) => boolean }).find(words), question),
    ).toBe(true)
    await expect(page.getByText(question)).toBeInViewport()
    await expect(page.locator('#faq [data-reveal]')).toHaveAttribute('data-reveal', 'true')
    await expect(page.locator('#faq [data-reveal]')).toHaveCSS('opacity', '1')
    expect(await fades()).toBe(0)
  })

  test('by the keyboard', async ({ page }) => {
    await page.goto('/')
    const block = page.locator('#faq [data-reveal]')
    await expect(block).toHaveAttribute('data-reveal', 'waiting')
    const fades = await countFades(page)
    const first = page.locator('#faq summary').first()
    await first.focus()
    expect(await block.getAttribute('data-reveal')).toBe('true')
    await expect(block).toHaveCSS('opacity', '1')
    expect(await fades()).toBe(0)
  })

  test('by a link to a text', async ({ page }) => {
    const { question } = catalog('en').HomeFaq.items.fees
    await page.goto(`/#:~:text=${encodeURIComponent(question)}`)
    await hydrated(page)
    await expect(page.getByText(question)).toBeInViewport()
    await expect(page.locator('#faq [data-reveal]')).toHaveCSS('opacity', '1')
  })
})

/** Lets every animation of a page run twenty times as fast, and its delay with it. */
async function hurry(page: Page) {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.playbackRate = 20
  })
}

test('a script that dies after it hid the blocks hides them for a few seconds at most', async ({ page }) => {
  await page.addInitScript(() => {
    const observe = IntersectionObserver.prototype.observe
    Object.assign(window, { observe })
    IntersectionObserver.prototype.observe = () => {}
    // Nor does the script hear of anything else.
    document.addEventListener('animationstart', (event) => event.stopImmediatePropagation(), true)
  })
  await page.goto('/')
  await expect(page.locator(waiting)).not.toHaveCount(0)
  const { delay, duration } = await page
    .locator(waiting)
    .last()
    .evaluate((block) => block.getAnimations()[0]?.effect?.getComputedTiming() ?? {})
  expect(Number(delay) + Number(duration)).toBeLessThan(5000)
  await hurry(page)
  for (const block of await page.locator('[data-reveal]').all()) await expect(block).toHaveCSS('opacity', '1')
})

test('blocks wait for the visitor who reads on slowly', async ({ page }) => {
  await page.goto('/')
  const block = page.locator('#faq [data-reveal]')
  await expect(block).toHaveAttribute('data-reveal', 'waiting')
  // Three times the wait after which a block that nobody cares for comes by itself; each is passed, not waited for.
  for (let wait = 0; wait < 3; wait++) {
    await block.evaluate(async (element) => {
      // The browser notices only from one frame to another that an animation has begun.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      for (const animation of element.getAnimations()) {
        animation.pause()
        animation.currentTime = Number(animation.effect?.getComputedTiming().delay) + 1
      }
    })
    const passed = () => block.evaluate((element) => element.getAnimations()[0]?.currentTime)
    await expect.poll(passed).toBe(0)
    await expect(block).toHaveCSS('opacity', '0')
  }
})

test('paper and forced colours show every block', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator(waiting)).not.toHaveCount(0)
  const blocks = await page.locator('[data-reveal]').all()
  await page.emulateMedia({ media: 'print' })
  for (const block of blocks) expect(await block.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
  await page.emulateMedia({ media: 'screen', forcedColors: 'active' })
  for (const block of blocks) expect(await block.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
})

test('a print does not make what was read fade in once more', async ({ page }) => {
  await page.goto('/')
  const block = page.locator('#benefits [data-reveal]')
  await expect(block).toHaveAttribute('data-reveal', 'waiting')
  for (let step = 0; step < 6; step++) await page.mouse.wheel(0, 150)
  await block.scrollIntoViewIfNeeded()
  await settle(page)
  const blocks = page.locator('[data-reveal]')
  const opacities = () => blocks.evaluateAll((all) => all.map((element) => getComputedStyle(element).opacity))
  await page.emulateMedia({ media: 'print' })
  expect(new Set(await opacities())).toEqual(new Set(['1']))
  await page.emulateMedia({ media: 'screen' })
  expect(new Set(await opacities())).toEqual(new Set(['1']))
})

test.describe('with reduced motion', () => {
  // What this is about.
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('nothing is hidden', async ({ page }) => {
    await page.goto('/')
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    await expect(page.locator(waiting)).toHaveCount(0)
    expect(await findUnreadable(page)).toEqual([])
  })
})
