import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { localizedPath } from '@/lib/i18n/navigation'
import type { Locale } from '@/lib/i18n/routing'
import { savePage } from './assets'
import type { PageChanges } from './places'

export const widths = [390, 1440]

export type Picture = { width: number; whole: string; part?: string }

/** The pictures of a page; `found` are the keys that it shows, now or after a click. None where the site failed. */
export type Shots = { path: string; locale: Locale; side: Side; page: string; pictures: Picture[]; found: string[] }

export type Side = 'before' | 'after'

const marks = readFileSync(join(import.meta.dirname, '../../preview/browser/marks.js'), 'utf8')
const margin = 60

type Wanted = PageChanges & { locale: Locale; side: Side; links: Map<string, string> }

/** Takes the pictures of a page, with its changed texts in frames, and saves the page. */
export async function shootPage(context: BrowserContext, folder: string, wanted: Wanted): Promise<Shots> {
  const { path, keys, locale, side, links } = wanted
  const name = fileOf(path, locale, side)
  const shots: Shots = { path, locale, side, page: `${name}.html`, pictures: [], found: [] }
  const page = await context.newPage()
  try {
    const response = await page.goto(`${localizedPath(locale, path)}?keys`, { waitUntil: 'load' })
    // Texts of before may lack a key that the code of now asks for.
    if (!response || response.status() >= 500) return shots
    await prepare(page)
    await savePage(page, folder, shots.page, links)
    shots.found = await frame(
      page,
      keys.map((key) => `${locale}:${key}`),
    )
    for (const width of widths) shots.pictures.push(await shoot(page, folder, `${name}-${width}`, width))
    return shots
  } finally {
    await page.close()
  }
}

/** `home-fr-before`, the name of the files of a page. */
export function fileOf(path: string, locale: string, side: Side): string {
  return `${path.slice(1).replaceAll('/', '-') || 'home'}-${locale}-${side}`
}

async function prepare(page: Page) {
  await page.addStyleTag({ content: 'nextjs-portal { display: none }' })
  const script = `${marks.replaceAll('export ', '')}\nwindow.readTexts = textsOfPage`
  await page.addScriptTag({ type: 'module', content: script })
  await page.evaluate(async () => {
    await document.fonts.ready
  })
}

type Texts = () => { key: string; element: Element }[]

/** Opens and frames the elements of these texts, and says which of them the page has. */
function frame(page: Page, keys: string[]): Promise<string[]> {
  return page.evaluate((wanted) => {
    const texts = (window as unknown as { readTexts: Texts }).readTexts().filter(({ key }) => wanted.includes(key))
    const seen = texts.filter(({ element }) => !element.closest('head'))
    for (const { element } of seen) {
      element.closest('details')?.setAttribute('open', '')
      element.setAttribute(
        'style',
        `${element.getAttribute('style') ?? ''};outline:3px solid #c2410c;outline-offset:4px`,
      )
      element.setAttribute('data-changed', '')
    }
    return [...new Set(texts.map(({ key }) => key.slice(key.indexOf(':') + 1)))]
  }, keys)
}

async function shoot(page: Page, folder: string, name: string, width: number): Promise<Picture> {
  await page.setViewportSize({ width, height: 900 })
  const picture = { type: 'jpeg', quality: 60 } as const
  const whole = `${name}.jpg`
  await page.screenshot({ ...picture, path: join(folder, whole), fullPage: true })
  const { top, bottom, height } = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll('[data-changed]')].map((element) => element.getBoundingClientRect())
    const shown = boxes.filter((box) => box.width > 0 && box.height > 0)
    const places = shown.flatMap((box) => [box.top + window.scrollY, box.bottom + window.scrollY])
    return { top: Math.min(...places), bottom: Math.max(...places), height: document.documentElement.scrollHeight }
  })
  if (!Number.isFinite(top)) return { width, whole }
  const y = Math.max(0, Math.floor(top) - margin)
  const clip = { x: 0, y, width, height: Math.min(height, Math.ceil(bottom) + margin) - y }
  const part = `${name}-part.jpg`
  await page.screenshot({ ...picture, path: join(folder, part), fullPage: true, clip })
  return { width, whole, part }
}
