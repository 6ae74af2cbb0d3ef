// The texts on the page: finding them, framing them, clicking on them, and
// showing input in place.

import { fillFacts } from '@/lib/i18n/company-facts'
import { keysIn, mark } from '@/lib/preview/marks'
import { readStored, writeStored } from './dom'

const attributes = [
  'aria-label',
  'aria-description',
  'placeholder',
  'alt',
  'title',
  'value',
]
const units = 'a, button, summary, label, option, h1, h2, h3'
const functional = 'a, button, summary, label, input, textarea, select'

function findTexts(
  start: Element,
): { element: Element; keys: string[] } | undefined {
  for (
    let element: Element | null = start;
    element && element !== document.body;
    element = element.parentElement
  ) {
    const within = element.matches(units)
      ? [element, ...element.querySelectorAll('*')]
      : [element]
    const keys = within.flatMap(keysOf)
    if (keys.length > 0) return { element, keys: [...new Set(keys)] }
  }
  return undefined
}

export function elementOf(key: string): Element | undefined {
  return [...document.querySelectorAll('body, body *')].find((element) =>
    keysOf(element).includes(key),
  )
}

/** Returns the element that shows a text, once there is one. */
export function untilShown(key: string): Promise<Element> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const element = elementOf(key)
      if (!element) return
      observer.disconnect()
      resolve(element)
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
}

/** Includes the label's text for a field, because the label may enclose it. */
function keysOf(element: Element): string[] {
  const labels = isField(element) ? [...(element.labels ?? [])] : []
  const owners = [
    element,
    ...labels.flatMap((label) => [label, ...label.querySelectorAll('*')]),
  ]
  return owners
    .filter((owner) => !owner.matches('script, style'))
    .flatMap(ownKeys)
}

function ownKeys(element: Element): string[] {
  const words = [...element.childNodes].map((node) =>
    node instanceof Text ? node.data : '',
  )
  const values = attributes.map((name) => element.getAttribute(name) ?? '')
  const value = isField(element) ? element.value : ''
  // Removes the language from each key.
  return [...words, ...values, value]
    .flatMap(keysIn)
    .map((key) => key.slice(key.indexOf(':') + 1))
}

function isField(element: Element) {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement
  )
}

/** Shows the edited text on the page, even if it is in a collapsed answer. */
export function reveal(element: Element | undefined) {
  const details = element?.closest('details')
  if (details) details.open = true
  frame('edited', element)
  element?.scrollIntoView({ block: 'nearest' })
}

/** The parts of a page that come from the brand's facts. */
const facts =
  '[href^="tel:"], [href^="mailto:"], .offices, .disclosures, .parties, .brand-name, .brand-product'

/**
 * Shows a text on the page as it is typed. Texts with links or other arguments
 * appear once they are saved.
 */
export function showTyped(
  key: string,
  locale: string,
  text: string,
  facts: Record<string, string | number> = {},
) {
  const words = fillFacts(text, facts, locale).replaceAll("''", "'")
  if (locale !== document.documentElement.lang || /[{<]/.test(words)) return
  const textMark = mark(`${locale}:${key}`)
  for (const element of document.querySelectorAll('body *')) {
    for (const node of element.childNodes) {
      if (!(node instanceof Text) || !node.data.includes(textMark)) continue
      const end = node.data.indexOf(textMark)
      const start = node.data.lastIndexOf('\u{E007F}', end) + 1
      node.data =
        node.data.slice(0, start ? start + 1 : 0) + words + node.data.slice(end)
    }
  }
}

// Lets the page scroll far enough that the panel never hides any part of it
// permanently.
const frames = new CSSStyleSheet()
frames.replaceSync(`
  html { scroll-padding-bottom: 66dvh }
  body { padding-bottom: 66dvh }
  :is([data-pointed], [data-edited]) { outline: 2px solid #2f7fd6 !important; outline-offset: 3px !important }
  [data-edited] { outline-style: dashed !important }`)
document.adoptedStyleSheets.push(frames)

/** Frames an element of the page, and unframes the previous one. */
export function frame(
  name: 'pointed' | 'edited',
  element: Element | undefined,
) {
  for (const framed of document.querySelectorAll(`[data-${name}]`))
    framed.removeAttribute(`data-${name}`)
  element?.setAttribute(`data-${name}`, '')
}

type Pointing = {
  owns: (event: Event) => boolean
  open: (element: Element, keys: string[]) => void
  /** Explains where a fact of the brand is changed. */
  explainFact: (words: string) => void
}

/**
 * Opens texts when they are clicked. Returns two functions, to ask whether this
 * is on and to switch it.
 */
export function createPointing({ owns, open, explainFact }: Pointing) {
  let isOn = !readStored('off', false)

  const find = (event: Event) =>
    event.target instanceof Element && !owns(event)
      ? findTexts(event.target)
      : undefined
  const point = (event: Event) =>
    frame('pointed', isOn ? find(event)?.element : undefined)

  function edit(event: Event) {
    const text = find(event)
    if (!text) return explainFactAt(event)
    stop(event)
    frame('pointed', undefined)
    open(text.element, text.keys)
  }

  function explainFactAt(event: Event) {
    const { target } = event
    if (!(target instanceof Element) || !target.closest(facts)) return
    const words = target.textContent?.trim()
    if (!words || owns(event)) return
    stop(event)
    explainFact(words)
  }

  function click(event: MouseEvent) {
    // `detail` is 0 for clicks by keyboard and scripts, which behave as they
    // would without the editor.
    if (!isOn || owns(event) || event.detail === 0) return
    if (!event.altKey) return edit(event)
    // Clicks the control again without Alt, because browsers download a link's
    // target while Alt is held.
    const control = (event.target as Element).closest<HTMLElement>(functional)
    if (control) stop(event)
    control?.click()
  }

  function keydown(event: KeyboardEvent) {
    if (!isOn || !event.altKey || owns(event)) return
    if (event.key === 'Enter') return edit(event)
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    stop(event)
    focusText(event.key === 'ArrowDown' ? 'next' : 'previous')
  }

  window.addEventListener('click', click, { capture: true })
  window.addEventListener('keydown', keydown, { capture: true })
  document.addEventListener('pointerover', point)
  document.addEventListener('focusin', point)

  return {
    isOn: () => isOn,
    turn(on: boolean) {
      isOn = on
      writeStored('off', !on)
      frame('pointed', undefined)
    },
  }
}

const sides = {
  next: { position: Node.DOCUMENT_POSITION_FOLLOWING, index: 0 },
  previous: { position: Node.DOCUMENT_POSITION_PRECEDING, index: -1 },
}

/** Focuses the closest text before or after the focused element. */
function focusText(side: keyof typeof sides) {
  const here = document.activeElement ?? document.body
  const { position, index } = sides[side]
  const texts = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    (element) =>
      here.compareDocumentPosition(element) & position &&
      keysOf(element).length > 0 &&
      element.checkVisibility(),
  )
  const text = texts.at(index)
  // Makes headings and paragraphs focusable.
  if (text && text.tabIndex < 0) text.tabIndex = -1
  text?.focus()
}

function stop(event: Event) {
  event.preventDefault()
  event.stopImmediatePropagation()
}
