import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { test as base, expect, type Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { localizedPath } from '@/lib/i18n/navigation'
import type { Locale } from '@/lib/i18n/routing'
import { routes } from '@/lib/routes'
import { catalog, locales } from './catalog'
import { stoppedDrawing } from './second-attempts'

const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

/**
 * A test that fails if its page writes an error to its console, throws or
 * violates its security policy. `goto` and `reload` on every page of its
 * context wait until React has hydrated the page, unless `waitUntil` asks for
 * less.
 */
export const test = base.extend({
  context: async ({ context, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) context.on('page', waitForReact)
    await use(context)
  },
  page: async ({ page }, use, testInfo) => {
    const errors: string[] = []
    page.on(
      'console',
      (message) => message.type() === 'error' && errors.push(message.text()),
    )
    page.on('pageerror', (error) => errors.push(error.message))
    const violations: string[] = []
    await page.exposeFunction('reportViolation', (violation: string) =>
      violations.push(violation),
    )
    await page.addInitScript(watchPolicy)
    await use(page)
    if (testInfo.status === 'timedOut' && (await hasStoppedDrawing(page)))
      testInfo.annotations.push({ type: stoppedDrawing })
    expect(violations).toEqual(expectedViolations.get(page) ?? [])
    expect(
      errors.filter(
        (error) =>
          !expectedFaults.get(page)?.some((pattern) => pattern.test(error)),
      ),
    ).toEqual([])
  },
})

const frameMs = 5_000

/**
 * Whether the page still runs scripts but draws no frames, which Playwright
 * waits for before it clicks. Chromium sometimes stops drawing a page and never
 * continues. A page whose own script is stuck does not count.
 */
function hasStoppedDrawing(page: Page): Promise<boolean> {
  const isDrawing = page.evaluate(
    (ms) =>
      new Promise<boolean>((resolve) => {
        requestAnimationFrame(() => resolve(true))
        setTimeout(() => resolve(false), ms)
      }),
    frameMs,
  )
  return Promise.race([
    isDrawing.then((isDrawn) => !isDrawn),
    wait(2 * frameMs, false),
  ])
}

function waitForReact(page: Page) {
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  page.goto = async (address, options) => {
    const answer = await goto(address, options)
    if (waitsForAll(options)) await hydrated(page)
    return answer
  }
  page.reload = async (options) => {
    const answer = await reload(options)
    if (waitsForAll(options)) await hydrated(page)
    return answer
  }
}

/**
 * Also waits for React, because an idle network does not mean that the loaded
 * scripts have run.
 */
function waitsForAll({
  waitUntil = 'networkidle',
}: {
  waitUntil?: string
} = {}) {
  return waitUntil === 'networkidle'
}

function watchPolicy() {
  document.addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, blockedURI }) => {
      const { reportViolation } = window as unknown as {
        reportViolation: (violation: string) => void
      }
      reportViolation(`${effectiveDirective} ${blockedURI}`)
    },
  )
}

const expectedViolations = new WeakMap<Page, string[]>()

/**
 * Declares that a test causes exactly these violations of the page's policy.
 */
export function expectViolations(page: Page, violations: string[]) {
  expectedViolations.set(page, violations)
}

const expectedFaults = new WeakMap<Page, RegExp[]>()

/** Declares that a test causes this error in the browser's console. */
export function expectError(page: Page, pattern: RegExp) {
  expectedFaults.set(page, [...(expectedFaults.get(page) ?? []), pattern])
}

export { catalog, locales, localizedPath }

export const phone = { width: 390, height: 844 }

/** A small phone, or a window of 1280 px at 400% zoom (WCAG 1.4.10). */
export const narrow = { width: 320, height: 640 }

export const unknownPath = '/no-such-page'

/** The path of every page, and a path without a page. */
export const pages = [
  ...Object.entries(routes)
    .filter(([, { kind }]) => kind === 'page')
    .map(([path]) => path),
  unknownPath,
]

/** Opens a page on a phone and expects its status, language and title. */
export async function openPage(page: Page, locale: Locale, path: string) {
  const isUnknown = path === unknownPath
  if (isUnknown) expectError(page, /404/)
  await page.setViewportSize(phone)
  const response = await page.goto(localizedPath(locale, path))
  expect(response?.status()).toBe(isUnknown ? 404 : 200)
  await expect(page.locator('html')).toHaveAttribute('lang', locale)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText([/\p{L}/u])
}

/**
 * Brings every block into view once, as scrolling does, and finishes the
 * animations that fade blocks in.
 */
async function settle(page: Page) {
  // Waits for React, because blocks only start waiting to fade in once the page
  // is hydrated, which may still be in progress after a click on a link.
  await hydrated(page)
  const top = await page.evaluate(() => window.scrollY)
  await page.evaluate(() =>
    window.scrollTo(0, document.documentElement.scrollHeight),
  )
  await expect(page.locator('[data-reveal=waiting]')).toHaveCount(0)
  await page.evaluate((y) => window.scrollTo(0, y), top)
  // tests/e2e/loading.spec.ts tests that the animations finish by themselves.
  await page.evaluate(() => {
    const fading = document
      .getAnimations()
      .filter(
        ({ effect }) => effect?.getComputedTiming().iterations !== Infinity,
      )
    for (const animation of fading) animation.finish()
  })
}

const guidelines: RunOptions = {
  runOnly: {
    type: 'tag',
    values: [
      'wcag2a',
      'wcag2aa',
      'wcag21a',
      'wcag21aa',
      'wcag22aa',
      'best-practice',
    ],
  },
  // WCAG 2.5.3, which axe checks only on request.
  rules: { 'label-content-name-mismatch': { enabled: true } },
}

/**
 * Runs axe with the rules of WCAG 2.2 AA on the current page and expects no
 * violation.
 */
export function expectAccessible(page: Page) {
  return expectNoViolation(page, guidelines)
}

/**
 * Expects enough contrast between all texts of the page and their background.
 */
export function expectContrast(page: Page) {
  return expectNoViolation(page, { runOnly: ['color-contrast'] })
}

async function expectNoViolation(page: Page, options: RunOptions) {
  await settle(page)
  if (!(await page.evaluate(() => 'axe' in window)))
    await page.evaluate(axeSource)
  const violations = await page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const result = await axe.run(options)
    // Excludes narrow months in a chart, because the list below it has the same
    // links (WCAG 2.5.8, exception "Equivalent").
    const isExcepted = (id: string, target: string) =>
      id === 'target-size' &&
      document.querySelector(target)?.closest('.plot-points')
    return result.violations.flatMap(({ id, nodes }) => {
      const targets = nodes
        .map(({ target }) => target.join(' '))
        .filter((target) => !isExcepted(id, target))
      return targets.length > 0 ? [`${id}: ${targets.join(', ')}`] : []
    })
  }, options)
  expect(violations).toEqual([])
}

type Painted = { shift: number; largest: string }

/**
 * Makes a page add up its layout shifts and record the tag of its largest
 * element; returns a function that reads both.
 */
export async function watchPainting(
  page: Page,
): Promise<() => Promise<Painted>> {
  await page.addInitScript(() => {
    const painted = { shift: 0, largest: '' }
    Object.assign(window, { painted })
    type Entry = PerformanceEntry & { value?: number; element?: Element }
    const observer = new PerformanceObserver((list) => {
      for (const {
        value = 0,
        element,
        entryType,
      } of list.getEntries() as Entry[]) {
        if (entryType === 'layout-shift') painted.shift += value
        else painted.largest = element?.tagName ?? ''
      }
    })
    for (const type of ['layout-shift', 'largest-contentful-paint'])
      observer.observe({ type, buffered: true })
  })
  return () =>
    page.evaluate(() => (window as unknown as { painted: Painted }).painted)
}

/**
 * Holds requests until the returned function is called, so that a test can
 * check what the page shows while it waits.
 */
export async function holdBack(page: Page, address: string | RegExp) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, (route) => released.then(() => route.continue()))
  return release
}

/**
 * Waits until React has hydrated the whole page and its effects have run, if
 * the page has scripts that run.
 */
export async function hydrated(page: Page) {
  await page.waitForFunction(() => {
    const hasReact = [...document.scripts].some(({ src, text }) =>
      (src || text).includes('/_next/'),
    )
    if (!hasReact || window.matchMedia('(scripting: none)').matches) return true
    const isTaken = (element: Element) =>
      Object.keys(element).some((key) => key.startsWith('__react'))
    const controls = document.querySelectorAll(
      ':is(header, main, footer) :is(button, form, input, select, summary)',
    )
    // The effect that sets this text runs in the same pass as those that listen
    // for keys and scrolling, so all have run once the text is there.
    const isStamped = document.querySelector('.print-only')?.textContent !== ''
    return isStamped && [document.body, ...controls].every(isTaken)
  })
}
