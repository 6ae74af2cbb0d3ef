import type { Page } from '@playwright/test'

/**
 * Scrolls a page from its top to its end as a visitor does, in small steps where a block is about to come into view.
 * Returns the words that could not be read when they were in view or when all had been.
 */
export async function findUnreadable(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    type Place = { element: Element; top: number; bottom: number }
    type Faded = Map<Element, boolean>

    const unreadable = new Set<string>()
    let measured: { scrollHeight: number; places: Place[] } = { scrollHeight: 0, places: [] }
    await walk()
    await collect(findFaded)
    return [...unreadable]

    async function walk() {
      for (;;) {
        await frame()
        await atRest()
        await collect(findFadedInWindow)
        const { scrollHeight } = document.documentElement
        if (window.scrollY + window.innerHeight >= scrollHeight - 1) return
        window.scrollBy(0, window.innerHeight / (blockAhead() ? 4 : 1))
      }
    }

    function frame() {
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    }

    // A fade that has begun ends by itself (tests/e2e/loading.spec.ts): its time is passed here, not waited for. Asked
    // anew at each frame, as one that begins out of sight is put off again.
    async function atRest() {
      for (let fading = findFading(); fading.length > 0; fading = findFading()) {
        for (const animation of fading) animation.finish()
        await frame()
      }
    }

    function findFading() {
      return document.getAnimations().filter(isFading)
    }

    // A block that waits below the window is in the delay of its animation, which is not awaited.
    function isFading({ effect, currentTime, playState }: Animation) {
      const { iterations, delay } = effect?.getComputedTiming() ?? {}
      return playState === 'running' && iterations !== Infinity && Number(currentTime) >= (delay ?? 0)
    }

    function blockAhead() {
      return [...document.querySelectorAll('[data-reveal]')].some((block) => {
        const { top } = block.getBoundingClientRect()
        return top > 0 && top < 2 * window.innerHeight
      })
    }

    // What comes into view is told to the page some frames later where the machine is busy.
    async function collect(find: () => string[]) {
      let found = find()
      for (let frames = 0; found.length > 0 && frames < 20; frames++) {
        await frame()
        await atRest()
        found = find()
      }
      for (const words of found) unreadable.add(words)
    }

    // Above the last tenth of the window, where a block may still wait for a tenth of it to be in view.
    function findFadedInWindow(): string[] {
      const faded: Faded = new Map()
      const end = window.scrollY + window.innerHeight * 0.85
      return findPlaces().flatMap(({ element, top, bottom }) =>
        bottom > window.scrollY && top < end ? fadedWords(element, faded) : [],
      )
    }

    // Measured once for as long as the page keeps its height: a long page has ten thousand of them.
    function findPlaces() {
      const { scrollHeight } = document.documentElement
      if (scrollHeight !== measured.scrollHeight) {
        const places = [...findWorded()].map((element) => {
          const { top, bottom } = element.getBoundingClientRect()
          return { element, top: top + window.scrollY, bottom: bottom + window.scrollY }
        })
        measured = { scrollHeight, places }
      }
      return measured.places
    }

    function findFaded(): string[] {
      const faded: Faded = new Map()
      return [...findWorded()].flatMap((element) => fadedWords(element, faded))
    }

    /** The elements that hold words themselves. */
    function findWorded() {
      const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found = new Set<Element>()
      while (words.nextNode()) if (words.currentNode.parentElement) found.add(words.currentNode.parentElement)
      return found
    }

    function fadedWords(element: Element, faded: Faded): string[] {
      if (!isFaded(element, faded) || element.closest('svg, script, style') || !element.checkVisibility()) return []
      const words = element.textContent?.trim()
      return words ? [words.slice(0, 60)] : []
    }

    // An element or what it is in; `faded` has what is known of it at this moment.
    function isFaded(element: Element | null, faded: Faded): boolean {
      if (!element) return false
      const known = faded.get(element)
      if (known !== undefined) return known
      const found = Number(getComputedStyle(element).opacity) < 1 || isFaded(element.parentElement, faded)
      faded.set(element, found)
      return found
    }
  })
}
