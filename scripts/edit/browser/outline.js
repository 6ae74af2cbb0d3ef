// A frame around the text under the pointer or focus, and another one around the text that is edited.
import { textsOfPage } from '/_preview/marks.js'
import { h } from './dom.js'

export function createOutline(root) {
  const [pointed, edited] = ['pointed', 'edited'].map((name) => h('div', { class: `outline ${name}`, hidden: true }))
  const tip = h('div', { class: 'tip', hidden: true, 'aria-hidden': 'true' })
  const elements = new Map()
  root.append(edited, pointed, tip)

  function place() {
    for (const [frame, element] of elements) placeFrame(frame, element)
    tip.hidden = pointed.hidden
    if (!tip.hidden) placeTip(tip, elements.get(pointed).getBoundingClientRect())
  }

  let isAwaited = false
  function placeSoon() {
    if (isAwaited) return
    isAwaited = true
    requestAnimationFrame(() => {
      isAwaited = false
      place()
    })
  }

  for (const type of ['scroll', 'resize']) window.addEventListener(type, placeSoon, { passive: true, capture: true })
  new MutationObserver(placeSoon).observe(document.body, { childList: true, characterData: true, subtree: true })

  function show(frame, element) {
    if (element) elements.set(frame, element)
    else elements.delete(frame)
    frame.hidden = !element
    place()
  }

  return {
    point(element, label) {
      tip.textContent = label ?? ''
      show(pointed, element)
    },
    edit: (element) => show(edited, element),
  }
}

function placeFrame(frame, element) {
  const { left, top, width, height } = element.getBoundingClientRect()
  frame.hidden = width === 0 || !element.isConnected
  Object.assign(frame.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
}

function placeTip(tip, { left, top, bottom }) {
  const above = top - tip.offsetHeight - 6
  const furthest = document.documentElement.clientWidth - tip.offsetWidth
  Object.assign(tip.style, {
    left: `${Math.max(0, Math.min(left - 4, furthest))}px`,
    top: `${above > 0 ? above : bottom + 6}px`,
  })
}

/** Where the page shows a text, in the language of the page. */
export function elementOf(key) {
  const nameOf = (text) => text.key.slice(text.key.indexOf(':') + 1)
  return textsOfPage().find((text) => nameOf(text) === key)?.element
}
