// `npm run bench:visit`: how soon a visitor sees a page, and the next one, beside a bare Next app.
import { setTimeout } from 'node:timers/promises'
import { chromium } from 'playwright'
import { withBareApp } from './bench/bare-app'
import { withPlainPages } from './bench/plain-pages'
import { showResults } from './bench/results'
import { findBrowser } from './browser.mjs'
import { withTemporarySite } from './temporary-site'
import { installTools } from './tools/install.mjs'

const tools = 'scripts/tools/lighthouse'
const rounds = Number(process.argv[2] ?? 3)
const debuggingPort = 3193
const pages = process.argv[3]?.split(',') ?? [
  '/',
  '/direct-reserve',
  '/contact',
  '/contact/email',
  '/attestations',
  '/fr',
  '/es',
]

type Visit = { lcp: number; tbt: number; cls: number; score: number }
type Method = 'devtools' | 'simulate'
type Row = Record<string, string | number>

await installTools(tools)
const packages = './tools/lighthouse/node_modules'
const { default: lighthouse } = await import(`${packages}/lighthouse/core/index.js`)
const { default: puppeteer } = await import(`${packages}/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js`)
const executablePath = String(await findBrowser())
const args = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking']

const firstVisits: Row[] = []
const nextPages: Row[] = []
await withBareApp(async (bare) => {
  await withTemporarySite('scripts/start.mjs', { PORT: '3191', LOG_LEVEL: 'warn' }, async ({ address }) => {
    nextPages.push(await measureNext('bare app, next/link', bare, '/second'))
    for (const hasTransition of [false, true]) {
      const what = `a page of one line, prerendered${hasTransition ? ', with a view transition' : ''}`
      await withPlainPages(hasTransition, async (plain) => {
        nextPages.push(await measureNext(what, plain, '/second'))
      })
    }
    for (const path of ['/contact', '/direct-reserve'])
      nextPages.push(await measureNext(`/ to ${path}`, `${address}/`, path))
    for (const method of ['devtools', 'simulate'] as const) {
      for (const path of pages) firstVisits.push(await compareVisits(`${address}${path}`, path, bare, method))
    }
  })
})
showResults('bench-visit', [
  { title: 'First visits (Lighthouse, mobile)', rows: firstVisits },
  { title: 'The next page, after a hover of 200 ms, unthrottled', rows: nextPages },
])

async function compareVisits(url: string, path: string, bare: string, method: Method): Promise<Row> {
  const ours: Visit[] = []
  const bares: Visit[] = []
  for (let round = 0; round < rounds; round++) {
    bares.push(await visit(bare, method))
    ours.push(await visit(url, method))
  }
  const [lcp, bareLcp] = [median(ours, 'lcp'), median(bares, 'lcp')]
  return {
    page: path,
    throttling: method,
    'LCP ms': Math.round(lcp),
    'bare LCP ms': Math.round(bareLcp),
    'x bare': (lcp / bareLcp).toFixed(2),
    'TBT ms': Math.round(median(ours, 'tbt')),
    'bare TBT ms': Math.round(median(bares, 'tbt')),
    CLS: median(ours, 'cls'),
    performance: Math.round(100 * median(ours, 'score')),
    ...(await otherScores(url, method)),
  }
}

async function visit(url: string, throttlingMethod: Method): Promise<Visit> {
  const { audits, categories } = await audit(url, throttlingMethod, ['performance'])
  return {
    lcp: audits['largest-contentful-paint'].numericValue,
    tbt: audits['total-blocking-time'].numericValue,
    cls: audits['cumulative-layout-shift'].numericValue,
    score: categories.performance.score,
  }
}

// Once is enough: these do not vary.
async function otherScores(url: string, method: Method): Promise<Row> {
  if (method !== 'simulate') return {}
  const { categories } = await audit(url, method, ['accessibility', 'best-practices', 'seo'])
  const scores = Object.entries<{ score: number }>(categories)
  return Object.fromEntries(scores.map(([name, { score }]) => [name, Math.round(100 * score)]))
}

async function audit(url: string, throttlingMethod: Method, onlyCategories: string[]) {
  const browser = await chromium.launch({ executablePath, args: [...args, `--remote-debugging-port=${debuggingPort}`] })
  const { lhr } = await lighthouse(url, { port: debuggingPort, throttlingMethod, onlyCategories, logLevel: 'error' })
  await browser.close()
  return lhr
}

/** Milliseconds from a click to the largest paint of the next page, after a hover of 200 ms. */
async function measureNext(what: string, from: string, to: string): Promise<Row> {
  const times: number[] = []
  for (let round = 0; round < rounds * 3; round++) times.push(await clickThrough(from, to))
  return { what, 'click to LCP ms': Math.round(times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0) }
}

// By Puppeteer, as Playwright keeps Chromium from prerendering.
async function clickThrough(from: string, to: string): Promise<number> {
  const browser = await puppeteer.launch({ executablePath, args })
  const endpoint = browser.wsEndpoint()
  const page = await browser.newPage()
  await page.goto(from, { waitUntil: 'networkidle0' })
  const link = `main a[href$="${to}"]`
  await page.hover(link)
  await setTimeout(200)
  await page.evaluate(watchClick)
  await page.click(link)
  // A prerendered page is another one to Puppeteer, which therefore looks again after the longest of them.
  await browser.disconnect()
  await setTimeout(1500)
  const again = await puppeteer.connect({ browserWSEndpoint: endpoint })
  const shown = (await again.pages()).find((each: { url: () => string }) => each.url().endsWith(to))
  const painted = await shown?.evaluate(paintTime)
  const clicked = await shown?.evaluate(() => Number(localStorage.getItem('clicked')))
  await again.close()
  // Now and then Puppeteer does not find the page that took the place of its own.
  return painted === undefined || clicked === undefined ? clickThrough(from, to) : painted - clicked
}

type Watched = { paintedAt?: Promise<number> }

// tsx names inner functions by a helper that the page lacks.
/** Notes when the click comes, without the way from Puppeteer to the browser, and when another heading is painted. */
function watchClick() {
  addEventListener(
    'click',
    ({ timeStamp }) => localStorage.setItem('clicked', String(performance.timeOrigin + timeStamp)),
    { capture: true },
  )
  const before = document.querySelector('h1')?.textContent
  const paintedAt = new Promise<number>((resolve) => {
    new MutationObserver(() => {
      const after = document.querySelector('h1')?.textContent
      if (after && after !== before)
        requestAnimationFrame(() => window.setTimeout(() => resolve(performance.timeOrigin + performance.now())))
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  Object.assign(window, { paintedAt })
}

/** When the page's largest paint was, or that it was shown if it had been prerendered before (ms). */
function paintTime(): Promise<number> | number {
  const { paintedAt } = window as Watched
  if (paintedAt) return paintedAt
  const [navigation] = performance.getEntriesByType('navigation') as { activationStart?: number }[]
  const shownAt = performance.timeOrigin + (navigation?.activationStart ?? 0)
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      resolve(Math.max(performance.timeOrigin + (list.getEntries().at(-1)?.startTime ?? 0), shownAt))
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
}

function median(visits: Visit[], key: keyof Visit): number {
  return visits.map((each) => each[key]).sort((a, b) => a - b)[Math.floor(visits.length / 2)] ?? Number.NaN
}
