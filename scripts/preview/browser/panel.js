// In a shadow tree, so that styles and React of the page do not reach it.
import { textsOfPage } from './marks.js'

const markup = `
  <link rel="stylesheet" href="/_preview/keys.css">
  <div class="outline"></div>
  <div class="tip"></div>
  <aside aria-label="Texts of this page">
    <p role="status">Point at a text, or move to it with Tab. A click copies its place; on a link, a button or a field
    it is Alt + click, and on the keyboard Alt + Enter.</p>
    <p><button type="button" class="off">Turn off</button></p>
    <details><summary>All texts of this page, and what its head says</summary><ul></ul></details>
  </aside>`

export function createPanel({ placeOf, copy }) {
  const { host, root } = createHost()
  const [status, list, details] = ['[role=status]', 'ul', 'details'].map((name) => root.querySelector(name))
  const nameOf = ({ key }) => `${key.replace(':', ' ')} (${placeOf(key)})`
  const point = createPointer(host, root, nameOf)
  root.querySelector('.off').addEventListener('click', turnOff)
  details.addEventListener('toggle', () => details.open && list.replaceChildren(...textsOfPage().map(item)))

  function item(text) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = `${[...text.uses].join(', ')}: ${nameOf(text)}`
    button.addEventListener('click', () => copy([text]))
    button.addEventListener('focus', () => {
      text.element.scrollIntoView({ block: 'nearest' })
      point({ element: text.element, texts: [text] })
    })
    const entry = document.createElement('li')
    entry.append(button)
    return entry
  }

  return {
    point,
    say(sentence) {
      status.textContent = sentence
    },
    is: (element) => element === host,
    owns: (event) => event.composedPath().includes(host),
  }
}

function createHost() {
  const host = document.createElement('div')
  host.lang = 'en'
  // On top of dialogs too.
  host.popover = 'manual'
  const root = host.attachShadow({ mode: 'open' })
  root.innerHTML = markup
  document.documentElement.append(host)
  host.showPopover()
  return { host, root }
}

function createPointer(host, root, nameOf) {
  const [outline, tip] = ['.outline', '.tip'].map((name) => root.querySelector(name))
  return function point({ element, texts }) {
    if (document.querySelector('dialog:modal')) {
      host.hidePopover()
      host.showPopover()
    }
    const { left, top, width, height, bottom } = element.getBoundingClientRect()
    Object.assign(outline.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
    tip.textContent = [...new Set(texts.map(nameOf))].join('\n')
    outline.hidden = tip.hidden = width === 0
    const below = bottom + tip.offsetHeight < window.innerHeight ? bottom : Math.max(0, top - tip.offsetHeight)
    const furthest = Math.max(0, document.documentElement.clientWidth - tip.offsetWidth)
    Object.assign(tip.style, { left: `${Math.min(Math.max(0, left), furthest)}px`, top: `${below}px` })
  }
}

function turnOff() {
  const address = new URL(location.href)
  address.searchParams.set('keys', 'off')
  location.replace(address)
}
