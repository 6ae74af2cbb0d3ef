// The panel's frame: its title, buttons and keys.
import { button, createStatus, h } from './dom'

export function createFrame({
  close,
  discard,
  save,
}: Record<'close' | 'discard' | 'save', () => void>) {
  const id = crypto.randomUUID()
  const title = h('h2', { id })
  const chooser = h('nav', {
    class: 'chooser',
    'aria-label': 'Texts at this place',
  })
  const body = h('div', { class: 'panel-body' })
  const { element: status, say } = createStatus()
  const discardButton = button('Discard', discard)
  const saveButton = button('Save', save, {
    class: 'primary',
    'aria-keyshortcuts': 'Control+S Meta+S',
  })
  const element = h(
    'div',
    {
      class: 'panel',
      role: 'dialog',
      'aria-labelledby': id,
      hidden: true,
      onkeydown: press,
    },
    h(
      'div',
      { class: 'title-bar' },
      title,
      button('Close', close, { class: 'quiet' }),
      chooser,
    ),
    body,
    h('div', { class: 'button-bar' }, status, discardButton, saveButton),
  )

  function press(event: KeyboardEvent) {
    if (event.isComposing) return
    if (event.key === 'Escape') close()
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey))
      return
    event.preventDefault()
    saveButton.click()
  }

  return { element, title, chooser, body, say, saveButton, discardButton }
}
