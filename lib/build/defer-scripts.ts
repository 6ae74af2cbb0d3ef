import { attribute, type Element, elementsOf, textOf } from '@/lib/security/inspect-page'
import { visitScript } from './keep-visit'
import { addOfferScript } from './offer-language'

/** A script's address, and its integrity value. */
export type Script = readonly [src: string, integrity: string]

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

// Milliseconds between two reloads of a page whose data is gone.
const minRenewMs = 60_000

/**
 * The inline script. What is clicked or chosen before React is there is repeated once it is, which shows by React's own
 * properties on an element. It waits for the page with its fonts and drawings, or for the visitor's first action; in a page
 * that is prerendered, until it is shown (html.spec.whatwg.org, speculative loading). React looks for scripts that are
 * `async`, while these run in order: the data first. A page whose data is gone, as its server went over to another build,
 * is loaded anew, but not while there is no connection.
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
if (src.includes('/page-data/')) script.onerror = renew
document.head.append(script)
script.setAttribute('async', '')
}
}
const renew = async () => {
try {
const { ok } = await fetch(location.href, { method: 'HEAD' })
const last = Number(sessionStorage.getItem('renewed'))
if (!ok || Date.now() < last + ${minRenewMs}) return
sessionStorage.setItem('renewed', Date.now())
location.reload()
} catch {}
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
