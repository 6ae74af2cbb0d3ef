// The texts of the page: where they are, a frame around them, clicks on them, and what is typed shown at once.
import { keysIn, mark } from '@/lib/preview/marks'
import { h, keep, recall } from './dom'

export type PageText = { key: string; element: Element; uses: Set<string> }

type Target = { element: Element; keys: string[] }

const attributes = ['aria-label', 'aria-description', 'placeholder', 'alt', 'title', 'value', 'content']
const units = 'a, button, summary, label, option, h1, h2, h3'
const functional = 'a, button, summary, label, input, textarea, select'

/** The nearest element with marked texts, and the keys of these texts. */
function findTexts(start: Element): Target | undefined {
  for (let element: Element | null = start; element && element !== document.body; element = element.parentElement) {
    const within = element.matches(units) ? [element, ...element.querySelectorAll('*')] : [element]
    const texts = within.flatMap(textsOf)
    if (texts.length > 0) return { element, keys: [...new Set(texts.map(({ key }) => key))] }
  }
  return undefined
}

/** All texts of the page, also those for search engines and screen readers. */
export function textsOfPage(): PageText[] {
  const found = new Map<string, PageText>()
  for (const element of document.querySelectorAll('head *, body, body *')) {
    for (const { key, use } of textsOf(element)) {
      const text = found.get(key) ?? { key, element, uses: new Set() }
      found.set(key, text)
      text.uses.add(use)
    }
  }
  return [...found.values()]
}

export function elementOf(key: string): Element | undefined {
  return textsOfPage().find((text) => text.key === key)?.element
}

/** The words of a text where the element shows them. */
export function wordsOf({ element, key }: PageText): string {
  const places = [...element.childNodes]
    .map((node) => (node instanceof Text ? node.data : ''))
    .concat([...element.attributes].map(({ value }) => value))
  const found = places.find((text) => plainKeys(text).includes(key)) ?? ''
  return found.replace(/[\u{E0000}-\u{E007F}]+/gu, ' ').trim()
}

// The words of a field are those of its label, which may surround it.
function textsOf(element: Element) {
  const labels = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null
  const owners = [element, ...[...(labels ?? [])].flatMap((label) => [label, ...label.querySelectorAll('*')])]
  return owners.flatMap(ownTexts)
}

function ownTexts(element: Element): { key: string; use: string }[] {
  if (element.matches('script, style')) return []
  const nodes = [...element.childNodes].filter((node) => node instanceof Text)
  const use = element.localName === 'title' ? 'title' : 'text'
  return [
    ...nodes.flatMap(({ data }) => plainKeys(data).map((key) => ({ key, use }))),
    ...attributes.flatMap((name) =>
      plainKeys(attributeOf(element, name)).map((key) => ({ key, use: useOf(element, name) })),
    ),
  ]
}

// Without the language.
function plainKeys(text: string): string[] {
  return keysIn(text).map((key) => key.slice(key.indexOf(':') + 1))
}

function attributeOf(element: Element, name: string): string {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
  return name === 'value' && isField ? element.value : (element.getAttribute(name) ?? '')
}

function useOf(element: Element, attribute: string): string {
  if (attribute !== 'content') return attribute
  return element.getAttribute('name') ?? element.getAttribute('property') ?? attribute
}

/** Shows a text on the page while it is typed. Texts with choices or links wait until they are saved. */
export function showTyped(key: string, locale: string, text: string, samples: Record<string, string>) {
  const words = text.replace(/\{(\w+)\}/g, (argument, name: string) => samples[name] ?? argument)
  if (locale !== document.documentElement.lang || /[{<]/.test(words)) return
  const own = mark(`${locale}:${key}`)
  for (const element of document.querySelectorAll('body *')) {
    for (const node of element.childNodes) {
      if (!(node instanceof Text) || !node.data.includes(own)) continue
      const end = node.data.indexOf(own)
      const start = node.data.lastIndexOf('\u{E007F}', end) + 1
      node.data = node.data.slice(0, start ? start + 1 : 0) + words + node.data.slice(end)
    }
  }
}

export type Outline = ReturnType<typeof createOutline>

/** A frame around the text under the pointer or focus, and another one around the edited text. */
export function createOutline(root: ShadowRoot) {
  const frame = (name: string) => h('div', { class: `outline ${name}`, hidden: true })
  const [pointed, edited] = [frame('pointed'), frame('edited')]
  const elements = new Map<HTMLElement, Element>()
  let isAwaited = false
  root.append(edited, pointed)

  function placeSoon() {
    if (isAwaited) return
    isAwaited = true
    requestAnimationFrame(() => {
      isAwaited = false
      for (const [frame, element] of elements) placeFrame(frame, element)
    })
  }

  for (const type of ['scroll', 'resize']) window.addEventListener(type, placeSoon, { passive: true, capture: true })
  new MutationObserver(placeSoon).observe(document.body, { childList: true, characterData: true, subtree: true })

  function show(frame: HTMLElement, element: Element | undefined) {
    if (element) elements.set(frame, element)
    else elements.delete(frame)
    frame.hidden = !element
    if (element) placeFrame(frame, element)
  }

  return {
    point: (element: Element | undefined) => show(pointed, element),
    edit: (element: Element | undefined) => show(edited, element),
  }
}

function placeFrame(frame: HTMLElement, element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect()
  frame.hidden = width === 0 || !element.isConnected
  Object.assign(frame.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
}

type Pointing = { owns: (event: Event) => boolean; outline: Outline; open: (element: Element, keys: string[]) => void }

/** A click on a text edits it, also on links, buttons and fields; with Alt held they act. */
export function createPointing({ owns, outline, open }: Pointing) {
  let isOn = !recall('off', false)
  let pointer = ''

  const find = (event: Event) => (event.target instanceof Element && !owns(event) ? findTexts(event.target) : undefined)

  function edit(event: Event) {
    const found = find(event)
    if (!found) return
    stop(event)
    outline.point(undefined)
    open(found.element, found.keys)
  }

  function click(event: MouseEvent) {
    // `detail` is 0 for keys and scripts: those act as without the editor.
    if (!isOn || owns(event) || event.detail === 0) return
    if (!event.altKey) return edit(event)
    // With Alt, browsers would download the target of a link.
    const control = (event.target as Element).closest<HTMLElement>(functional)
    if (control) stop(event)
    control?.click()
  }

  window.addEventListener('click', click, { capture: true })
  window.addEventListener(
    'keydown',
    (event) => {
      if (isOn && event.altKey && event.key === 'Enter' && !owns(event)) edit(event)
    },
    { capture: true },
  )
  // A list opens before there is a click.
  window.addEventListener(
    'mousedown',
    (event) => {
      if (isOn && !event.altKey && !owns(event) && (event.target as Element).closest('select')) event.preventDefault()
    },
    { capture: true },
  )
  // Scrolling under a resting pointer does not count.
  document.addEventListener('pointerover', (event) => {
    const place = `${event.clientX} ${event.clientY}`
    if (pointer !== place) outline.point(isOn ? find(event)?.element : undefined)
    pointer = place
  })
  document.addEventListener('focusin', (event) => outline.point(isOn ? find(event)?.element : undefined))

  return {
    isOn: () => isOn,
    turn(on: boolean) {
      isOn = on
      keep('off', !on)
      outline.point(undefined)
    },
  }
}

function stop(event: Event) {
  event.preventDefault()
  event.stopImmediatePropagation()
}
