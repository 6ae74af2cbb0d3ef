// Inline scripts of pages, minified by lib/build/secure-pages.ts and allowed by their hash.
import { createHash } from 'node:crypto'
import { dismissal, preference } from '@/lib/i18n/browser/preference'
import { routing } from '@/lib/i18n/routing'
import { visitEntry } from '@/lib/leads/browser/visit'
import { hasLeadContext } from '@/lib/leads/context'
import { attribute, type Element, elementsOf, integrityOf, textOf } from '@/lib/security/inspect-page'

/** A script's address, and its integrity value. */
export type Script = readonly [src: string, integrity: string]

export const dataFolder = '/_next/static/page-data/'

/** The file of a page's data, named by its content. */
export function dataScript(data: string, query = ''): Script {
  const name = createHash('sha256').update(data).digest('hex').slice(0, 16)
  return [`${dataFolder}${name}.js${query}`, integrityOf(data)]
}

/**
 * Moves a page's scripts behind its first paint: its elements are taken out, and one inline script at the end loads
 * them in the same order. `storeData`, if given, stores the inline scripts with the page's data, and returns the file.
 */
export function deferScripts(page: string, storeData?: (data: string) => Script): string {
  const html = addOfferScript(page)
  const elements = elementsOf(html)
  const chunks = elements.filter(isChunk)
  const data = storeData ? elements.filter(isData) : []
  const scripts = chunks
    .filter(({ tagName }) => tagName === 'script')
    .map((element): Script => [attribute(element, 'src') ?? '', attribute(element, 'integrity') ?? ''])
  if (scripts.length === 0) return html
  const rest = removeElements(html, [...chunks, ...data, ...elements.filter(isPreload)])
  const stored = data.length > 0 && storeData ? [storeData(data.map(textOf).join('\n'))] : []
  const end = rest.lastIndexOf('</body>')
  return `${rest.slice(0, end)}<script>${loader(unique([...stored, ...scripts]))}${visitScript()}</script>${rest.slice(end)}`
}

function isChunk(element: Element): boolean {
  return (
    element.tagName === 'script' && /^\/_next\//.test(attribute(element, 'src') ?? '') && !isForOldBrowsers(element)
  )
}

function isForOldBrowsers(element: Element): boolean {
  return attribute(element, 'nomodule') !== undefined
}

function isPreload(element: Element): boolean {
  return element.tagName === 'link' && attribute(element, 'as') === 'script'
}

// What the scripts work with; no other inline script may run late.
function isData(element: Element): boolean {
  if (element.tagName !== 'script' || attribute(element, 'src') !== undefined) return false
  return /^\(?(self\.__next_f|globalThis\["TURBOPACK"\])/.test(textOf(element))
}

function removeElements(html: string, elements: Element[]): string {
  return elements
    .flatMap(({ sourceCodeLocation }) => sourceCodeLocation ?? [])
    .sort((a, b) => b.startOffset - a.startOffset)
    .reduce((text, { startOffset, endOffset }) => text.slice(0, startOffset) + text.slice(endOffset), html)
}

function unique(scripts: Script[]): Script[] {
  return [...new Map(scripts.map((script) => [script[0], script])).values()]
}

// Milliseconds for fonts and drawings, which may never come.
const maxWaitMs = 3000

// Of 50 ms each: one minute for scripts to come. A button that is not React's never gets ready.
const maxChecks = 1200

/**
 * Loads the scripts once the page with its fonts and drawings is painted, or at the visitor's first action; in a page that
 * is prerendered, once it is shown (html.spec.whatwg.org, speculative loading). Repeats a click or a choice that came
 * before React was ready, which React's own properties on an element show. React looks for scripts that are
 * `async`, while these run in order: the data first.
 */
function loader(scripts: Script[]): string {
  return `(scripts => {
const isReady = element => Object.keys(element).some(key => key.startsWith('__reactProps'))
const waiting = new Set()
const repeat = ({ type, target }) => {
const element = target.closest?.(type === 'click' ? 'button[type=button]' : 'input[type=file]')
if (!element || waiting.has(element) || isReady(element) || isReady(document.body)) return
waiting.add(element)
let checks = 0
const timer = setInterval(() => {
if (!isReady(element) && element.isConnected && ++checks < ${maxChecks}) return
clearInterval(timer)
waiting.delete(element)
if (isReady(element)) element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }))
}, 50)
}
for (const type of ['click', 'change']) addEventListener(type, repeat, true)
let load = () => {
load = () => {}
for (const [src, integrity] of scripts) {
const script = document.createElement('script')
Object.assign(script, { async: false, integrity, src })
document.head.append(script)
script.setAttribute('async', '')
}
}
const start = () => load()
const startPainted = () => new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
const wait = () => {
for (const type of ['pointerdown', 'keydown']) addEventListener(type, start, { capture: true, once: true })
setTimeout(start, ${maxWaitMs})
if (document.readyState === 'complete') startPainted()
else addEventListener('load', startPainted)
}
if (document.prerendering) document.addEventListener('prerenderingchange', wait, { once: true })
else wait()
})(${JSON.stringify(scripts).replaceAll('<', '\\u003c')})`
}

/**
 * Stores where a visit began, for its lead: in the tab, without a cookie, and not for visitors who send Global Privacy
 * Control. Only the first page counts, once it is shown. The first use of a tab's storage takes some milliseconds: the
 * page is painted before.
 */
const visit = `(entry => {
const keep = () => {
try {
if (navigator.globalPrivacyControl || sessionStorage.getItem(entry)) return
const { host, pathname, search } = location
const visit = { landing_page: pathname }
const from = document.referrer && new URL(document.referrer).host
if (from && from !== host) visit.referrer = from
for (const [name, value] of new URLSearchParams(search)) if (/^utm_(source|medium|campaign|term|content)$/.test(name)) visit[name] = value.slice(0, 100)
sessionStorage.setItem(entry, JSON.stringify(visit))
} catch {}
}
const keepPainted = () => requestAnimationFrame(() => setTimeout(keep))
if (document.prerendering) document.addEventListener('prerenderingchange', keepPainted, { once: true })
else keepPainted()
})(${JSON.stringify(visitEntry)})`

/** The script that stores a visit's beginning, unless LEADS_CONTEXT is off. */
export function visitScript(): string {
  return hasLeadContext() ? `;${visit}` : ''
}

/**
 * Shows, of a page's hidden offers of its other languages, the visitor's own: the stored choice, otherwise the first of
 * the browser's languages that the site has (for pt-BR any Portuguese). Runs again in a page that was prerendered or kept
 * for going back, because the visitor may have chosen a language since.
 */
const offerScript = `((locales, preference, dismissal) => {
const read = entry => {
try { return localStorage.getItem(entry) } catch {}
}
const primary = tag => tag.toLowerCase().split('-')[0]
const closest = tag => locales.find(locale => locale.toLowerCase() === tag.toLowerCase()) ?? locales.find(locale => primary(locale) === primary(tag))
const preferred = () => {
const [, cookie] = document.cookie.match('(?:^|; )' + preference + '=([^;]*)') ?? []
return [read(preference), cookie, ...navigator.languages.map(closest)].find(locale => locales.includes(locale))
}
const show = () => {
const offered = read(dismissal) === 'dismissed' ? undefined : preferred()
for (const offer of document.querySelectorAll('.suggestion')) offer.hidden = offer.lang !== offered || !offer.querySelector('a[href]')
}
show()
document.addEventListener('prerenderingchange', show)
addEventListener('pageshow', ({ persisted }) => persisted && show())
})(...${JSON.stringify([routing.locales, preference, dismissal])})`

// Right after the offers, so that nothing moves once the page is painted. It is not part of the component: neither the
// page's data nor its scripts repeat it. A page that is rendered for one operator offers no language.
function addOfferScript(html: string): string {
  const offers = elementsOf(html).find((element) => attribute(element, 'id') === 'language-offers')
  const end = offers?.sourceCodeLocation?.endOffset
  return end === undefined ? html : `${html.slice(0, end)}<script>${offerScript}</script>${html.slice(end)}`
}
