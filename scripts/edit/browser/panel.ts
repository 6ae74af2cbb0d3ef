// The panel in which a text is edited in all languages.
import type { Finding } from '../../copy/catalogs'
import type { Change } from '../catalogs'
import type { SaveResult } from '../save'
import type { TextData } from '../text'
import { type Answer, ask, button, counted, h, keep, labelled, newId, recall, select } from './dom'
import {
  draftChanges,
  draftKeys,
  draftOf,
  dropDrafts,
  forgetDrafts,
  onDrafts,
  onSaved,
  saveChanges,
  saveDrafts,
  setDraft,
} from './drafts'
import { createListControls } from './entry-form'
import { createLanguage, hasLines } from './language'
import { elementOf, type Outline, showTyped } from './page'

export type OpenText = (target: { keys: string[]; key?: string; from?: Element; hasFocus?: boolean }) => Promise<void>

type Options = { root: ShadowRoot; outline: Outline; announce: (sentence: string) => void }
type Send = (changes: Change[]) => Promise<void>
type Say = (sentence: string, isProblem?: boolean, more?: HTMLElement) => void

const checkAfterMs = 350

export function createPanel({ root, outline, announce }: Options) {
  const frame = createFrame((event) => press(event, close, () => saveButton.click()))
  const { element, body, say } = frame
  const discardButton = button('Discard', discard)
  const saveButton = button('Save', saveTyped, { class: 'primary', 'aria-keyshortcuts': 'Control+S Meta+S' })
  let editing: ReturnType<typeof createEditing> | undefined
  let origin: Element | undefined
  let isBusy = false

  frame.foot.append(discardButton, saveButton)
  root.append(element)
  onDrafts(showDrafts)
  onSaved(refresh)

  const open: OpenText = async ({ keys, key = keys[0] ?? '', from, hasFocus = true }) => {
    const answer = await ask<TextData>(`text?key=${encodeURIComponent(key)}`)
    element.hidden = false
    if (!answer.ok) return say(answer.error, true)
    origin = from ?? elementOf(key)
    keep('panel', { key, keys, path: location.pathname })
    frame.title.textContent = answer.value.title
    frame.chooser.hidden = keys.length < 2
    const others = keys.map((other) => {
      const name = other === key ? answer.value.title : other.split('.').slice(-2).join(' ')
      return button(name, () => open({ keys, key: other, from: origin }), { 'aria-current': other === key && 'true' })
    })
    frame.chooser.replaceChildren(...others)
    frame.tools.replaceChildren(...actionsOf(origin), button('Close', close, { class: 'quiet' }))
    show(answer.value)
    requestAnimationFrame(() => setTimeout(() => editing && showOrigin(origin, outline, element)))
    if (hasFocus) editing?.focus()
  }

  const openKey = (key: string) => open({ keys: [key] })

  function show(data: TextData) {
    editing?.end()
    editing = createEditing({ data, say, send })
    body.replaceChildren(editing.element, aboutOf(data, root, send, openKey))
    body.scrollTop = 0
    say('')
    showDrafts()
  }

  function showDrafts() {
    const all = draftKeys()
    saveButton.disabled = isBusy || all.length === 0
    discardButton.hidden = all.length === 0
    const hasOthers = all.some((other) => other !== editing?.data.key)
    saveButton.textContent = hasOthers ? `Save ${counted(all.length, 'text')}` : 'Save'
  }

  async function saveTyped() {
    isBusy = true
    showDrafts()
    await editing?.correctAll()
    await report(await saveDrafts())
    isBusy = false
    showDrafts()
  }

  async function send(changes: Change[]) {
    if (editing) await report(await saveChanges(changes, editing.data.versions))
  }

  async function report(answer: Answer<SaveResult>) {
    if (answer.ok) {
      const [first] = answer.value.also
      if (!first) return say('Saved.')
      const more = button('Open it', () => openKey(first.key))
      return say(`Saved. ${first.title} says the same. Check it too.`, false, more)
    }
    if (answer.status === 409) await refresh()
    const findings = answer.details.findings as Finding[] | undefined
    if (findings) editing?.showFindings(findings)
    say(answer.status === 0 ? `Not saved; your text is kept here. ${answer.error}` : `Not saved. ${answer.error}`, true)
  }

  async function refresh() {
    const current = editing
    if (!current) return
    const answer = await ask<TextData>(`text?key=${encodeURIComponent(current.data.key)}`)
    // Another text may be open by now.
    if (editing !== current) return
    if (!answer.ok) {
      if (answer.status !== 404) return
      forgetDrafts(current.data.key)
      close()
      return announce('This text is deleted. “Undo” brings it back.')
    }
    const isSameList = JSON.stringify(answer.value.list) === JSON.stringify(current.data.list)
    current.update(answer.value)
    if (!isSameList) showAbout(body, aboutOf(answer.value, root, send, openKey))
  }

  function discard() {
    dropDrafts()
    if (editing) show(editing.data)
    editing?.showOnPage()
    say('Your unsaved changes are discarded.')
  }

  function close() {
    element.hidden = true
    keep('panel', undefined)
    outline.edit(undefined)
    editing?.end()
    returnFocus(origin?.isConnected && document.body.contains(origin) ? origin : root.querySelector('.toggle'))
    editing = origin = undefined
  }

  return { open, refresh, element }
}

function createFrame(onkeydown: (event: KeyboardEvent) => void) {
  const id = newId()
  const title = h('h2', { id })
  const tools = h('div', { class: 'tools' })
  const chooser = h('nav', { class: 'chooser', 'aria-label': 'Texts at this place' })
  const body = h('div', { class: 'panel-body' })
  const status = h('p', { role: 'status' })
  const head = h('div', { class: 'title-bar' }, title, tools, chooser)
  const foot = h('div', { class: 'button-bar' }, status)
  const properties = { class: 'panel', role: 'dialog', 'aria-labelledby': id, hidden: true, onkeydown }
  const say: Say = (sentence, isProblem = false, more) => {
    status.classList.toggle('problem', isProblem)
    status.replaceChildren(sentence, ...(more ? [' ', more] : []))
  }
  return { element: h('div', properties, head, body, foot), title, tools, chooser, body, foot, say }
}

function press(event: KeyboardEvent, close: () => void, save: () => void) {
  if (event.isComposing) return
  if (event.key === 'Escape') close()
  if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  save()
}

function showOrigin(origin: Element | undefined, outline: Outline, panel: HTMLElement) {
  outline.edit(origin)
  if (!origin) return
  const { top, bottom } = origin.getBoundingClientRect()
  const room = window.innerHeight - panel.offsetHeight
  if (top < 80 || bottom > room) window.scrollBy({ top: top - Math.max(80, room / 3) })
}

function showAbout(body: HTMLElement, about: HTMLElement) {
  const name = body.lastElementChild?.querySelector(':focus')?.textContent
  body.lastElementChild?.replaceWith(about)
  const buttons = [...about.querySelectorAll<HTMLElement>('button:enabled')]
  if (name) (buttons.find(({ textContent }) => textContent === name) ?? buttons[0])?.focus()
}

function aboutOf(data: TextData, root: ShadowRoot, send: Send, open: (key: string) => void): HTMLElement {
  const related = data.related.map(({ key, title, text }) => {
    const link = button(title, () => open(key), { class: 'link' })
    return h('li', {}, link, h('span', { class: 'small' }, ` ${text}`))
  })
  const places = data.places.map(({ name, paths }) => {
    const path = Object(paths)[document.documentElement.lang]
    return path ? h('a', { href: path }, name) : name
  })
  const separated = places.flatMap((place, at) => (at > 0 ? [', ', place] : [place]))
  const words = separated.length > 0 ? ['Shown on: ', ...separated, ' · '] : []
  const controls = { entry: data.list, locales: Object.keys(data.locales), root, send, open }
  return h(
    'div',
    { class: 'about' },
    related.length > 0 && h('div', { class: 'related' }, h('h3', {}, 'Says the same elsewhere'), h('ul', {}, related)),
    h(
      'p',
      { class: 'small' },
      words,
      data.limits.map((limit) => `${limit} · `),
      h('code', {}, data.key),
    ),
    data.list && createListControls({ ...controls, entry: data.list }),
  )
}

function createEditing({ data, say, send }: { data: TextData; say: Say; send: Send }) {
  const { key } = data
  const isLong = hasLines(data.locales)
  const scope = data.brand ? createScope(data, () => languages.forEach(draft)) : undefined
  const languages = Object.keys(data.locales).map((locale) => {
    const on = { oninput: () => type(locale), onleave: () => correct([locale]) }
    const accept = () => send([{ type: 'accept', key, locale }])
    return createLanguage({ locale, data, draft: draftOf(key, locale), hasLines: isLong, accept, ...on })
  })
  const of = (locale: string) => languages.find((language) => language.locale === locale)
  let timer: ReturnType<typeof setTimeout> | undefined
  let checks = 0

  function draft({ locale, read }: { locale: string; read: () => string }) {
    const [text, base] = [read(), data.locales[locale]?.text ?? '']
    const brand = scope && { brand: scope.control.value === 'brand' }
    if (text !== base || draftOf(key, locale)) setDraft(key, locale, { text, base, ...brand }, data.versions)
  }

  function type(locale: string) {
    const language = of(locale)
    if (!language) return
    draft(language)
    showTyped(key, locale, language.read(), data.samples)
    clearTimeout(timer)
    timer = setTimeout(check, checkAfterMs)
  }

  async function check() {
    clearTimeout(timer)
    const changes = draftChanges().filter((change) => change.key === key)
    const number = ++checks
    const body = { changes, versions: data.versions }
    const answer = await ask<{ findings: Finding[]; corrected: typeof changes }>('check', body)
    if (!answer.ok) say(answer.error)
    if (!answer.ok) return []
    if (number === checks) {
      const { findings } = answer.value
      showFindings(findings)
      const errors = findings.filter(({ level }) => level === 'error').length
      say(errors > 0 ? `${counted(errors, 'error')} to fix.` : 'No errors.')
    }
    return answer.value.corrected.filter(({ locale, text }, at) => {
      const sent = changes[at]?.text
      return sent !== text && sent === of(locale)?.read()
    })
  }

  async function correct(locales: string[]) {
    const isTyped = draftChanges().some((change) => change.key === key)
    const corrected = isTyped ? await check() : []
    for (const { locale, text } of corrected.filter((change) => locales.includes(change.locale))) {
      const language = of(locale)
      language?.write(text)
      if (language) draft(language)
      say('Spaces and quotation marks were corrected.')
    }
  }

  function showFindings(findings: Finding[]) {
    for (const language of languages) {
      language.showFindings(findings.filter(({ locale }) => locale === language.locale))
    }
  }

  function showOnPage() {
    for (const { locale, read } of languages) showTyped(key, locale, read(), data.samples)
  }

  showFindings(data.findings)
  const elements = languages.map((language) => language.element)
  return {
    data,
    element: h('div', {}, scope?.element, h('div', { class: 'languages' }, elements)),
    focus: () => (of(document.documentElement.lang) ?? languages[0])?.focus(),
    correctAll: () => correct(languages.map(({ locale }) => locale)),
    showFindings,
    showOnPage,
    update(next: TextData) {
      Object.assign(data, next)
      for (const language of languages) {
        const own = next.locales[language.locale]
        if (own) language.update(own, draftOf(key, language.locale)?.onDisk)
      }
      // React keeps what was typed where its own text is the same before and after, as when a save is undone at once.
      showOnPage()
      showFindings(next.findings)
    },
    end: () => clearTimeout(timer),
  }
}

function createScope({ brand, locales }: TextData, changed: () => void) {
  const options: [string, string][] = [
    ['all', 'all brands'],
    ['brand', `${brand} only`],
  ]
  const control = select('scope', options)
  control.value = Object.values(locales).some(({ ofBrand }) => ofBrand) ? 'brand' : 'all'
  control.addEventListener('change', changed)
  return { element: labelled('Save for', control), control }
}

// A click edits: here is what it would have done otherwise.
function actionsOf(origin: Element | undefined): HTMLElement[] {
  const control = origin?.isConnected ? origin.closest<HTMLElement>('a, button, summary') : undefined
  if (!control) return []
  const labels: Record<string, string> = { a: 'Follow the link', summary: 'Show or hide the answer' }
  return [button(labels[control.localName] ?? 'Press the button', () => control.click())]
}

// Also to a text that takes no focus by itself: Tab then continues from there.
function returnFocus(target: Element | null) {
  if (!(target instanceof HTMLElement)) return
  target.focus({ preventScroll: true })
  if (target.matches(':focus')) return
  target.setAttribute('tabindex', '-1')
  target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true })
  target.focus({ preventScroll: true })
}

export function rememberedPanel(): { keys: string[]; key?: string } | undefined {
  const [unsaved] = draftKeys()
  const panel = recall<{ key?: string; keys?: string[]; path?: string }>('panel', {})
  if (panel.path === location.pathname && panel.key && panel.keys) return { key: panel.key, keys: panel.keys }
  return unsaved ? { keys: [unsaved] } : undefined
}
