// Adds, moves and deletes an entry of a list (a question, a card, a step), in all languages at once.
import { button, h } from './dom.js'
import { openEntryForm } from './entry-form.js'

/**
 * @param {{ list: { list: string, name: string, names: string[], fields: string[], kept: string | null }, locales: string[],
 *   root: ShadowRoot, send: (changes: object[]) => Promise<{ ok: boolean }>, open: (key: string) => void }} options
 */
export function createListControls({ list: { list, name, names, fields, kept }, locales, root, send, open }) {
  const at = names.indexOf(name)
  const move = (after) => send([{ type: 'move', list, name, after: after ?? null }])
  const add = (after) => openEntryForm({ root, list, names, fields, locales, after: after ?? null, open })
  const question = h('span', { class: 'confirmation', hidden: true })
  const removeButton = button('Delete…', () => {
    question.hidden = false
    question.lastElementChild.focus()
  })
  const keep = () => {
    question.hidden = true
    removeButton.focus()
  }
  const remove = button('Delete', () => send([{ type: 'remove', list, name }]), { class: 'danger' })
  question.append(...(kept ? [kept] : ['Delete it in every language?', remove]), button('Keep', keep))
  return h(
    'fieldset',
    { class: 'list-controls' },
    h('legend', {}, `Entry ${at + 1} of ${names.length} of ${list}`),
    button('Add before…', () => add(names[at - 1])),
    button('Add after…', () => add(name)),
    button('Move up', () => move(names[at - 2]), { disabled: at === 0 }),
    button('Move down', () => move(names[at + 1]), { disabled: at === names.length - 1 }),
    removeButton,
    question,
  )
}
