// The panel for editing a text in all languages.
import { fieldOf, splitKey } from '../key-words'
import type { TextData } from '../text'
import {
  callEditor,
  createButton,
  createElement,
  type EditorResponse,
  type Say,
} from './dom'
import { dropDrafts } from './drafts'
import { type Controls, createListControls } from './list-controls'
import type { OpenText, Target } from './open-text'
import { elementOf, reveal, untilShown } from './page'
import { createFrame } from './panel-frame'
import { createSaving } from './saving'
import { createEditing } from './text-fields'

type Editing = ReturnType<typeof createEditing>

export function createPanel(root: ShadowRoot, announce: Say) {
  const panel = createFrame({ root, close, discard, save: () => saving.save() })
  const { body, say } = panel
  const saving = createSaving({
    panel,
    announce,
    current: () => editing,
    open,
    refresh,
  })
  const controls = { root, say, announce, send: saving.send, open }
  let editing: Editing | undefined

  async function open({ keys, key = keys[0] ?? '', from }: Target) {
    announce('')
    const response = await askText(key)
    panel.open()
    if (!response.ok) return say(response.error, 'problem')
    const origin = from ?? elementOf(key)
    const data = response.value
    showChoice(panel, { keys, from: origin }, data, open)
    show(data)
    await revealText(origin, data, say, isOpen)
  }

  function show(data: TextData) {
    const sayHere: Say = (...words) => isOpen(data) && say(...words)
    const created = createEditing({ data, say: sayHere, send: saving.send })
    editing = created
    body.replaceChildren(created.element, createAbout(data, controls))
    say('')
    // Focuses the panel, because keys do not reach it if the focus was on a
    // control that is gone.
    created.focus()
  }

  function isOpen(data: TextData): boolean {
    return editing?.data === data
  }

  async function refresh() {
    const current = editing
    if (!current) return
    const response = await askText(current.data.key)
    // Drops the result if another text has been opened in the meantime.
    if (editing !== current) return
    if (response.ok) {
      current.update(response.value)
      replaceAbout(body, createAbout(response.value, controls))
    } else if (response.status === 404) {
      dropDrafts(current.data.key)
      close()
      announce('This text is deleted. “Undo” brings it back.')
    }
  }

  function discard() {
    dropDrafts()
    if (editing) show(editing.data)
    editing?.showOnPage()
    say('Your unsaved changes are discarded.')
  }

  function close() {
    editing = undefined
    panel.close()
  }

  return {
    open,
    refresh,
    hasInput: () => editing?.hasInput() ?? false,
    element: panel.element,
  }
}

/** Shows the name of a text, and the other texts at its place. */
function showChoice(
  { title, chooser }: ReturnType<typeof createFrame>,
  place: { keys: string[]; from: Element | undefined },
  chosen: TextData,
  open: OpenText,
) {
  title.textContent = chosen.title
  const buttons = place.keys.map((key) => {
    const isChosen = key === chosen.key
    const name = isChosen ? chosen.title : shortNameOf(key)
    const current = isChosen && 'true'
    return createButton(name, () => open({ ...place, key }), {
      'aria-current': current,
    })
  })
  chooser.hidden = place.keys.length < 2
  chooser.replaceChildren(...buttons)
}

function shortNameOf(key: string): string {
  const group = key.split('.').at(-2) ?? ''
  return [...splitKey(group), fieldOf(key)].join(' ')
}

function askText(key: string): Promise<EditorResponse<TextData>> {
  return callEditor(`text?shown&key=${encodeURIComponent(key)}`)
}

function replaceAbout(body: HTMLElement, about: HTMLElement) {
  const name = body.lastElementChild?.querySelector(':focus')?.textContent
  body.lastElementChild?.replaceWith(about)
  const buttons = [...about.querySelectorAll<HTMLElement>('button:enabled')]
  if (name)
    (
      buttons.find(({ textContent }) => textContent === name) ?? buttons[0]
    )?.focus()
}

/** Scrolls to a text, for which the page needs a moment if it is new. */
async function revealText(
  element: Element | undefined,
  data: TextData,
  say: Say,
  isOpen: (data: TextData) => boolean,
) {
  reveal(element)
  if (element || !isExpectedHere(data)) return
  say('The page shows this text in a moment.')
  const shown = await untilShown(data.key)
  if (!isOpen(data)) return
  reveal(shown)
  say('')
}

/** Whether this page should show a text, as it shows every entry of its lists. */
function isExpectedHere({ list, places }: TextData): boolean {
  const { lang } = document.documentElement
  const paths = places.map((place) => Object(place.paths)[lang])
  return list !== null && paths.includes(location.pathname)
}

/** Shows where a text appears, and the controls of the list it belongs to. */
function createAbout(
  { key, places, locales, list }: TextData,
  controls: Omit<Controls, 'entry' | 'shown' | 'locales'>,
) {
  const links = places.map(({ name, paths }) => {
    const path = Object(paths)[document.documentElement.lang]
    return path ? createElement('a', { href: path }, name) : name
  })
  const shown = links.flatMap((place, index) => [
    index === 0 ? 'Shown on: ' : ', ',
    place,
  ])
  const facts = [...shown, ' · ', createElement('code', {}, key)]
  const ofList =
    list &&
    createListControls({
      ...controls,
      entry: list,
      shown: key,
      locales: Object.keys(locales),
    })
  return createElement(
    'div',
    { class: 'about' },
    createElement('p', { class: 'small' }, facts),
    ofList,
  )
}
