import { button, h, newId } from './dom.js'

/**
 * Shows a modal dialog, which is gone once it is closed.
 * @param {ShadowRoot} root
 * @param {string} title
 * @param {...(Node | string | false | undefined)} content
 */
export function openDialog(root, title, ...content) {
  const id = newId()
  const status = h('p', { role: 'status' })
  const body = h('div', { class: 'dialog-body' }, ...content)
  const actions = h('div', { class: 'actions' })
  const dialog = h(
    'dialog',
    { 'aria-labelledby': id },
    h('div', { class: 'title-bar' }, h('h2', { id }, title), closeButton()),
    body,
    h('div', { class: 'button-bar' }, status, actions),
  )
  dialog.addEventListener('close', () => {
    dialog.remove()
    // What opened it may be folded away.
    if (!root.activeElement) root.querySelector('.toggle').focus()
  })
  root.append(dialog)
  dialog.showModal()
  return {
    dialog,
    body,
    /** Buttons that stay in view. */
    showActions: (...buttons) => actions.replaceChildren(...buttons),
    close: () => dialog.close(),
    say(sentence, isProblem = false) {
      status.classList.toggle('problem', isProblem)
      status.textContent = sentence
    },
  }

  function closeButton() {
    return button('Close', () => dialog.close(), { class: 'quiet' })
  }
}

/** @param {string} label @param {HTMLElement} control */
export function labelled(label, control, hint = undefined) {
  return h('label', { class: 'labelled' }, h('span', {}, label), control, hint && h('span', { class: 'small' }, hint))
}

/** @param {string} name @param {string[][]} options values with their labels */
export function select(name, options) {
  return h(
    'select',
    { name },
    options.map(([value, label]) => h('option', { value }, label)),
  )
}
