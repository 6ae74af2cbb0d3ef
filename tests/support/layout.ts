import { expect, type Page } from '@playwright/test'

/**
 * Opens every collapsed part of a page, and expects that nothing scrolls
 * sideways, leaves the window or is cut off.
 */
export async function expectToFit(page: Page) {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details'))
      details.open = true
  })
  const sideways = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  const outside = await page.evaluate(findOutside)
  expect({ sideways, outside }).toEqual({ sideways: 0, outside: [] })
  expect(await page.evaluate(findCut)).toEqual([])
}

/** Excludes data tables, which may scroll by themselves (WCAG 1.4.10). */
function findOutside() {
  const excepted =
    'svg, .engraving, .visually-hidden, .trap, caption, thead, .table-scroll > table'
  return [...document.querySelectorAll('main *, header *, footer *')]
    .filter((element) => element.closest(excepted) === null)
    .filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 0 && (right > window.innerWidth + 1 || left < -1)
    })
    .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`)
}

/**
 * Finds text that a surrounding element cuts off, except text that is clipped
 * completely, because that is for screen readers.
 */
function findCut() {
  const cut: string[] = []
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (words.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(words.currentNode)
    const text = range.getBoundingClientRect()
    for (
      let box = words.currentNode.parentElement;
      box && text.width > 0;
      box = box.parentElement
    ) {
      const { overflowX, overflowY, clipPath, textOverflow } =
        getComputedStyle(box)
      const { left, right, top, bottom } = box.getBoundingClientRect()
      if (clipPath === 'inset(50%)') break
      // Skips previews, which are shortened on purpose.
      if (textOverflow === 'ellipsis') break
      const across =
        /hidden|clip/.test(overflowX) &&
        (text.left < left - 1 || text.right > right + 1)
      const down =
        /hidden|clip/.test(overflowY) &&
        (text.top < top - 1 || text.bottom > bottom + 1)
      if (across || down)
        cut.push(
          `${box.tagName}.${box.className}: ${words.currentNode.textContent?.slice(0, 40)}`,
        )
    }
  }
  return cut
}
