import { setTimeout as wait } from 'node:timers/promises'
import { test as base, expect, type Page } from '@playwright/test'
import { localizedPath } from '@/lib/i18n/navigation'
import type { Locale } from '@/lib/i18n/routing'
import { routes } from '@/lib/routes'
import { waitForReact } from './hydration'
import { stoppedDrawing } from './second-attempts'

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
          !expectedErrors.get(page)?.some((pattern) => pattern.test(error)),
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

const expectedErrors = new WeakMap<Page, RegExp[]>()

/** Declares that a test causes this error in the browser's console. */
export function expectError(page: Page, pattern: RegExp) {
  expectedErrors.set(page, [...(expectedErrors.get(page) ?? []), pattern])
}

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
 * Holds requests until the returned function is called, so that a test can
 * check what the page shows while it waits.
 */
export async function holdBack(page: Page, address: string | RegExp) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, (route) => released.then(() => route.continue()))
  return release
}
