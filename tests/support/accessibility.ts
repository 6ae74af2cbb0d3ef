import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { hydrated } from './hydration'

const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

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
