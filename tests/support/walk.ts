import type { Page } from '@playwright/test'

/**
 * Scrolls a page from its top to its end as a visitor does, in small steps where a block is about to come into view.
 * Returns the words that could not be read when they were in view or when all had been.
 */
export async function findUnreadable(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const unreadable = new Set<string>()
    await walk()
    checkAll()
    return [...unreadable]

    async function walk() {
      for (;;) {
        await frame()
        await atRest()
        checkWindow()
        const { scrollHeight } = document.documentElement
        if (window.scrollY + window.innerHeight >= scrollHeight - 1) return
        window.scrollBy(0, window.innerHeight / (blockAhead() ? 4 : 1))
      }
    }

    function frame() {
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    }

    // A block that waits below the window is in the delay of its animation, which is not awaited.
    async function atRest() {
      const fading = document.getAnimations().filter(({ effect, currentTime }) => {
        const { iterations, delay } = effect?.getComputedTiming() ?? {}
        return iterations !== Infinity && Number(currentTime) >= (delay ?? 0)
      })
      await Promise.allSettled(fading.map(({ finished }) => finished))
    }

    function blockAhead() {
      return [...document.querySelectorAll('[data-reveal]')].some((block) => {
        const { top } = block.getBoundingClientRect()
        return top > 0 && top < 2 * window.innerHeight
      })
    }

    // Above the last tenth of the window, where a block may still wait for a tenth of it to be in view.
    function checkWindow() {
      for (let row = 0; row < 18; row++) {
        for (let column = 1; column < 6; column++) {
          const element = document.elementFromPoint((window.innerWidth * column) / 6, (window.innerHeight * row) / 20)
          if (element) check(element)
        }
      }
    }

    function checkAll() {
      const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (words.nextNode()) if (words.currentNode.parentElement) check(words.currentNode.parentElement)
    }

    function check(element: Element) {
      const words = element.textContent?.trim()
      if (!words || element.closest('svg, script, style') || !element.checkVisibility()) return
      for (let box: Element | null = element; box; box = box.parentElement) {
        if (Number(getComputedStyle(box).opacity) < 1) return unreadable.add(words.slice(0, 60))
      }
    }
  })
}
