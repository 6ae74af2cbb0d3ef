// `?keys`: shows the key of the text under the pointer or focus, and copies its place.
import { textsAt } from './marks.js'
import { createPanel } from './panel.js'

const functional = 'a, button, summary, label, input, textarea, select'
const places = await (await fetch('/_preview/places')).json()
const panel = createPanel({ placeOf, copy })
let current
let pointer = ''

document.addEventListener('pointerover', followPointer)
document.addEventListener('focusin', (event) => look(event.target))
document.addEventListener('scroll', () => current && panel.point(current), { passive: true })

for (const type of ['click', 'keydown']) window.addEventListener(type, copyPlace, { capture: true })

// Links and buttons keep their action; Alt+click copies the place instead.
function copyPlace(event) {
  const { altKey, key, target, type } = event
  const isAsked = type === 'click' ? altKey || !target.closest(functional) : altKey && key === 'Enter'
  if (!isAsked || panel.owns(event) || !look(target)) return
  if (altKey) {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  copy(current.texts)
}

// Scrolling under a resting pointer does not count.
function followPointer({ target, clientX, clientY }) {
  const place = `${clientX} ${clientY}`
  if (place !== pointer) look(target)
  pointer = place
}

function look(target) {
  const found = target instanceof Element && !panel.is(target) ? textsAt(target) : undefined
  if (!found) return false
  current = found
  panel.point(current)
  return true
}

function placeOf(key) {
  return places[key] ?? key
}

async function copy(texts) {
  const text = [...new Set(texts.map(({ key }) => placeOf(key)))].join('\n')
  try {
    await navigator.clipboard.writeText(text)
    panel.say(`Copied: ${text}`)
  } catch {
    panel.say(`The browser does not let this page copy. Copy it by hand: ${text}`)
  }
}
