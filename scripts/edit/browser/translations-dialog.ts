// The dialog “Translations”: one open text at a time, next to its English.
import { englishNameOf } from '../../copy/language-name'
import type { Change } from '../change-schema'
import type { SaveResult } from '../save'
import type { OpenTranslation, TextData } from '../text'
import {
  callEditor,
  createButton,
  createElement,
  createLabel,
  createSmallText,
  type EditorResponse,
} from './dom'
import { draftOf, saveDrafts, sendStep } from './drafts'
import { type Options, openList } from './list-dialog'
import { createEditing } from './text-fields'

/**
 * Shows the texts that are not translated yet, or whose English text has
 * changed since they were translated.
 */
export async function openTranslations(dialog: Options) {
  const { body, say, showActions, linkTo } = openList(dialog, 'Translations')
  const work = createWork(() => show())
  const container = createElement('div', {
    class: 'translation',
    onkeydown: press(save),
  })
  let at = 0
  let editing: ReturnType<typeof createEditing> | undefined

  say('Looking for texts to translate…')
  const problem = await work.load()
  if (problem) return say(problem, 'problem')
  if (!work.locale())
    return say('All translations are complete and up to date.')
  body.append(...work.elements, container)
  showActions(
    createButton('Previous', () => show(-1)),
    createButton('Next', () => show(1)),
    createSaveButton(save),
  )
  await show()

  /** Moves `step` texts forward or back, and shows that text. */
  async function show(step = 0) {
    const open = work.texts()
    at = wrap(at + step, open.length)
    const current = open[at]
    container.replaceChildren()
    if (!current) return say(`${englishNameOf(work.locale())} is complete.`)
    const response = await callEditor<TextData>(`text?key=${current.key}`)
    if (!response.ok) return say(response.error, 'problem')
    const send = (change: Change) => sendStep('save', [change]).then(report)
    editing = createEditing({ data: response.value, only: current, say, send })
    const link = linkTo(current.key, current.title)
    container.append(...partsOf(current, link, editing.element))
    editing.focus()
    say(`Text ${at + 1} of ${open.length}.`)
  }

  /** Saves the input, or shows the next text if there is none. */
  async function save() {
    const key = editing?.data.key ?? ''
    if (!draftOf(key, work.locale())) return show(1)
    editing?.noteSave()
    report(await saveDrafts(key))
  }

  async function report(response: EditorResponse<SaveResult>) {
    if (response.ok) await work.load()
    await show()
    if (response.ok) return
    const { findings = [] } = response.details
    editing?.showFindings(findings)
    say(`Not saved. ${response.error}`, 'problem')
  }
}

function createSaveButton(save: () => unknown) {
  return createButton('Save and next', save, {
    class: 'primary',
    'aria-keyshortcuts': 'Control+Enter Meta+Enter',
  })
}

/**
 * Continues with the first text after the last, and with the last before the
 * first.
 */
function wrap(at: number, length: number): number {
  return length > 0 ? (at + length) % length : 0
}

/** Manages the choice of a language, its open texts and its progress. */
function createWork(onchange: () => void) {
  const totals: Record<string, number> = {}
  const languages = createElement('select', { onchange })
  const progress = createElement('progress', { 'aria-label': 'Translated' })
  let open: OpenTranslation[] = []

  function texts(locale = languages.value) {
    const ofLocale = open.filter((text) => text.locale === locale)
    progress.max = totals[locale] ?? ofLocale.length
    progress.value = progress.max - ofLocale.length
    return ofLocale
  }

  function optionOf(locale: string) {
    const label = `${englishNameOf(locale)} · ${texts(locale).length}`
    const { lang } = document.documentElement
    const selected = locale === (languages.value || lang)
    return createElement('option', { value: locale, selected }, label)
  }

  return {
    elements: [createLabel('Language', languages), progress],
    locale: () => languages.value,
    texts,
    /** Returns the sentence to show if loading fails. */
    async load(): Promise<string | undefined> {
      const response = await callEditor<OpenTranslation[]>('translations')
      if (!response.ok) return response.error
      open = response.value
      for (const { locale } of open) totals[locale] ??= texts(locale).length
      languages.replaceChildren(...Object.keys(totals).map(optionOf))
      return undefined
    },
  }
}

function press(goOn: () => unknown) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    goOn()
  }
}

function partsOf(
  { english, why }: OpenTranslation,
  link: HTMLElement,
  target: HTMLElement,
): HTMLElement[] {
  const source = createElement(
    'div',
    { class: 'language' },
    createElement('div', { class: 'head' }, createElement('h3', {}, 'English')),
    createElement('p', { class: 'words', lang: 'en' }, english),
  )
  return [
    createElement('p', {}, link, createSmallText(` ${why}`)),
    createElement('div', { class: 'languages' }, source, target),
  ]
}
