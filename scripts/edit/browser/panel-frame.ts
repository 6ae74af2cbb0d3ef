// The panel's frame: its title, buttons, keys and focus.
import { createButton, createElement, createStatus } from './dom'
import { frame } from './page'

type Options = {
  root: ShadowRoot
} & Record<'close' | 'discard' | 'save', () => void>

export function createFrame({ root, close, discard, save }: Options) {
  const id = crypto.randomUUID()
  let opener: Element | null = null

  const title = createElement('h2', { id })
  const chooser = createElement('nav', {
    class: 'chooser',
    'aria-label': 'Texts in this place',
  })
  const body = createElement('div', { class: 'panel-body' })

  const { element: status, say } = createStatus()
  const discardButton = createButton('Discard', discard)
  const saveButton = createButton('Save', save, {
    class: 'primary',
    'aria-keyshortcuts': 'Control+S Meta+S',
  })

  const element = createElement(
    'div',
    {
      class: 'panel',
      role: 'dialog',
      'aria-labelledby': id,
      hidden: true,
      onkeydown: press,
    },
    createElement(
      'div',
      { class: 'title-bar' },
      title,
      createButton('Close', close, { class: 'quiet' }),
      chooser,
    ),
    body,
    createElement(
      'div',
      { class: 'button-bar' },
      status,
      discardButton,
      saveButton,
    ),
  )

  function press(event: KeyboardEvent) {
    if (event.isComposing) return
    if (event.key === 'Escape') close()
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey))
      return
    event.preventDefault()
    saveButton.click()
  }

  return {
    element,
    title,
    chooser,
    body,
    say,
    saveButton,
    discardButton,
    open() {
      element.hidden = false
      body.scrollTop = 0
      if (!root.activeElement) opener = document.activeElement
    },
    close() {
      frame('edited', undefined)
      element.hidden = true
      focusAgain(opener, root)
    },
  }
}

/** Returns the focus to where it was, or to the toolbar. */
function focusAgain(opener: Element | null, root: ShadowRoot) {
  const target =
    opener?.isConnected && opener !== document.body
      ? opener
      : root.querySelector('summary')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}
