import { reactProperties } from '@/lib/next-internals'
import { whenShown } from './when-shown'

// How long to wait for fonts and drawings, which may never arrive.
const maxWaitMs = 3000

/**
 * Loads the page's scripts in this order once the page has been painted, or at
 * the visitor's first action; in a prerendered page, once it is shown.
 */
export function loadScripts(scripts: [src: string, integrity: string][]) {
  for (const type of ['click', 'change'])
    addEventListener(type, repeatWhenReady, true)
  let isLoading = false
  const load = () => {
    if (isLoading) return
    isLoading = true
    for (const script of scripts) addScript(script)
  }
  whenShown(() => {
    for (const type of ['pointerdown', 'keydown'])
      addEventListener(type, load, { capture: true, once: true })
    setTimeout(load, maxWaitMs)
    const loadWhenPainted = () =>
      new PerformanceObserver(load).observe({ type: 'paint', buffered: true })
    if (document.readyState === 'complete') loadWhenPainted()
    else addEventListener('load', loadWhenPainted)
  })
}

/**
 * Loads the script in order (`async: false`), because the data comes first, but
 * gives it the attribute `async`, because React looks for that.
 */
function addScript([src, integrity]: [src: string, integrity: string]) {
  const script = document.createElement('script')
  Object.assign(script, { async: false, integrity, src })
  document.head.append(script)
  script.setAttribute('async', '')
}

const checkMs = 50

// One minute of checks, after which waiting ends, because a button outside React
// never becomes ready.
const maxChecks = 1200

const waiting = new Set<Element>()

/** Repeats a click or a choice made before React was ready. */
function repeatWhenReady({ type, target }: Event) {
  const control = type === 'click' ? 'button[type=button]' : 'input[type=file]'
  const element = target instanceof Element && target.closest(control)
  if (!element || waiting.has(element)) return
  if (isReady(element) || isReady(document.body)) return
  waiting.add(element)
  let checks = 0
  const timer = setInterval(() => {
    const isLate = !element.isConnected || ++checks >= maxChecks
    if (!isReady(element) && !isLate) return
    clearInterval(timer)
    waiting.delete(element)
    if (isReady(element))
      element.dispatchEvent(
        new Event(type, { bubbles: true, cancelable: true }),
      )
  }, checkMs)
}

function isReady(element: Element): boolean {
  return Object.keys(element).some((key) => key.startsWith(reactProperties))
}
