// The bar below the page: what concerns more than one text.
import { button, counted, h } from './dom.js'
import { keep, recall } from './tab-storage.js'

const wide = '(width >= 80rem)'

/**
 * @param {{ root: ShadowRoot, pointing: { isOn: () => boolean, turn: (on: boolean) => void },
 *   actions: Record<string, () => void> }} options
 */
export function createToolbar({ root, pointing, actions }) {
  const editing = button('Editing', turn, { role: 'switch', class: 'switch' })
  const [undo, redo] = ['Undo', 'Redo'].map((name) => button(name, actions[name.toLowerCase()], { disabled: true }))
  const changes = button('Changes', actions.changes)
  const unsaved = button('', actions.unsaved, { class: 'unsaved', hidden: true })
  const items = h(
    'div',
    { class: 'items', id: 'items' },
    editing,
    h(
      'span',
      { class: 'group' },
      button('Texts of this page', actions.texts),
      button('Search and replace', actions.search),
    ),
    h(
      'span',
      { class: 'group' },
      h('a', { href: '/_edit/states' }, 'States'),
      button('Questions', actions.questions),
      button('Translations', actions.translations),
    ),
    h('span', { class: 'group' }, undo, redo),
    h('span', { class: 'group' }, changes, button('Propose', actions.propose, { class: 'primary' })),
  )
  const toggle = button('Editor', () => expand(items.hidden), { 'aria-controls': 'items', class: 'toggle' })
  const status = h('p', { role: 'status', class: 'toolbar-status' })
  const element = h('aside', { class: 'toolbar', 'aria-label': 'Editor' }, toggle, unsaved, items, status)
  items.addEventListener('click', ({ target }) => target !== editing && makeRoom())
  root.append(element)
  showEditing()
  expand(recall('toolbar', window.matchMedia(wide).matches))

  function turn() {
    pointing.turn(!pointing.isOn())
    showEditing()
  }

  function showEditing() {
    editing.setAttribute('aria-checked', `${pointing.isOn()}`)
  }

  function expand(open) {
    items.hidden = !open
    toggle.setAttribute('aria-expanded', `${open}`)
    keep('toolbar', open)
  }

  // On a narrow window it would stand before what is opened.
  function makeRoom() {
    if (!window.matchMedia(wide).matches) expand(false)
  }

  return {
    element,
    makeRoom,
    say(sentence) {
      status.textContent = sentence
    },
    showUnsaved(count) {
      unsaved.hidden = count === 0
      unsaved.textContent = `${counted(count, 'text')} not saved`
    },
    show({ canUndo, canRedo, undoLabel, redoLabel, changed, branch }) {
      undo.disabled = !canUndo
      redo.disabled = !canRedo
      undo.title = undoLabel ?? ''
      redo.title = redoLabel ?? ''
      changes.textContent = changed > 0 ? `Changes (${changed})` : 'Changes'
      changes.title = branch ? `Branch ${branch}` : ''
      toggle.textContent = changed > 0 ? `Editor · ${changed}` : 'Editor'
    },
  }
}
