// `npm run edit`: edits texts where the page shows them.
import type { EditorState } from '../text'
import { openChanges } from './changes-dialog'
import {
  callEditor,
  counted,
  createButton,
  createElement,
  createStatus,
  type Say,
} from './dom'
import { draftKeys, sendStep } from './drafts'
import type { OpenText } from './open-text'
import { createPointing } from './page'
import { createPanel } from './panel'
import { isReloading } from './restart'
import { openSearch } from './search-dialog'
import { openTranslations } from './translations-dialog'
import './watch'

// The content of editor.css, inserted by the server.
declare const EDITOR_STYLES: string

// Next's router can refetch the page without a reload.
const page: Window & { next?: { router?: { refresh: () => void } } } = window

const wide = window.matchMedia('(width >= 80rem)')

const { root, owns } = createHost()
const panel = createPanel(root, announce)
const open: OpenText = (target) => {
  toolbar.makeRoom()
  return panel.open(target)
}
const pointing = createPointing({
  owns,
  open: (from, keys) => open({ keys, from }),
  explainFact: (words) =>
    announce(
      `“${words}” is a fact of the company, not a text. Change it in ${dialogs.state.factsFile}, or ask a developer to.`,
    ),
})
const nothing: EditorState = {
  canUndo: false,
  canRedo: false,
  changed: 0,
  notice: '',
  locales: [],
  places: [],
  brand: null,
  factsFile: '',
}
const dialogs = { root, open, state: nothing, done }
const toolbar = createToolbar()
let isUnreadable = false

function createToolbar() {
  const turn = () => pointing.turn(editing.checked)
  const editing = createElement('input', {
    type: 'checkbox',
    role: 'switch',
    checked: pointing.isOn(),
    onchange: turn,
  })

  const undoButton = createButton('Undo', () => revert('undo'), {
    disabled: true,
  })
  const redoButton = createButton('Redo', () => revert('redo'), {
    disabled: true,
  })
  const changes = createButton('Changes', () => openDialog(openChanges), {
    class: 'primary',
  })
  const unsaved = createButton(
    '',
    () => open({ keys: draftKeys().slice(0, 1) }),
    {
      class: 'unsaved',
    },
  )

  const tools = [
    createButton('Search and replace', () => openDialog(openSearch)),
    createButton('Translations', () => openDialog(openTranslations)),
    undoButton,
    redoButton,
    changes,
  ]
  const title = createElement('summary', {}, 'Editor')
  const details = createElement(
    'details',
    { open: wide.matches },
    title,
    createElement(
      'div',
      { class: 'items' },
      createElement('label', {}, editing, 'Editing'),
      tools,
    ),
  )

  const { element: status, say } = createStatus({ class: 'toolbar-status' })
  const element = createElement(
    'aside',
    { class: 'toolbar', 'aria-label': 'Editor' },
    details,
    unsaved,
    status,
  )

  wide.addEventListener('change', () => {
    details.open = wide.matches
  })
  for (const tool of tools) tool.addEventListener('click', makeRoom)
  root.append(createElement('div', { class: 'dock' }, panel.element, element))
  showUnsaved()

  /**
   * Closes the toolbar in a narrow window, because it would cover whatever it
   * opens.
   */
  function makeRoom() {
    if (!wide.matches) details.open = false
  }

  function showUnsaved() {
    unsaved.hidden = draftKeys().length === 0
    unsaved.textContent = `${counted(draftKeys().length, 'text')} not saved`
  }

  function show({ canUndo, canRedo, changed }: EditorState) {
    undoButton.disabled = !canUndo
    redoButton.disabled = !canRedo
    changes.textContent = changed > 0 ? `Changes (${changed})` : 'Changes'
    title.textContent = changed > 0 ? `Editor · ${changed}` : 'Editor'
  }

  return { makeRoom, say, showUnsaved, show }
}

function openDialog(open: (options: typeof dialogs) => unknown) {
  announce('')
  open(dialogs)
}

/**
 * Replaces the news in the toolbar. If there is no other news, shows what “Get
 * the latest texts” did, until someone has read it.
 */
function announce(...[sentence, ...more]: Parameters<Say>) {
  const { notice } = dialogs.state
  if (sentence || !notice) return toolbar.say(sentence, ...more)
  toolbar.say(notice, 'info', createButton('OK', dropNotice))
}

async function revert(step: 'undo' | 'redo') {
  announce(step === 'undo' ? 'Undoing…' : 'Redoing…')
  const response = await sendStep(step)
  if (!response.ok) return announce(response.error)
  const outcome = step === 'undo' ? 'Undone' : 'Redone'
  const [first, ...others] = response.value.reverted
  if (!first) return announce(`${outcome}.`)
  const more =
    others.length > 0 ? ` and ${counted(others.length, 'other text')}` : ''
  const openFirst = () => open({ keys: [first.key] })
  if (first.isNew) openFirst()
  // The panel announces that its text is gone, but not why.
  else await panel.refresh()
  const shown = first.isGone ? undefined : createButton('Show', openFirst)
  announce(`${outcome}: ${first.title}${more}.`, 'info', shown)
}

function revertByKey(event: KeyboardEvent) {
  const isZ =
    event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)
  if (!isZ || hasOwnHistory(event.composedPath()[0])) return
  event.preventDefault()
  revert(event.shiftKey ? 'redo' : 'undo')
}

/** Whether the browser undoes what was typed into a field. */
function hasOwnHistory(target: EventTarget | undefined): boolean {
  const isField =
    target instanceof HTMLElement &&
    target.matches('input:not([type="checkbox"]), textarea')
  if (!isField) return false
  return !panel.element.contains(target) || panel.hasInput()
}

async function done() {
  if (await showState()) announce('')
}

/**
 * Shows unsaved changes and what can be undone. Returns false if the server
 * cannot read the catalogs.
 */
async function showState(): Promise<boolean> {
  const response = await callEditor<EditorState>('state')
  if (!response.ok) announce(response.error)
  else {
    dialogs.state = response.value
    toolbar.show(response.value)
    if (isUnreadable || response.value.notice) announce('')
  }
  isUnreadable = !response.ok
  return response.ok
}

async function dropNotice() {
  await callEditor('notice-read', {})
  await done()
}

/**
 * Uses a shadow tree, so that the page's and the editor's styles and scripts do
 * not affect each other.
 */
function createHost() {
  const host = createElement('div', { lang: 'en', popover: 'manual' })
  const shadow = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(EDITOR_STYLES)
  shadow.adoptedStyleSheets = [sheet]
  const ownEvents = [
    'click',
    'keydown',
    'keyup',
    'input',
    'change',
    'focusin',
    'focusout',
    'submit',
    'pointerdown',
  ]
  for (const type of ownEvents)
    host.addEventListener(type, (event) => event.stopPropagation())

  /**
   * Keeps the editor on top. While a modal dialog is open, only its content can
   * be used, so the editor moves into it.
   */
  function raise() {
    const top =
      [...document.querySelectorAll('dialog:modal')].at(-1) ??
      document.documentElement
    if (host.parentNode === top && top === document.documentElement) return
    if (host.parentNode !== top) top.append(host)
    host.showPopover()
  }

  raise()
  new MutationObserver(raise).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['open'],
  })
  return {
    root: shadow,
    owns: (event: Event) => event.composedPath().includes(host),
  }
}

// Shows changed catalogs without a reload if the page allows it, and keeps
// input.
window.addEventListener('catalogchange', async (event) => {
  event.preventDefault()
  await panel.refresh()
  const canRead = await showState()
  if (!canRead && draftKeys().length > 0) return
  if (page.next?.router) page.next.router.refresh()
  else location.reload()
})

window.addEventListener('beforeunload', (event) => {
  if (draftKeys().length > 0 && !isReloading()) event.preventDefault()
})

window.addEventListener('draftchange', toolbar.showUnsaved)
// Listens in the capture phase, because the editor's own key events do not
// reach the page.
window.addEventListener('keydown', revertByKey, { capture: true })
await showState()
