// The fields of one text, in every language.
import type { CopyFinding } from '../../copy/catalogs'
import type { Change } from '../change-schema'
import type { OpenTranslation, TextData } from '../text'
import { counted, createCheck, createElement, type Say } from './dom'
import { draftChanges, draftKeys, draftOf, setDraft } from './drafts'
import { createLanguageSection } from './language'
import { showTyped } from './page'

type Options = {
  data: TextData
  /** The only language to edit, and whether the text is the brand's own. */
  only?: Pick<OpenTranslation, 'locale' | 'ofBrand'>
  say: Say
  send: (change: Change) => void
}

type Fields = {
  data: TextData
  languages: ReturnType<typeof createLanguageSection>[]
}

export function createEditing({ data, only, say, send }: Options) {
  const { key, brand } = data
  const scope = createElement('input', {
    type: 'checkbox',
    checked: only?.ofBrand ?? true,
    onchange: rescope,
  })
  const languages = createLanguages(data, only?.locale, type)
  const fields = { data, languages }
  const check = createCheck(
    () => draftChanges().filter((change) => change.key === key),
    (findings) => {
      // Does nothing if the text has been saved in the meantime.
      if (!draftKeys().includes(key)) return
      showFindings(fields, findings)
      // Keeps the outcome of a save on screen.
      if (!isSaveAsked) say(summaryOf(findings))
    },
  )

  let isSaveAsked = false
  let hasInput = draftKeys().includes(key)

  function type(locale: string, text: string) {
    isSaveAsked = false
    hasInput = true
    draft(locale, text)
    if (!draftOf(key, locale)) showFindings(fields, data.findings)
    showNotes(fields, send)
    showOnPage(fields)
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
      brand: brand ? scope.checked : undefined,
    })
  }

  function rescope() {
    for (const { locale, read } of languages)
      if (draftOf(key, locale)) draft(locale, read())
  }

  function showBrandOnly() {
    brandOnly.replaceChildren(brandChoice(data, scope))
  }

  showNotes(fields, send)
  showFindings(fields, data.findings)
  const brandOnly = createElement('div')
  showBrandOnly()
  return {
    data,
    element: createElement(
      'div',
      { class: 'text' },
      brand && brandOnly,
      languagesElement(fields),
    ),
    focus: () => focusPageLanguage(fields),
    showFindings: (findings: CopyFinding[]) => showFindings(fields, findings),
    showOnPage: () => showOnPage(fields),
    noteSave() {
      isSaveAsked = true
    },
    /** Whether something was typed since the text was opened or saved. */
    hasInput: () => hasInput,
    acceptSaved() {
      acceptSaved(fields)
      hasInput = draftKeys().includes(key)
    },
    update(next: TextData) {
      update(fields, next)
      showNotes(fields, send)
      showBrandOnly()
    },
  }
}

/** Offers the choice of brands unless another text replaces the shared one. */
function brandChoice(
  { brand, replacement }: TextData,
  scope: HTMLInputElement,
): HTMLElement {
  return replacement
    ? createElement('p', { class: 'notice info' }, replacement)
    : createElement('label', {}, scope, `For ${brand} only`)
}

function createLanguages(
  { key, locales, facts }: TextData,
  only: string | undefined,
  type: (locale: string, text: string) => void,
) {
  const shown = Object.entries(locales).filter(
    ([locale]) => locale === (only ?? locale),
  )
  return shown.map(([locale, { text }]) =>
    createLanguageSection({
      locale,
      what: only ? 'translation' : 'text',
      text: draftOf(key, locale)?.text ?? text,
      english: locales.en?.text,
      facts: Object(facts)[locale],
      oninput: (typed) => type(locale, typed),
    }),
  )
}

function languagesElement({ languages }: Fields): HTMLElement {
  const elements = languages.map(({ element }) => element)
  return createElement('div', { class: 'languages' }, elements)
}

export function summaryOf(findings: CopyFinding[]): string {
  const errors = findings.filter(({ level }) => level === 'error').length
  return errors > 0 ? `${counted(errors, 'error')} to fix.` : 'No errors.'
}

function showNotes(
  { data, languages }: Fields,
  send: (change: Change) => void,
) {
  const { key } = data
  const english = data.locales.en?.text ?? ''
  for (const { locale, show } of languages) {
    const languageText = data.locales[locale]
    if (languageText)
      show(languageText, {
        english,
        onDisk: draftOf(key, locale)?.onDisk,
        accept: () => send({ type: 'accept', key: languageText.key, locale }),
      })
  }
}

function showFindings({ languages }: Fields, findings: CopyFinding[]) {
  for (const { locale, showFindings: showOwn } of languages)
    showOwn(findings.filter((finding) => finding.locale === locale))
}

function showOnPage({ data, languages }: Fields) {
  for (const { locale, read } of languages)
    showTyped(data.key, locale, read(), Object(data.facts)[locale])
}

function focusPageLanguage({ languages }: Fields) {
  const { lang } = document.documentElement
  const chosen = languages.find(({ locale }) => locale === lang)
  const shown = chosen ?? languages[0]
  shown?.focus()
}

/** Makes the saved text the base for further edits. */
function acceptSaved({ data, languages }: Fields) {
  for (const { locale, read } of languages) {
    const stored = data.locales[locale]
    if (stored && !draftOf(data.key, locale)) stored.text = read()
  }
}

/** Shows new texts from disk, except in languages with unsaved input. */
function update(fields: Fields, next: TextData) {
  const { data, languages } = fields
  Object.assign(data, next)
  for (const { locale, read, write } of languages) {
    const text = next.locales[locale]?.text ?? ''
    if (!draftOf(data.key, locale) && read() !== text) write(text)
  }
  showFindings(fields, next.findings)
  // Also shows the text on the page, because React does not replace what the
  // editor wrote there if its own text has not changed, for example when a save
  // is undone right away.
  showOnPage(fields)
}
