// What stands around the languages: title, other texts of the place, and the buttons.
import { button, counted, h, newId } from './dom.js'
import { draftKeys } from './drafts.js'

/** @param {{ close: () => void, discard: () => void, save: () => void }} actions */
export function createFrame({ close, discard, save }) {
  const id = newId()
  const title = h('h2', { id })
  const tools = h('div', { class: 'tools' })
  const chooser = h('nav', { class: 'chooser', 'aria-label': 'Texts at this place' })
  const body = h('div', { class: 'panel-body' })
  const status = h('p', { role: 'status' })
  const discardButton = button('Discard', discard)
  const saveButton = button('Save', save, { class: 'primary', 'aria-keyshortcuts': 'Control+S Meta+S' })
  const head = h('div', { class: 'title-bar' }, title, tools, chooser)
  const foot = h('div', { class: 'button-bar' }, status, discardButton, saveButton)
  const element = h('div', { class: 'panel', role: 'dialog', 'aria-labelledby': id, hidden: true }, head, body, foot)
  let isBusy = false

  element.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    if (event.key === 'Escape') close()
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!saveButton.disabled) save()
  })

  function say(sentence, isProblem = false) {
    status.classList.toggle('problem', isProblem)
    status.textContent = sentence
  }

  function showDrafts(key) {
    const all = draftKeys()
    saveButton.disabled = isBusy || all.length === 0
    discardButton.hidden = all.length === 0
    saveButton.textContent = all.some((other) => other !== key) ? `Save ${counted(all.length, 'text')}` : 'Save'
  }

  return {
    element,
    say,
    showDrafts,
    setBusy(busy) {
      isBusy = busy
      saveButton.disabled = busy
    },
    fill({ key, keys, origin, open, body: content }) {
      title.textContent = key
      chooser.hidden = keys.length < 2
      const current = (other) => (other === key ? { 'aria-current': 'true' } : {})
      chooser.replaceChildren(...keys.map((other) => button(other, () => open(other), current(other))))
      tools.replaceChildren(...actionsOf(origin), button('Close', close, { class: 'quiet' }))
      body.replaceChildren(...content)
      body.scrollTop = 0
      say('')
    },
    /** Replaces what is below the languages; the focus stays with the button of the same name. */
    showAbout(about) {
      const name = body.lastElementChild.querySelector(':focus')?.textContent
      body.lastElementChild.replaceWith(about)
      const same = [...about.querySelectorAll('button:enabled')].find(({ textContent }) => textContent === name)
      if (name) (same ?? about.querySelector('button')).focus()
    },
  }
}

// In edit mode a click edits: what it would have done otherwise is offered here.
function actionsOf(origin) {
  const control = origin?.isConnected ? origin.closest('a, button, summary') : undefined
  if (!control) return []
  const labels = { a: 'Follow the link', summary: 'Open or close' }
  return [button(labels[control.localName] ?? 'Press the button', () => control.click())]
}
