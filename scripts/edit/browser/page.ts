// The texts of the page: where they are, a frame around them, clicks on them, and what is typed shown at once.
import { keysIn, mark } from '@/lib/preview/marks'
import { h, keep, recall } from './dom'

type Target = { element: Element; keys: string[] }

const attributes = ['aria-label', 'aria-description', 'placeholder', 'alt', 'title', 'value']
const units = 'a, button, summary, label, option, h1, h2, h3'
const functional = 'a, button, summary, label, input, textarea, select'

function findTexts(start: Element): Target | undefined {
  for (let element: Element | null = start; element && element !== document.body; element = element.parentElement) {
    const within = element.matches(units) ? [element, ...element.querySelectorAll('*')] : [element]
    const keys = within.flatMap(keysOf)
    if (keys.length > 0) return { element, keys: [...new Set(keys)] }
  }
  return undefined
}

export function elementOf(key: string): Element | undefined {
  return [...document.querySelectorAll('body, body *')].find((element) => keysOf(element).includes(key))
}

// The words of a field are those of its label, which may surround it.
function keysOf(element: Element): string[] {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
  const labels = isField ? [...(element.labels ?? [])] : []
  const owners = [element, ...labels.flatMap((label) => [label, ...label.querySelectorAll('*')])]
  return owners.filter((owner) => !owner.matches('script, style')).flatMap(ownKeys)
}

function ownKeys(element: Element): string[] {
  const words = [...element.childNodes].map((node) => (node instanceof Text ? node.data : ''))
  const values = attributes.map((name) => element.getAttribute(name) ?? '')
  const value = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : ''
  // Without the language.
  return [...words, ...values, value].flatMap(keysIn).map((key) => key.slice(key.indexOf(':') + 1))
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
