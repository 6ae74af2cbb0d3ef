// The panel in which a text is edited in all languages.
import type { Finding } from '../../copy/catalogs'
import type { Change, SaveResult, TextData } from '../types'
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

const checkAfterMs = 350

function readText(key: string): Promise<Answer<TextData>> {
  return ask<TextData>(`text?key=${encodeURIComponent(key)}`)
}

export function createPanel({ root, outline, announce }: Options) {
  const frame = createFrame({ close, discard, save: saveTyped })
  const { say } = frame
  let editing: ReturnType<typeof createEditing> | undefined
  let origin: Element | undefined
  let keys: string[] = []

  root.append(frame.element)
  onDrafts(() => frame.showDrafts(editing?.data.key))
  onSaved(refresh)

  const open: OpenText = async ({ keys: all, key = all[0] ?? '', from, hasFocus = true }) => {
    const answer = await readText(key)
    frame.element.hidden = false
    if (!answer.ok) return say(answer.error, true)
    origin = from ?? elementOf(key)
    keys = all
    keep('panel', { key, keys, path: location.pathname })
    show(answer.value)
    requestAnimationFrame(() => setTimeout(showOrigin))
    if (hasFocus) editing?.focus()
  }

  const openKey = (key: string) => open({ keys: [key] })
  const about = { root, send, open: openKey }

  function show(data: TextData) {
    editing?.end()
    editing = createEditing({ data, say, accept: (locale) => send([{ type: 'accept', key: data.key, locale }]) })
    const chooser = keys.map((key) => ({
      key,
      title: key === data.key ? data.title : key.split('.').slice(-2).join(' '),
    }))
    frame.fill({
      data,
      chooser,
      origin,
      open: (key) => open({ keys, key, from: origin }),
      body: [editing.element, aboutOf(data, about)],
    })
    frame.showDrafts(data.key)
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
    await report(await saveDrafts())
    frame.setBusy(false)
    frame.showDrafts(editing?.data.key)
  }

  async function send(changes: Change[]) {
    if (editing) await report(await saveChanges(changes, editing.data.versions))
  }

  async function report(answer: Answer<SaveResult>) {
    if (answer.ok) {
      const [first] = answer.value.also
      if (!first) return say('Saved.')
      return say(
        `Saved. ${first.title} says the same. Check it too.`,
        false,
        button('Open it', () => openKey(first.key)),
      )
    }
    if (answer.status === 409) await refresh()
    const findings = answer.details.findings as Finding[] | undefined
    if (findings) editing?.showFindings(findings)
    say(answer.status === 0 ? `Not saved; your text is kept here. ${answer.error}` : `Not saved. ${answer.error}`, true)
  }

  async function refresh() {
    const current = editing
    if (!current) return
    const answer = await readText(current.data.key)
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
    if (!isSameList) frame.showAbout(aboutOf(answer.value, about))
  }

  function discard() {
    dropDrafts()
    if (editing) show(editing.data)
    editing?.showOnPage()
    say('Your unsaved changes are discarded.')
  }

  function close() {
    frame.element.hidden = true
    keep('panel', undefined)
    outline.edit(undefined)
    editing?.end()
    returnFocus(origin?.isConnected && document.body.contains(origin) ? origin : root.querySelector('.toggle'))
    editing = origin = undefined
  }

  return { open, refresh, element: frame.element }
}

type AboutOptions = { root: ShadowRoot; send: (changes: Change[]) => Promise<void>; open: (key: string) => void }

// The texts that say the same, the pages that show the text, and the controls of its list.
function aboutOf(data: TextData, { root, send, open }: AboutOptions): HTMLElement {
  const related = data.related.map(({ key, title, text }) =>
    h(
      'li',
      {},
      button(title, () => open(key), { class: 'link' }),
      h('span', { class: 'small' }, ` ${text}`),
    ),
  )
  const locales = Object.keys(data.locales)
  return h(
    'div',
    { class: 'about' },
    related.length > 0 && h('div', { class: 'related' }, h('h3', {}, 'Says the same elsewhere'), h('ul', {}, related)),
    placesOf(data),
    data.list && createListControls({ entry: data.list, locales, root, send, open }),
  )
}

type EditingOptions = { data: TextData; accept: (locale: string) => void; say: (sentence: string) => void }

// A text that is being edited: its languages, their findings, and what is typed.
function createEditing({ data, accept, say }: EditingOptions) {
  const { key } = data
  const isLong = hasLines(data.locales)
  const scope = data.brand
    ? createScope(data, () => {
        for (const { locale } of languages) draft(locale)
      })
    : undefined
  const languages = Object.keys(data.locales).map((locale) =>
    createLanguage({
      locale,
      data,
      draft: draftOf(key, locale),
      hasLines: isLong,
      oninput: () => type(locale),
      onleave: () => correct([locale]),
      accept: () => accept(locale),
    }),
  )
  const of = (locale: string) => languages.find((language) => language.locale === locale)
  let timer: ReturnType<typeof setTimeout> | undefined
  let checks = 0

  function draft(locale: string) {
    const [text, base] = [of(locale)?.read() ?? '', data.locales[locale]?.text ?? '']
    if (text !== base || draftOf(key, locale))
      setDraft(key, locale, { text, base, ...(scope && { brand: scope.isBrand() }) }, data.versions)
  }

  function type(locale: string) {
    draft(locale)
    showTyped(key, locale, of(locale)?.read() ?? '', data.samples)
    clearTimeout(timer)
    timer = setTimeout(check, checkAfterMs)
  }

  async function check() {
    clearTimeout(timer)
    const changes = draftChanges().filter((change) => change.key === key)
    const number = ++checks
    const answer = await ask<{ findings: Finding[]; corrected: typeof changes }>('check', {
      changes,
      versions: data.versions,
    })
    if (!answer.ok) {
      say(answer.error)
      return []
    }
    if (number === checks) report(answer.value.findings)
    // Newer typing stays.
    const isAsSent = ({ locale }: { locale: string }) =>
      changes.some((sent) => sent.locale === locale && sent.text === of(locale)?.read())
    return answer.value.corrected.filter((change) => change.key === key && isAsSent(change))
  }

  function report(findings: Finding[]) {
    showFindings(findings)
    const errors = findings.filter(({ level }) => level === 'error').length
    say(errors > 0 ? `${counted(errors, 'error')} to fix.` : 'No errors.')
  }

  // Sets the spaces and marks of a language once its fields are left.
  async function correct(locales: string[]) {
    const isTyped = draftChanges().some((change) => change.key === key)
    const corrected = isTyped ? await check() : []
    for (const { locale, text } of corrected.filter((change) => locales.includes(change.locale))) {
      of(locale)?.write(text)
      draft(locale)
      say('Spaces and quotation marks were corrected.')
    }
  }

  function showFindings(findings: Finding[]) {
    for (const language of languages) {
      language.showFindings(findings.filter(({ locale }) => locale === language.locale))
    }
  }

  showFindings(data.findings)
  return {
    data,
    element: h(
      'div',
      {},
      scope?.element,
      h(
        'div',
        { class: 'languages' },
        languages.map(({ element }) => element),
      ),
    ),
    focus: () => (of(document.documentElement.lang) ?? languages[0])?.focus(),
    correctAll: () => correct(languages.map(({ locale }) => locale)),
    showFindings,
    showOnPage() {
      for (const { locale, read } of languages) showTyped(key, locale, read(), data.samples)
    },
    /** Takes over what is saved now; newer typing stays. */
    update(next: TextData) {
      Object.assign(data, next)
      for (const language of languages) {
        const own = next.locales[language.locale]
        if (own) language.update(own, draftOf(key, language.locale)?.onDisk)
      }
      showFindings(next.findings)
    },
    end: () => clearTimeout(timer),
  }
}

// Whether a text is saved for this brand or for all brands.
function createScope({ brand, locales }: TextData, changed: () => void) {
  const control = select('scope', [
    ['all', 'all brands'],
    ['brand', `${brand} only`],
  ])
  control.value = Object.values(locales).some(({ ofBrand }) => ofBrand) ? 'brand' : 'all'
  control.addEventListener('change', changed)
  return { element: labelled('Save for', control), isBrand: () => control.value === 'brand' }
}

function placesOf({ key, places }: TextData): HTMLElement {
  const links = places.map((place) => {
    if ('name' in place) return place.name
    const path = place.paths[document.documentElement.lang]
    return path ? h('a', { href: path }, path) : ''
  })
  const shown =
    links.length > 0 ? ['Shown on: ', ...links.flatMap((link, at) => (at > 0 ? [', ', link] : [link])), ' · '] : []
  return h('p', { class: 'small' }, ...shown, h('code', {}, key))
}

type Actions = { close: () => void; discard: () => void; save: () => void }

type Filled = {
  data: TextData
  chooser: { key: string; title: string }[]
  origin: Element | undefined
  open: (key: string) => void
  body: HTMLElement[]
}

// The title, the other texts of the place, and the buttons.
function createFrame({ close, discard, save }: Actions) {
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

  return {
    element,
    say(sentence: string, isProblem = false, more?: HTMLElement) {
      status.classList.toggle('problem', isProblem)
      status.replaceChildren(sentence, ...(more ? [' ', more] : []))
    },
    showDrafts(key: string | undefined) {
      const all = draftKeys()
      saveButton.disabled = isBusy || all.length === 0
      discardButton.hidden = all.length === 0
      saveButton.textContent = all.some((other) => other !== key) ? `Save ${counted(all.length, 'text')}` : 'Save'
    },
    setBusy(busy: boolean) {
      isBusy = busy
      saveButton.disabled = busy
    },
    fill({ data, chooser: others, origin, open, body: content }: Filled) {
      title.textContent = data.title
      chooser.hidden = others.length < 2
      chooser.replaceChildren(
        ...others.map((other) =>
          button(other.title, () => open(other.key), { 'aria-current': other.key === data.key && 'true' }),
        ),
      )
      tools.replaceChildren(...actionsOf(origin), button('Close', close, { class: 'quiet' }))
      body.replaceChildren(...content)
      body.scrollTop = 0
      status.replaceChildren()
    },
    /** Replaces the part below the languages; the focus stays with the button of the same name. */
    showAbout(about: HTMLElement) {
      const name = body.lastElementChild?.querySelector(':focus')?.textContent
      body.lastElementChild?.replaceWith(about)
      const same = [...about.querySelectorAll<HTMLElement>('button:enabled')].find(
        ({ textContent }) => textContent === name,
      )
      if (name) (same ?? about.querySelector<HTMLElement>('button'))?.focus()
    },
  }
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

/** The text that the panel showed before a reload; on another page, an unsaved one. */
export function rememberedPanel(): { keys: string[]; key?: string } | undefined {
  const [unsaved] = draftKeys()
  const panel = recall<{ key?: string; keys?: string[]; path?: string }>('panel', {})
  if (panel.path === location.pathname && panel.key && panel.keys) return { key: panel.key, keys: panel.keys }
  return unsaved ? { keys: [unsaved] } : undefined
}
