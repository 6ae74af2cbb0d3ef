// The fields of one text, in every language.
import type { CopyFinding } from '../../copy/catalogs'
import type { Change } from '../change-schema'
import type { OpenTranslation, TextData } from '../text'
import { counted, createCheck, h, type Say } from './dom'
import { draftChanges, draftKeys, draftOf, setDraft } from './drafts'
import { createLanguage } from './language'
import { showTyped } from './page'

export function createEditing({
  data,
  only,
  say,
  send,
}: {
  data: TextData
  /** The only language to edit, and whether the text is the brand's own. */
  only?: Pick<OpenTranslation, 'locale' | 'ofBrand'>
  say: Say
  send: (change: Change) => void
}) {
  const { key, brand } = data
  const scope = h('input', {
    type: 'checkbox',
    checked: only?.ofBrand ?? true,
    onchange: rescope,
  })
  const shown = Object.entries(data.locales).filter(
    ([locale]) => locale === (only?.locale ?? locale),
  )
  const languages = shown.map(([locale, { text }]) => {
    const oninput = (typed: string) => type(locale, typed)
    return createLanguage({
      locale,
      what: only ? 'translation' : 'text',
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

  function showFindings(findings: CopyFinding[]) {
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
