// In a shadow tree, so that styles and React of the page do not reach the editor, and it not them.
import { h } from './dom.js'

const styles = ['theme', 'controls', 'outline', 'toolbar', 'panel', 'language', 'dialog']
const ownEvents = ['click', 'keydown', 'keyup', 'input', 'change', 'focusin', 'focusout', 'submit', 'pointerdown']

export async function createHost() {
  const host = h('div', { lang: 'en', popover: 'manual' })
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = await Promise.all(styles.map(readStyle))
  for (const type of ownEvents) host.addEventListener(type, (event) => event.stopPropagation())

  /** Brings the editor before what the page shows on top; a modal dialog lets nothing be used but what is in it. */
  function raise() {
    const top = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.documentElement
    if (host.parentNode === top && top === document.documentElement) return
    if (host.parentNode !== top) top.append(host)
    host.showPopover()
  }

  raise()
  // A dialog that is taken away takes along what was moved into it.
  new MutationObserver(raise).observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] })
  return {
    root,
    owns: (event) => event.composedPath().includes(host),
    is: (element) => element === host,
  }
}

async function readStyle(name) {
  const answer = await fetch(`/_edit/browser/${name}.css`)
  return new CSSStyleSheet().replace(await answer.text())
}
