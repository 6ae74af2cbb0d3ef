// List entries (questions, cards, steps), which are added, moved and deleted in
// all languages at once.
import { recordOf } from '@/lib/text'
import type { CopyFinding } from '../../copy/catalogs'
import type { Change, ChangeOf } from '../change-schema'
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
import { summaryOf } from './text-fields'
import { showOwnChange } from './watch'

export type Controls = {
  entry: EntryOfList
  /** The key of the text that the panel shows. */
  shown: string
  locales: string[]
  root: ShadowRoot
  send: (change: Change) => void
  say: Say
  /** Shows news in the toolbar. */
  announce: Say
  open: (key: string) => void
}

export function createListControls({
  entry,
  shown,
  locales,
  root,
  send,
  say,
  announce,
  open,
}: Controls): HTMLElement {
  const { list, title, name, names, fields } = entry
  const index = names.indexOf(name)
  const move = (after?: string) =>
    send({ type: 'move', list, name, after: after ?? null })
  const add = (after: string | null = null) =>
    openEntryForm({ root, entry, locales, after, announce, open })
  const link = (key: string, words: string) =>
    createButton(words, () => open(key), { class: 'link' })

  return createElement(
    'fieldset',
    { class: 'list-controls' },
    createElement(
      'legend',
      {},
      `${title}: entry ${index + 1} of ${names.length}`,
    ),
    fields
      .filter((other) => `${list}.${name}.${other}` !== shown)
      .map((other) =>
        link(
          `${list}.${name}.${other}`,
          `Edit its ${fieldOf(`${list}.${other}`)}`,
        ),
      ),
    createButton('Add before…', () => add(names[index - 1])),
    createButton('Add after…', () => add(name)),
    createButton('Move up', () => move(names[index - 2]), {
      disabled: index === 0,
    }),
    createButton('Move down', () => move(names[index + 1]), {
      disabled: index === names.length - 1,
    }),
    createRemoval(entry, { link, send, say }),
  )
}

const removeLabel = 'Delete in every language'

type RemovalControls = Pick<Controls, 'send' | 'say'> & {
  link: (key: string, words: string) => HTMLElement
}

function createRemoval(
  { list, name, kept, mentions }: EntryOfList,
  { link, send, say }: RemovalControls,
): HTMLElement[] {
  const mentioned = createElement('ul', { class: 'mentions' })
  const removeButton = createButton(removeLabel, remove)
  const keepButton = createButton('Keep', keep, { hidden: true })

  function remove({ detail }: MouseEvent) {
    if (kept) return say(kept, 'problem')
    if (keepButton.hidden) return askFirst()
    const isDoubleClick = detail > 1
    if (!isDoubleClick) send({ type: 'remove', list, name })
  }

  function askFirst() {
    keepButton.hidden = false
    removeButton.textContent = 'Delete anyway'
    mentioned.replaceChildren(
      ...mentions.map((text) =>
        createElement('li', {}, link(text.key, text.title)),
      ),
    )
    // Focuses this button, so that holding Enter does not press the button that
    // deletes.
    keepButton.focus()
    const texts = counted(mentions.length, 'text')
    const reason =
      mentions.length > 0
        ? ` ${texts} in the list above may still mention it.`
        : ''
    say(`Delete this in every language?${reason}`, 'problem')
  }

  function keep() {
    removeButton.textContent = removeLabel
    removeButton.focus()
    keepButton.hidden = true
    mentioned.replaceChildren()
    say('')
  }

  return [removeButton, keepButton, mentioned]
}

type Form = Omit<Controls, 'shown' | 'send' | 'say'> & {
  after: string | null
}

function openEntryForm({ root, entry, locales, after, announce, open }: Form) {
  const { list, title, names, fields } = entry
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
    fields.map((field) => groupOf(field, fieldOf(`${list}.${field}`), texts)),
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

  function readChange(): ChangeOf<'add'> {
    const all = readTexts(locales, texts)
    const name = nameFor(texts[0]?.read() ?? '', names)
    return { type: 'add', list, name, after, texts: all }
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
    const missing = texts.filter(({ isEmpty }) => isEmpty())
    if (missing[0]) return askFor(missing[0], missing.length - 1)
    say('Checking…')
    form.inert = true
    const change = readChange()
    const response = await saveUnlessErrors([change])
    form.inert = false
    if (!response.ok) return showRefusal(response)
    close()
    await showOwnChange()
    open(`${list}.${change.name}.${fields[0]}`)
    announce(`Added to ${title}.`)
  }

  function askFor({ label, focus }: Text, others: number) {
    const more = others > 0 ? ` and ${counted(others, 'other text')}` : ''
    say(`Write the ${label}${more} first.`, 'problem')
    focus()
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

function groupOf(field: string, name: string, texts: Text[]): HTMLElement {
  const ofField = texts.filter((text) => text.field === field)
  const elements = ofField.map(({ element }) => element)
  return createElement(
    'fieldset',
    {},
    createElement('legend', { class: 'field' }, name),
    createElement('div', { class: 'languages' }, elements),
  )
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
