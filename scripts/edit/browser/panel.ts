// The panel for editing a text in all languages.
import type { Finding } from '../../copy/catalogs'
import type { Change } from '../catalogs'
import type { SaveResult } from '../save'
import type { TextData } from '../text'
import {
  type Answer,
  ask,
  button,
  counted,
  createCheck,
  createStatus,
  h,
  type Say,
} from './dom'
import {
  draftChanges,
  draftKeys,
  draftOf,
  dropDrafts,
  saveDrafts,
  sendStep,
  setDraft,
} from './drafts'
import { createListControls } from './entry-form'
import { createLanguage } from './language'
import { elementOf, frame, showTyped } from './page'

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

  async function report(answer: Answer<SaveResult>) {
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
    const findings = answer.details.findings as Finding[] | undefined
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

function createFrame({
  close,
  discard,
  save,
}: Record<'close' | 'discard' | 'save', () => void>) {
  const id = crypto.randomUUID()
  const title = h('h2', { id })
  const chooser = h('nav', {
    class: 'chooser',
    'aria-label': 'Texts at this place',
  })
  const body = h('div', { class: 'panel-body' })
  const { element: status, say } = createStatus()
  const discardButton = button('Discard', discard)
  const saveButton = button('Save', save, {
    class: 'primary',
    'aria-keyshortcuts': 'Control+S Meta+S',
  })
  const element = h(
    'div',
    {
      class: 'panel',
      role: 'dialog',
      'aria-labelledby': id,
      hidden: true,
      onkeydown: press,
    },
    h(
      'div',
      { class: 'title-bar' },
      title,
      button('Close', close, { class: 'quiet' }),
      chooser,
    ),
    body,
    h('div', { class: 'button-bar' }, status, discardButton, saveButton),
  )

  function press(event: KeyboardEvent) {
    if (event.isComposing) return
    if (event.key === 'Escape') close()
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey))
      return
    event.preventDefault()
    saveButton.click()
  }

  return { element, title, chooser, body, say, saveButton, discardButton }
}

function askText(key: string): Promise<Answer<TextData>> {
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

function createEditing({
  data,
  say,
  send,
}: {
  data: TextData
  say: Say
  send: (change: Change) => void
}) {
  const { key, brand } = data
  const scope = h('input', {
    type: 'checkbox',
    checked: true,
    onchange: rescope,
  })
  const languages = Object.entries(data.locales).map(([locale, { text }]) => {
    const oninput = (typed: string) => type(locale, typed)
    return createLanguage({
      locale,
      text: draftOf(key, locale)?.text ?? text,
      oninput,
    })
  })
  const check = createCheck(
    () => draftChanges().filter((change) => change.key === key),
    (findings) => {
      // The text may have been saved in the meantime.
      if (!draftKeys().includes(key)) return
      showFindings(findings)
      // Keeps the outcome of a save on screen.
      if (isSaveAsked) return
      const errors = findings.filter(({ level }) => level === 'error').length
      say(errors > 0 ? `${counted(errors, 'error')} to fix.` : 'No errors.')
    },
  )

  let isSaveAsked = false

  function type(locale: string, text: string) {
    isSaveAsked = false
    draft(locale, text)
    if (!draftOf(key, locale)) showFindings(data.findings)
    showNotes()
    showOnPage()
    check()
  }

  function draft(locale: string, text: string) {
    const base = draftOf(key, locale)?.base ?? data.locales[locale]?.text ?? ''
    setDraft({
      type: 'set',
      key,
      locale,
      text,
      base,
      ...(brand && { brand: scope.checked }),
    })
  }

  function rescope() {
    for (const { locale, read } of languages)
      if (draftOf(key, locale)) draft(locale, read())
  }

  function showNotes() {
    const english = data.locales.en?.text ?? ''
    for (const { locale, show } of languages) {
      const own = data.locales[locale]
      if (own)
        show(own, english, draftOf(key, locale)?.onDisk, () =>
          send({ type: 'accept', key, locale }),
        )
    }
  }

  function showFindings(findings: Finding[]) {
    for (const { locale, showFindings: showOwn } of languages) {
      showOwn(findings.filter((finding) => finding.locale === locale))
    }
  }

  function showOnPage() {
    for (const { locale, read } of languages)
      showTyped(key, locale, read(), Object(data.facts)[locale])
  }

  showNotes()
  showFindings(data.findings)
  const elements = languages.map(({ element }) => element)
  return {
    data,
    element: h(
      'div',
      {},
      brand && h('label', {}, scope, `For ${brand} only`),
      h('div', { class: 'languages' }, elements),
    ),
    focus: () =>
      (
        languages.find(
          ({ locale }) => locale === document.documentElement.lang,
        ) ?? languages[0]
      )?.focus(),
    showFindings,
    showOnPage,
    noteSave() {
      isSaveAsked = true
    },
    /** The saved text becomes the base for further edits. */
    acceptSaved() {
      for (const { locale, read } of languages) {
        const own = data.locales[locale]
        if (own && !draftOf(key, locale)) own.text = read()
      }
    },
    /** Shows new texts from disk, except in languages with unsaved input. */
    update(next: TextData) {
      Object.assign(data, next)
      for (const { locale, read, write } of languages) {
        const text = next.locales[locale]?.text ?? ''
        if (!draftOf(key, locale) && read() !== text) write(text)
      }
      showNotes()
      showFindings(next.findings)
      // Updates the page too, because React leaves input on it if React's own
      // text is unchanged, for example when a save is undone right away.
      showOnPage()
    },
  }
}
