import type { Page } from '@playwright/test'

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
