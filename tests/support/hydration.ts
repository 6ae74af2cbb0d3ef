import type { Page } from '@playwright/test'

/**
 * Makes `goto` and `reload` of a page wait until React has hydrated it, unless
 * `waitUntil` asks for less.
 */
export function waitForReact(page: Page) {
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
