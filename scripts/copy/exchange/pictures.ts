import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { chromium, type Locator, type Page } from 'playwright'
import { z } from 'zod'
import { localizedPath } from '@/lib/i18n/navigation'
import type { Locale } from '@/lib/i18n/routing'
import { findBrowser } from '../../browser.mjs'
import { announce } from '../../commands.mjs'
import { listGroups } from '../../edit/states/list'
import { readPort } from '../../place.mjs'
import { withTemporarySite } from '../../temporary-site'
import { pages } from '../record'

const viewport = { width: 1280, height: 800 }
const margin = { x: 160, y: 120 }
/** A page is compiled when it is first asked for. */
const patience = { timeout: 120_000 }

/**
 * Takes a picture of each text in its place, framed, on the pages and in the states of the editor. Returns the files by
 * key, relative to the folder: there is none of what no page shows, such as titles for search engines, and mails.
 */
export async function takePictures(keys: string[], locale: Locale, folder: string): Promise<Record<string, string>> {
  mkdirSync(join(folder, pictures), { recursive: true })
  const taken = new Set<string>()
  await withSite(async (address) => {
    const browser = await chromium.launch({ executablePath: `${await findBrowser()}`, args: ['--no-sandbox'] })
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce', baseURL: address })
    // Without the editor's own panel.
    const nothing = { contentType: 'text/javascript', body: '' }
    await page.route('**/_edit/browser/edit.js', (route) => route.fulfill(nothing))
    for (const place of placesIn(locale)) {
      const left = keys.filter((key) => !taken.has(key))
      if (!mayShow(place, left)) continue
      announce(`Taking pictures of ${place.path}`)
      const shown = await takeAll(page, place, left, locale, folder).catch(tellProblem)
      for (const key of shown) taken.add(key)
    }
    await browser.close()
  })
  return Object.fromEntries([...taken].map((key) => [key, fileOf(key)]))
}

// One place without pictures is no reason to have none of the others.
function tellProblem({ message }: Error): string[] {
  announce(`No pictures of this: ${message.split('\n')[0]}`)
  return []
}

const pictures = 'pictures'

function fileOf(key: string): string {
  return `${pictures}/${key}.jpg`
}

type Place = { path: string; shows?: string[] }

/** The pages, and the editor's states with the texts that are only there in them. */
function placesIn(locale: Locale): Place[] {
  const states = listGroups().flatMap((group) => group.states)
  return [
    ...pages.map((path) => ({ path: localizedPath(locale, path) })),
    ...states.map(({ id, shows }) => ({ path: `/_edit/states/${id}?locale=${locale}`, shows })),
  ]
}

// What a state shows names a few of its texts: others of the same part of the catalog are near.
function mayShow({ shows }: Place, keys: string[]): boolean {
  const parts = new Set(shows?.map(partOf))
  return keys.length > 0 && (!shows || keys.some((key) => parts.has(partOf(key))))
}

function partOf(key: string): string {
  return key.split('.')[0] ?? ''
}

// Marks the elements with the keys of their texts, and opens what is folded away.
const findTexts = `import('/_preview/marks.js').then(({ textsOfPage }) => {
  for (const details of document.querySelectorAll('details')) details.open = true
  return textsOfPage().map(({ key, element }) => {
    element.dataset.texts = ((element.dataset.texts ?? '') + ' ' + key).trim()
    return key
  })
})`

// A page gets into its state by steps of a script; what is no page, such as a mail, has none.
const isReached = `document.documentElement.dataset.editorState || !document.querySelector('script[src*="_preview"]')`

async function takeAll(page: Page, { path, shows }: Place, keys: string[], locale: Locale, folder: string) {
  await page.goto(path, patience)
  if (shows) await page.waitForFunction(isReached, undefined, patience)
  const found = z.array(z.string()).parse(await page.evaluate(findTexts))
  const taken: string[] = []
  for (const key of keys.filter((each) => found.includes(`${locale}:${each}`))) {
    const element = page.locator(`[data-texts~="${locale}:${key}"]`).first()
    if (await takeOne(page, element, join(folder, fileOf(key)))) taken.push(key)
  }
  return taken
}

async function takeOne(page: Page, element: Locator, path: string): Promise<boolean> {
  if (!(await element.isVisible())) return false
  await element.evaluate((node) => {
    node.scrollIntoView({ block: 'center', behavior: 'instant' })
    if (node instanceof HTMLElement) node.style.outline = '4px solid #d0006f'
  })
  const clip = around(await element.boundingBox())
  if (clip) await page.screenshot({ path, clip, type: 'jpeg', quality: 75 })
  await element.evaluate((node) => {
    if (node instanceof HTMLElement) node.style.outline = ''
  })
  return clip !== undefined
}

function around(box: Awaited<ReturnType<Locator['boundingBox']>>) {
  if (!box || box.width < 2 || box.height < 2) return undefined
  const [left, top] = [Math.max(0, box.x - margin.x), Math.max(0, box.y - margin.y)]
  const width = Math.min(viewport.width, box.x + box.width + margin.x) - left
  const height = Math.min(viewport.height, box.y + box.height + margin.y) - top
  return width > 0 && height > 0 ? { x: left, y: top, width, height } : undefined
}

/** The editor that is running already, as there can be one only, or one that is started for this. */
async function withSite(task: (address: string) => Promise<void>) {
  const running = `http://localhost:${readPort()}`
  const isRunning = await fetch(`${running}/_edit/state`).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isRunning) return task(running)
  announce('Starting the editor.')
  const environment = { PORT: `${await freePort()}`, CI: 'true' }
  return withTemporarySite('scripts/edit.mjs', environment, ({ address }) => task(address))
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  return address.port
}
