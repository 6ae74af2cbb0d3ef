// The controls of a list's entries (questions, cards, steps), which are moved and
// deleted in all languages at once.
import type { Change } from '../change-schema'
import { fieldOf } from '../key-words'
import type { EntryOfList } from '../text'
import { counted, createButton, createElement, type Say } from './dom'
import { type EntryForm, openEntryForm } from './entry-form'

export type Controls = Omit<EntryForm, 'after'> & {
  /** The key of the text that the panel shows. */
  shown: string
  send: (change: Change) => void
  say: Say
}

export function createListControls({
  entry,
  shown,
  locales,
  root,
  send,
  say,
  announce,
  open,
}: Controls): HTMLElement {
  const { list, title, name, names, fields } = entry
  const index = names.indexOf(name)
  const move = (after?: string) =>
    send({ type: 'move', list, name, after: after ?? null })
  const add = (after: string | null = null) =>
    openEntryForm({ root, entry, locales, after, announce, open })
  const link = (key: string, words: string) =>
    createButton(words, () => open({ keys: [key] }), { class: 'link' })

  return createElement(
    'fieldset',
    { class: 'list-controls' },
    createElement(
      'legend',
      {},
      `${title}: entry ${index + 1} of ${names.length}`,
    ),
    fields
      .filter((other) => `${list}.${name}.${other}` !== shown)
      .map((other) =>
        link(
          `${list}.${name}.${other}`,
          `Edit its ${fieldOf(`${list}.${other}`)}`,
        ),
      ),
    createButton('Add before…', () => add(names[index - 1])),
    createButton('Add after…', () => add(name)),
    createButton('Move up', () => move(names[index - 2]), {
      disabled: index === 0,
    }),
    createButton('Move down', () => move(names[index + 1]), {
      disabled: index === names.length - 1,
    }),
    createRemoval(entry, { link, send, say }),
  )
}

const removeLabel = 'Delete in every language'

type RemovalControls = Pick<Controls, 'send' | 'say'> & {
  link: (key: string, words: string) => HTMLElement
}

function createRemoval(
  { list, name, kept, mentions }: EntryOfList,
  { link, send, say }: RemovalControls,
): HTMLElement[] {
  const mentioned = createElement('ul', { class: 'mentions' })
  const removeButton = createButton(removeLabel, remove)
  const keepButton = createButton('Keep', keep, { hidden: true })

  function remove({ detail }: MouseEvent) {
    if (kept) return say(kept, 'problem')
    if (keepButton.hidden) return askFirst()
    const isDoubleClick = detail > 1
    if (!isDoubleClick) send({ type: 'remove', list, name })
  }

  function askFirst() {
    keepButton.hidden = false
    removeButton.textContent = 'Delete anyway'
    mentioned.replaceChildren(
      ...mentions.map((text) =>
        createElement('li', {}, link(text.key, text.title)),
      ),
    )
    // Focuses this button, so that holding Enter does not press the button that
    // deletes.
    keepButton.focus()
    const texts = counted(mentions.length, 'text')
    const reason =
      mentions.length > 0
        ? ` ${texts} in the list above may still mention it.`
        : ''
    say(`Delete this in every language?${reason}`, 'problem')
  }

  function keep() {
    removeButton.textContent = removeLabel
    removeButton.focus()
    keepButton.hidden = true
    mentioned.replaceChildren()
    say('')
  }

  return [removeButton, keepButton, mentioned]
}
