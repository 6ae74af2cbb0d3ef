// The panel for editing a text in all languages.
import type { CopyFinding } from '../../copy/catalogs'
import type { Change } from '../change-schema'
import type { SaveResult } from '../save'
import type { TextData } from '../text'
import { ask, button, type EditorAnswer, h, type Say } from './dom'
import { draftKeys, dropDrafts, saveDrafts, sendStep } from './drafts'
import { createListControls } from './entry-form'
import { elementOf, frame, unfold } from './page'
import { createFrame } from './panel-frame'
import { createEditing } from './text-fields'

export type OpenText = (target: {
  keys: string[]
  key?: string
  from?: Element
}) => Promise<void>

export function createPanel({
  root,
  announce,
}: {
  root: ShadowRoot
  announce: (sentence: string) => void
}) {
  const { element, title, chooser, body, say, saveButton, discardButton } =
    createFrame({ close, discard, save })
  let editing: ReturnType<typeof createEditing> | undefined
  let opener: Element | null = null
  let isBusy = false

  window.addEventListener('draftchange', showDrafts)

  const open: OpenText = async ({ keys, key = keys[0] ?? '', from }) => {
    const answer = await askText(key)
    element.hidden = false
    if (!answer.ok) return say(answer.error, true)
    const origin = from ?? elementOf(key)
    if (!root.activeElement) opener = document.activeElement
    title.textContent = answer.value.title
    chooser.hidden = keys.length < 2
    const others = keys.map((other) => {
      const name =
        other === key
          ? answer.value.title
          : other.split('.').slice(-2).join(' ')
      return button(name, () => open({ keys, key: other, from: origin }), {
        'aria-current': other === key && 'true',
      })
    })
    chooser.replaceChildren(...others)
    show(answer.value)
    unfold(origin)
    frame('edited', origin)
    origin?.scrollIntoView({ block: 'nearest' })
    editing?.focus()
  }

  function show(data: TextData) {
    const sayHere: Say = (...words) => editing?.data === data && say(...words)
    const made = createEditing({ data, say: sayHere, send })
    editing = made
    body.replaceChildren(made.element, aboutOf(data))
    body.scrollTop = 0
    say('')
    showDrafts()
  }

  function showDrafts() {
    const count = draftKeys().length
    saveButton.disabled = isBusy || count === 0
    discardButton.hidden = count === 0
    saveButton.textContent = count > 1 ? `Save ${count} texts` : 'Save'
  }

  async function save() {
    announce('')
    isBusy = true
    editing?.noteSave()
    showDrafts()
    const answer = await saveDrafts()
    if (answer.ok) editing?.acceptSaved()
    await report(answer)
    isBusy = false
    showDrafts()
  }

  async function send(change: Change) {
    // Clears the announcement before the request, because `refresh` may
    // announce that the text was deleted before the answer arrives.
    announce('')
    await report(await sendStep('save', [change]))
  }

  async function report(answer: EditorAnswer<SaveResult>) {
    if (answer.ok) {
      const [first] = answer.value.also
      if (!first) return say('Saved.')
      const more = button('Open it', () => open({ keys: [first.key] }))
      return say(
        `Saved. ${first.title} says the same. Check it too.`,
        false,
        more,
      )
    }
    if (answer.status === 409) await refresh()
    const findings = answer.details.findings as CopyFinding[] | undefined
    if (findings) editing?.showFindings(findings)
    say(
      answer.status === 0
        ? `Not saved; your text is kept here. ${answer.error}`
        : `Not saved. ${answer.error}`,
      true,
    )
  }

  async function refresh() {
    const current = editing
    if (!current) return
    const answer = await askText(current.data.key)
    // Another text may have been opened by now.
    if (editing !== current) return
    if (answer.ok) {
      current.update(answer.value)
      replaceAbout(body, aboutOf(answer.value))
    } else if (answer.status === 404) {
      dropDrafts(current.data.key)
      close()
      announce('This text is deleted. “Undo” brings it back.')
    }
  }

  function aboutOf(data: TextData): HTMLElement {
    const controls = {
      shown: data.key,
      locales: Object.keys(data.locales),
      root,
      send,
      refuse: (why: string) => say(why, true),
    }
    const openKey = (key: string) => open({ keys: [key] })
    return createAbout(
      data,
      data.list &&
        createListControls({ ...controls, entry: data.list, open: openKey }),
    )
  }

  function discard() {
    dropDrafts()
    if (editing) show(editing.data)
    editing?.showOnPage()
    say('Your unsaved changes are discarded.')
  }

  function close() {
    element.hidden = true
    editing = undefined
    frame('edited', undefined)
    const target =
      opener?.isConnected && opener !== document.body
        ? opener
        : root.querySelector('summary')
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }

  return { open, refresh, element }
}

function askText(key: string): Promise<EditorAnswer<TextData>> {
  return ask(`text?key=${encodeURIComponent(key)}`)
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

function createAbout({ key, places }: TextData, entry: Node | null) {
  const links = places.map(({ name, paths }) => {
    const path = Object(paths)[document.documentElement.lang]
    return path ? h('a', { href: path }, name) : name
  })
  const shown = links.flatMap((place, at) => [
    at === 0 ? 'Shown on: ' : ', ',
    place,
  ])
  const facts = [...shown, ' · ', h('code', {}, key)]
  return h('div', { class: 'about' }, h('p', { class: 'small' }, facts), entry)
}
