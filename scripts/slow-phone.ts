// Loads a page in Chromium as a slow phone does, for `npm run bench`.
import type { Browser } from '@playwright/test'

const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}

// Lighthouse's "slow 4G" and its slowdown of the processor
// (github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md).
const slowConnection = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_000_000) / 8,
  uploadThroughput: (0.75 * 1_000_000) / 8,
}
const processorSlowdown = 4

// Long enough for the scripts to start after the page has loaded.
const settleMs = 3_000

/** Times in ms, as defined at web.dev/articles/lcp and web.dev/articles/tbt. */
export type FirstVisit = { largestPaint: number; blockingTime: number }

/** Loads the page as a new visitor does, without anything in the cache. */
export async function visitOnSlowPhone(
  browser: Browser,
  url: string,
): Promise<FirstVisit> {
  const page = await browser.newPage(phone)
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', slowConnection)
  await devTools.send('Emulation.setCPUThrottlingRate', {
    rate: processorSlowdown,
  })
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(settleMs)
  const paints = await page.evaluate(
    performanceEntries,
    'largest-contentful-paint',
  )
  const tasks = await page.evaluate(performanceEntries, 'longtask')
  await page.close()
  return {
    largestPaint: paints.at(-1)?.startTime ?? Number.NaN,
    blockingTime: tasks.reduce(
      (sum, { duration }) => sum + Math.max(0, duration - 50),
      0,
    ),
  }
}

/**
 * Resolves to what the browser has recorded, or to nothing after half a second,
 * because an observer without an entry never calls back.
 */
function performanceEntries(type: string) {
  return new Promise<{ startTime: number; duration: number }[]>((resolve) => {
    new PerformanceObserver((list) =>
      resolve(
        list
          .getEntries()
          .map(({ startTime, duration }) => ({ startTime, duration })),
      ),
    ).observe({ type, buffered: true })
    setTimeout(() => resolve([]), 500)
  })
}
