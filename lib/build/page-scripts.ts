import { createHash } from 'node:crypto'
import { env } from '@/lib/env'
import { dismissal, preference } from '@/lib/i18n/browser/preference'
import { routing } from '@/lib/i18n/routing'
import { visitEntry } from '@/lib/leads/browser/contact-api'
import { pageDataStart } from '@/lib/next-internals'
import {
  attribute,
  type Element,
  elementsOf,
  integrityOf,
  textOf,
} from '@/lib/security/inspect-page'
import inlineScripts from './generated/inline-scripts.json' with {
  type: 'json',
}

type Script = readonly [src: string, integrity: string]

export const dataFolder = '/_next/static/page-data/'

/** A page's data, and the script that contains it. */
export type PageData = { text: string; script: Script }

function pageDataOf(elements: Element[], query: string): PageData {
  const text = elements.map(textOf).join('\n')
  const name = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return {
    text,
    script: [`${dataFolder}${name}.js${query}`, integrityOf(text)],
  }
}

/**
 * Moves a page's scripts behind its first paint: removes their elements and
 * adds one inline script at the end that loads them in the same order.
 *
 *     <head><script src="a.js"></script></head><body>…<script>data</script></body>
 *     <head></head><body>…<script>load(["data.js", "a.js"])</script></body>
 *
 * Returns the page's inline data for a separate script, whose address ends
 * with `query`. With 'inline', the data stays in the page.
 */
export function deferScripts(
  page: string,
  dataPlace: 'inline' | { query: string },
): { html: string; data?: PageData } {
  const html = addOfferScript(page)
  const elements = elementsOf(html)
  const chunks = elements.filter(isChunk)
  if (chunks.length === 0) return { html }
  const inline = elements.filter(isData)
  const data =
    dataPlace !== 'inline' && inline.length > 0
      ? pageDataOf(inline, dataPlace.query)
      : undefined
  const preloads = elements.filter(
    (element) =>
      element.tagName === 'link' && attribute(element, 'as') === 'script',
  )
  const rest = removeElements(html, [
    ...chunks,
    ...(data ? inline : []),
    ...preloads,
  ])
  const scripts = chunks.map(
    (element): Script => [
      attribute(element, 'src') ?? '',
      attribute(element, 'integrity') ?? '',
    ],
  )
  if (data) scripts.unshift(data.script)
  return { html: addLoader(rest, scripts), data }
}

/** Adds the inline script that loads these scripts, each once. */
function addLoader(html: string, scripts: Script[]): string {
  const unique = [
    ...new Map(scripts.map((script) => [script[0], script])).values(),
  ]
  const loader = `${inlineScripts.loadScripts}(${JSON.stringify(unique).replaceAll('<', '\\u003c')})`
  const inOrder = [loader, visitScript(), layOutScript].filter(Boolean)
  const end = html.lastIndexOf('</body>')
  return `${html.slice(0, end)}<script>${inOrder.join(';')}</script>${html.slice(end)}`.replace(
    '<html',
    `<html ${firstFrame}`,
  )
}

const firstFrame = 'data-first-frame'
const layOutScript = `${inlineScripts.layOutSections}(${JSON.stringify(firstFrame)})`

function isChunk(element: Element): boolean {
  const isOurs =
    element.tagName === 'script' &&
    attribute(element, 'src')?.startsWith('/_next/')
  return Boolean(isOurs) && attribute(element, 'nomodule') === undefined
}

/**
 * Recognizes inline scripts that only hold data for Next's scripts, and so can
 * be loaded together with them. Other inline scripts must run at once.
 */
function isData(element: Element): boolean {
  if (element.tagName !== 'script' || attribute(element, 'src') !== undefined)
    return false
  return pageDataStart.test(textOf(element))
}

function removeElements(html: string, elements: Element[]): string {
  return elements
    .flatMap(({ sourceCodeLocation }) => sourceCodeLocation ?? [])
    .sort((a, b) => b.startOffset - a.startOffset)
    .reduce(
      (text, { startOffset, endOffset }) =>
        text.slice(0, startOffset) + text.slice(endOffset),
      html,
    )
}

/**
 * Returns the script that records where a visit began, unless LEADS_CONTEXT is
 * off.
 */
export function visitScript(): string {
  return env.LEADS_CONTEXT
    ? `${inlineScripts.keepVisit}(${JSON.stringify(visitEntry)})`
    : ''
}

const offerScript = `${inlineScripts.offerLanguage}(...${JSON.stringify([routing.locales, preference, dismissal])})`

/**
 * Adds the script directly after the language offers, so that an offer never
 * appears after the first paint and shifts the page.
 */
function addOfferScript(html: string): string {
  const offers = elementsOf(html).find(
    (element) => attribute(element, 'id') === 'language-offers',
  )
  const end = offers?.sourceCodeLocation?.endOffset
  return end === undefined
    ? html
    : `${html.slice(0, end)}<script>${offerScript}</script>${html.slice(end)}`
}
