// The form for a new entry of a list, which is added in all languages at once.
import { recordOf } from '@/lib/text'
import type { CopyFinding } from '../../copy/catalogs'
import type { ChangeOf } from '../change-schema'
import { fieldOf } from '../key-words'
import type { EntryOfList } from '../text'
import {
  counted,
  createButton,
  createCheck,
  createElement,
  openDialog,
  type Refusal,
  type Say,
} from './dom'
import { saveUnlessErrors } from './drafts'
import { createLanguageSection } from './language'
import type { OpenText } from './open-text'
import { summaryOf } from './text-fields'
import { showOwnChange } from './watch'

export type EntryForm = {
  entry: EntryOfList
  locales: string[]
  root: ShadowRoot
  /** The entry after which the new one comes, or null for the first place. */
  after: string | null
  /** Shows news in the toolbar. */
  announce: Say
  open: OpenText
}

export function openEntryForm({
  root,
  entry,
  locales,
  after,
  announce,
  open,
}: EntryForm) {
  const { list, title, fields } = entry
  let isWarned = false
  let isChecking = false
  const texts = createTexts(entry, locales, oninput)
  const check = createCheck(
    // An entry that is being added would be reported as one that exists.
    () => (form.inert || !form.isConnected ? undefined : [readChange()]),
    (findings) => {
      const shown = showFindings(texts, findings)
      if (isChecking) say(summaryOf(shown))
    },
  )
  const form = createElement(
    'form',
    { id: 'entry', novalidate: true, onsubmit: submit },
    groupsOf(entry, texts),
  )
  const { body, say, close, tryClose, showActions } = openDialog(
    root,
    `Add to ${title}`,
    mayClose,
  )

  /** Asks before input is discarded. */
  function mayClose(): boolean {
    if (form.inert) return false
    if (isWarned || texts.every(({ isEmpty }) => isEmpty())) return true
    isWarned = true
    say(
      'Your texts have not been added yet. To discard them, close again.',
      'problem',
    )
    return false
  }

  function readChange() {
    return changeOf(entry, after, readTexts(locales, texts))
  }

  function oninput() {
    isWarned = false
    isChecking = true
    say('Checking…')
    check()
  }

  async function submit(event: Event) {
    event.preventDefault()
    if (form.inert) return
    isChecking = false
    const [missing, ...others] = texts.filter(({ isEmpty }) => isEmpty())
    if (missing) {
      say(sentenceAbout(missing, others.length), 'problem')
      return missing.focus()
    }
    say('Checking…')
    form.inert = true
    const change = readChange()
    const response = await saveUnlessErrors([change])
    form.inert = false
    if (!response.ok) return showRefusal(response)
    close()
    await showOwnChange()
    open({ keys: [`${list}.${change.name}.${fields[0]}`] })
    announce(`Added to ${title}.`)
  }

  function showRefusal({ details, error }: Refusal) {
    if (details.findings) showFindings(texts, details.findings)
    say(`Not added, but your texts are still here. ${error}`, 'problem')
  }

  body.append(form)
  showActions(
    createButton('Cancel', tryClose),
    createElement('button', { class: 'primary', form: 'entry' }, 'Add'),
  )
  texts[0]?.focus()
}

function sentenceAbout({ label }: Text, others: number): string {
  const more = others > 0 ? ` and ${counted(others, 'other text')}` : ''
  return `Write the ${label}${more} first.`
}

type Texts = ChangeOf<'add'>['texts']

/** Returns the change that adds an entry, named after its first English text. */
function changeOf(
  { list, names, fields }: EntryOfList,
  after: string | null,
  texts: Texts,
): ChangeOf<'add'> {
  const first = texts.en?.[fields[0] ?? ''] ?? ''
  return { type: 'add', list, name: nameFor(first, names), after, texts }
}

type Text = ReturnType<typeof createTexts>[number]

function createTexts(
  { list, fields }: EntryOfList,
  locales: string[],
  oninput: () => void,
) {
  return fields.flatMap((field) =>
    locales.map((locale) => ({
      field,
      ...createLanguageSection({
        locale,
        what: fieldOf(`${list}.${field}`),
        oninput,
      }),
    })),
  )
}

function groupsOf({ list, fields }: EntryOfList, texts: Text[]) {
  return fields.map((field) => {
    const ofField = texts.filter((text) => text.field === field)
    const elements = ofField.map(({ element }) => element)
    return createElement(
      'fieldset',
      {},
      createElement('legend', { class: 'field' }, fieldOf(`${list}.${field}`)),
      createElement('div', { class: 'languages' }, elements),
    )
  })
}

function readTexts(locales: string[], texts: Text[]) {
  return recordOf(locales, (locale) => {
    const ofLocale = texts.filter((text) => text.locale === locale)
    return Object.fromEntries(
      ofLocale.map(({ field, read }) => [field, read()]),
    )
  })
}

/** Returns the findings that it shows, which are those about filled fields. */
function showFindings(texts: Text[], findings: CopyFinding[]): CopyFinding[] {
  return texts.flatMap(({ field, locale, isEmpty, showFindings: show }) => {
    const shown = findings.filter(
      ({ key, locale: where }) =>
        !isEmpty() && key?.endsWith(`.${field}`) && where === locale,
    )
    show(shown)
    return shown
  })
}

/**
 * Makes a name from the first long words of the English text: “Can we audit the
 * vaults?” becomes `auditVaults`. Visitors never see the name.
 */
function nameFor(english: string, names: string[]): string {
  const words = english.toLowerCase().match(/[a-z][a-z0-9]{3,}/g) ?? ['entry']
  const dashed = words.slice(0, 4).join('-').slice(0, 37)
  const name = dashed.replace(/-(.?)/g, (_, letter: string) =>
    letter.toUpperCase(),
  )
  return names.includes(name) ? `${name}${names.length}` : name
}
