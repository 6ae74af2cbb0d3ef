// The panel in which a text is edited, in all languages.
import { h } from './dom.js'
import { draftKeys, dropDrafts, forgetDrafts, onDrafts } from './drafts.js'
import { createEditing, readText } from './editing.js'
import { createListControls } from './list-controls.js'
import { placesOf } from './notes.js'
import { elementOf } from './outline.js'
import { createFrame } from './panel-frame.js'
import { onSaved, saveChanges, saveDrafts } from './save.js'
import { keep, recall } from './tab-storage.js'

/** @param {{ root: ShadowRoot, outline: object, announce: (sentence: string) => void }} options */
export function createPanel({ root, outline, announce }) {
  const frame = createFrame({ close, discard, save: saveTyped })
  const { say } = frame
  let editing
  let origin
  let keys = []

  root.append(frame.element)
  onDrafts(() => frame.showDrafts(editing?.key))
  onSaved(refresh)

  /** Opens a text of some that stand at one place; `from` is where the focus returns to. */
  async function open({ keys: all, key = all[0], from, hasFocus = true }) {
    const { ok, value, error } = await readText(key)
    frame.element.hidden = false
    if (!ok) return say(error, true)
    origin = from ?? elementOf(key)
    keys = all
    keep('panel', { key, keys, path: location.pathname })
    show(value)
    // Once the page has made room for the panel (room.js).
    requestAnimationFrame(() => setTimeout(showOrigin))
    if (hasFocus) editing.focus()
  }

  function show(data) {
    editing?.end()
    editing = createEditing({ data, say, accept: (locale) => send([{ type: 'accept', key: data.key, locale }]) })
    frame.fill({
      key: data.key,
      keys,
      origin,
      open: (key) => open({ keys, key, from: origin }),
      body: [editing.element, aboutOf(data)],
    })
    frame.showDrafts(data.key)
  }

  function aboutOf(data) {
    const openKey = (key) => open({ keys: [key] })
    const list =
      data.list &&
      createListControls({
        list: data.list,
        locales: Object.keys(data.locales),
        root,
        send,
        open: openKey,
      })
    return h('div', { class: 'about' }, placesOf(data.places), list)
  }

  function showOrigin() {
    if (!editing) return
    outline.edit(origin)
    if (!origin) return
    const { top, bottom } = origin.getBoundingClientRect()
    const room = window.innerHeight - frame.element.offsetHeight
    if (top < 80 || bottom > room) window.scrollBy({ top: top - Math.max(80, room / 3) })
  }

  async function saveTyped() {
    frame.setBusy(true)
    await editing?.correctAll()
    report(await saveDrafts())
    frame.setBusy(false)
    frame.showDrafts(editing?.key)
  }

  async function send(changes) {
    report(await saveChanges(changes, editing.data.versions))
  }

  async function report({ ok, status, error, findings }) {
    if (ok) return say('Saved.')
    if (status === 409) await refresh()
    if (findings) editing?.showFindings(findings)
    say(status === 0 ? `Not saved; your text is kept here. ${error}` : `Not saved. ${error}`, true)
  }

  async function refresh() {
    const current = editing
    if (!current) return
    const { ok, status, value } = await readText(current.key)
    // Closed meanwhile, or another text is open.
    if (editing !== current) return
    if (status === 404) {
      forgetDrafts(current.key)
      close()
      announce('This text is deleted. “Undo” brings it back.')
    }
    if (!ok) return
    const isSameList = JSON.stringify(value.list) === JSON.stringify(current.data.list)
    current.update(value)
    if (!isSameList) frame.showAbout(aboutOf(value))
  }

  function discard() {
    dropDrafts()
    if (editing) show(editing.data)
    say('What was not saved is discarded.')
  }

  function close() {
    frame.element.hidden = true
    keep('panel')
    outline.edit(undefined)
    editing?.end()
    returnFocus(origin?.isConnected && document.body.contains(origin) ? origin : root.querySelector('.toggle'))
    editing = origin = undefined
  }

  return { open, refresh, say, element: frame.element }
}

// Also to a text that takes no focus by itself: Tab then goes on from there.
function returnFocus(target) {
  target.focus({ preventScroll: true })
  if (target.matches(':focus')) return
  target.setAttribute('tabindex', '-1')
  target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true })
  target.focus({ preventScroll: true })
}

/** The texts that the panel showed before a reload; on another page, one that is not saved. */
export function rememberedPanel() {
  const [unsaved] = draftKeys()
  const panel = recall('panel')
  const isHere = panel?.path === location.pathname && typeof panel.key === 'string' && Array.isArray(panel.keys)
  return isHere ? panel : unsaved && { keys: [unsaved] }
}
