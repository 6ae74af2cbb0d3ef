// Entries of lists (questions, cards, steps): added, moved and deleted in all languages at once.
import type { Finding } from '../../copy/catalogs'
import type { Change, Versions } from '../catalogs'
import type { EntryOfList, TextData } from '../text'
import { ask, button, h, labelled, openDialog } from './dom'
import { saveChanges } from './drafts'
import { createLanguage, hasLines, type LanguageField } from './language'

const checkAfterMs = 350

type Controls = {
  entry: EntryOfList
  locales: string[]
  root: ShadowRoot
  send: (changes: Change[]) => Promise<void>
  open: (key: string) => void
}

export function createListControls({ entry, locales, root, send, open }: Controls): HTMLElement {
  const { list, title, name, names, kept } = entry
  const at = names.indexOf(name)
  const move = (after?: string) => send([{ type: 'move', list, name, after: after ?? null }])
  const add = (after?: string) => openEntryForm({ root, entry, locales, after: after ?? null, open })
  const keep = button('Keep', () => {
    question.hidden = true
    removeButton.focus()
  })
  const remove = button('Delete', () => send([{ type: 'remove', list, name }]), { class: 'danger' })
  const answers = kept ? [kept, keep] : ['Delete it in every language?', remove, keep]
  const question = h('span', { class: 'confirmation', hidden: true }, answers)
  const removeButton = button('Delete…', () => {
    question.hidden = false
    keep.focus()
  })
  return h(
    'fieldset',
    { class: 'list-controls' },
    h('legend', {}, `${title}: entry ${at + 1} of ${names.length}`),
    button('Add before…', () => add(names[at - 1])),
    button('Add after…', () => add(name)),
    button('Move up', () => move(names[at - 2]), { disabled: at === 0 }),
    button('Move down', () => move(names[at + 1]), { disabled: at === names.length - 1 }),
    removeButton,
    question,
  )
}

type Form = {
  root: ShadowRoot
  entry: EntryOfList
  locales: string[]
  after: string | null
  open: (key: string) => void
}

type Group = { field: string; languages: LanguageField[]; element: HTMLElement; versions: Versions }

async function openEntryForm({ root, entry, locales, after, open }: Form) {
  const { list, title, names, fields } = entry
  const nameField = h('input', { autocomplete: 'off', spellcheck: 'false', oninput: nameIt })
  let isNamed = false
  let isWarned = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let checks = 0
  const shown = openDialog(root, `Add to ${title}`, mayClose)
  const groups = await Promise.all(fields.map(createGroup))

  // Typed texts are not thrown away without asking.
  function mayClose(): boolean {
    const isTyped = groups.some(({ languages }) => languages.some(({ isEmpty }) => !isEmpty()))
    if (!isTyped || isWarned) return true
    isWarned = true
    shown.say('Your texts are not added yet. Close again to discard them.', true)
    return false
  }

  async function createGroup(field: string): Promise<Group> {
    const answer = await ask<TextData>(`text?key=${encodeURIComponent(`${list}.${names[0]}.${field}`)}`)
    const sample = answer.ok ? answer.value : undefined
    const data = { tags: sample?.tags ?? [], glossary: {}, locales: {} }
    const isLong = sample !== undefined && hasLines(sample.locales)
    const options = { data, what: field, hasLines: isLong, oninput: checkSoon }
    const languages = locales.map((locale) => createLanguage({ ...options, locale }))
    const elements = languages.map(({ element }) => element)
    const element = h('fieldset', {}, h('legend', {}, field), h('div', { class: 'languages' }, elements))
    return { field, languages, element, versions: sample?.versions ?? {} }
  }

  function nameIt() {
    isNamed = true
    checkSoon()
  }

  function readChange(): Extract<Change, { type: 'add' }> {
    const textsOf = (locale: string) =>
      groups.map(({ field, languages }) => [field, languages.find((one) => one.locale === locale)?.read() ?? ''])
    const texts = Object.fromEntries(locales.map((locale) => [locale, Object.fromEntries(textsOf(locale))]))
    return { type: 'add', list, name: nameField.value.trim(), after, texts }
  }

  function checkSoon() {
    isWarned = false
    if (!isNamed) nameField.value = nameFor(groups[0]?.languages[0]?.read() ?? '', names)
    clearTimeout(timer)
    timer = setTimeout(check, checkAfterMs)
  }

  async function check() {
    if (!nameField.value) return
    const number = ++checks
    const body = { changes: [readChange()], versions: groups[0]?.versions ?? {} }
    const answer = await ask<{ findings: Finding[] }>('check', body)
    if (answer.ok && number === checks) show(answer.value.findings)
  }

  function show(findings: Finding[]) {
    for (const { field, languages } of groups) {
      const own = findings.filter(({ key }) => key === `${list}.${nameField.value}.${field}`)
      for (const { locale, isEmpty, showFindings } of languages) {
        showFindings(isEmpty() ? [] : own.filter((finding) => finding.locale === locale))
      }
    }
  }

  async function submit(event: Event) {
    event.preventDefault()
    const problem = problemOf(groups, nameField.value, names)
    if (problem) return shown.say(problem, true)
    clearTimeout(timer)
    const answer = await saveChanges([readChange()], groups[0]?.versions ?? {})
    if (answer.ok) {
      shown.close()
      return open(`${list}.${nameField.value}.${fields[0]}`)
    }
    if (answer.details.findings) show(answer.details.findings as Finding[])
    shown.say(`Not added; your texts are kept here. ${answer.error}`, true)
  }

  shown.showActions(button('Cancel', shown.tryClose), h('button', { class: 'primary', form: 'entry' }, 'Add'))
  shown.body.append(
    h(
      'form',
      { id: 'entry', novalidate: true, onsubmit: submit },
      groups.map(({ element }) => element),
      labelled('Name', nameField, 'One or two English words without spaces. Visitors do not see it.'),
    ),
  )
  groups[0]?.languages[0]?.focus()
}

function problemOf(groups: Group[], name: string, names: string[]): string | undefined {
  const isMissing = groups.some(({ languages }) => languages.some(({ isEmpty }) => isEmpty()))
  if (isMissing) return 'Write every text, in every language.'
  if (!/^[a-z][A-Za-z0-9]{0,39}$/.test(name)) {
    return 'The name has at most 40 letters and digits, and starts with a small letter.'
  }
  return names.includes(name) ? 'Another entry has this name. Choose another one.' : undefined
}

// The first words: “What are the fees?” becomes `whatAreTheFees`.
function nameFor(english: string, names: string[]): string {
  const words = english.replace(/[{<][^}>]*[}>]/g, ' ').match(/[A-Za-z0-9]+/g) ?? []
  const short = words.slice(0, 4).map((word, at) => {
    return at === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
  })
  const name = short.join('').replace(/^\d+/, '').slice(0, 39)
  return names.includes(name) ? `${name}2` : name
}
