import type { Page } from '@playwright/test'

/** Scrolls a page from its top to its end, as a visitor does. Returns the words that were invisible when in view. */
export function findUnreadable(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const unreadable = new Set<string>()
    for (let y = 0; y < document.documentElement.scrollHeight; y += window.innerHeight / 4) {
      window.scrollTo(0, y)
      // A busy machine takes some frames to tell the page what has come into view.
      for (let frames = 0; frames < 20 && findHidden().length > 0; frames++) {
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      }
      for (const words of findHidden()) unreadable.add(words)
    }
    return [...unreadable]

    // What fades in is visible from its start; a block may be invisible until a tenth of it is in view.
    function findHidden() {
      const hidden = [...document.querySelectorAll('main *')].filter((element) => {
        const { top, bottom, height } = element.getBoundingClientRect()
        const seen = Math.min(bottom, window.innerHeight) - Math.max(top, 0)
        return seen > height * 0.15 && getComputedStyle(element).opacity === '0' && element.checkVisibility()
      })
      return hidden.flatMap(({ textContent }) => textContent?.trim().slice(0, 60) || [])
    }
  })
}
