// In edit mode a click on a text edits it, also on links, buttons and fields; with Alt held they act.
import { textsAt } from '/_preview/marks.js'
import { keep, recall } from './tab-storage.js'

const functional = 'a, button, summary, label, input, textarea, select'

/**
 * @param {{ owns: (event: Event) => boolean, is: (target: unknown) => boolean, outline: object,
 *   open: (element: Element, keys: string[]) => void }} options
 */
export function createPointing({ owns, is, outline, open }) {
  let isOn = !recall('off', false)
  let pointer = ''

  function find(target) {
    const found = target instanceof Element && !is(target) ? textsAt(target) : undefined
    return (
      found && {
        element: found.element,
        keys: [...new Set(found.texts.map(({ key }) => key.slice(key.indexOf(':') + 1)))],
      }
    )
  }

  function look(target) {
    const found = isOn ? find(target) : undefined
    outline.point(found?.element, found?.keys.join('\n'))
  }

  function edit(event) {
    const found = find(event.target)
    if (!found) return
    stop(event)
    outline.point(undefined)
    open(found.element, found.keys)
  }

  // `detail` is 0 for a key or a script: those act as they would without the editor.
  function click(event) {
    if (!isOn || owns(event) || event.detail === 0) return
    if (!event.altKey) return edit(event)
    // With Alt, browsers would download what a link leads to.
    const control = event.target.closest(functional)
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
      if (isOn && !event.altKey && !owns(event) && event.target.closest('select')) event.preventDefault()
    },
    { capture: true },
  )
  // Scrolling under a resting pointer does not count.
  document.addEventListener('pointerover', ({ target, clientX, clientY }) => {
    if (pointer !== `${clientX} ${clientY}`) look(target)
    pointer = `${clientX} ${clientY}`
  })
  document.addEventListener('focusin', ({ target }) => look(target))

  return {
    isOn: () => isOn,
    turn(on) {
      isOn = on
      keep('off', !on)
      look(undefined)
    },
  }
}

function stop(event) {
  event.preventDefault()
  event.stopImmediatePropagation()
}
