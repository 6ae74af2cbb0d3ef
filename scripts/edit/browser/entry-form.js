// A new entry of a list (a question, a card, a step), in all languages at once.
import { ask } from './api.js'
import { labelled, openDialog } from './dialog.js'
import { button, h } from './dom.js'
import { hasLines, readText } from './editing.js'
import { createLanguage } from './language.js'
import { saveChanges } from './save.js'

const checkAfterMs = 350

/**
 * @param {{ root: ShadowRoot, list: string, names: string[], fields: string[], locales: string[], after: string | null,
 *   texts?: Record<string, Record<string, string>>, name?: string, open: (key: string) => void }} options
 *   `texts` are those to begin with, by language and field
 */
export async function openEntryForm({ root, list, names, fields, locales, after, texts = {}, name = '', open }) {
  const shown = openDialog(root, `Add to ${list}`)
  const nameField = h('input', { value: name, autocomplete: 'off', spellcheck: 'false' })
  const groups = await Promise.all(fields.map((field) => createGroup(field)))
  let isNamed = name !== ''
  let timer
  let checks = 0
  nameField.addEventListener('input', () => {
    isNamed = true
    checkSoon()
  })

  async function createGroup(field) {
    const { value } = await readText(`${list}.${names[0]}.${field}`)
    const allowed = value ?? { tags: [], arguments: [], brandFacts: [], budgets: [] }
    const blank = locales.map((locale) => [
      locale,
      { text: texts[locale]?.[field] ?? '', committed: null, review: 'current' },
    ])
    const data = { ...allowed, glossary: {}, locales: Object.fromEntries(blank) }
    const options = { data, oninput: checkSoon, onleave: correct, say: shown.say, what: field, isLong: hasLines(value) }
    const languages = locales.map((locale) => createLanguage({ ...options, locale }))
    const elements = languages.map(({ element }) => element)
    const element = h('fieldset', {}, h('legend', {}, field), h('div', { class: 'languages' }, elements))
    return { field, languages, element, versions: value?.versions }
  }

  const change = () => {
    const byField = (locale) =>
      groups.map(({ field, languages }) => [field, languages.find((one) => one.locale === locale).read()])
    const texts = Object.fromEntries(locales.map((locale) => [locale, Object.fromEntries(byField(locale))]))
    return { type: 'add', list, name: nameField.value.trim(), after, texts }
  }

  function checkSoon() {
    if (!isNamed) nameField.value = nameFor(groups[0].languages[0].read(), names)
    clearTimeout(timer)
    timer = setTimeout(check, checkAfterMs)
  }

  async function check() {
    clearTimeout(timer)
    if (!nameField.value) return undefined
    const sent = change()
    const number = ++checks
    const { ok, value } = await ask('check', { changes: [sent], versions: groups[0].versions ?? {} })
    if (!ok) return undefined
    if (number === checks) show(value.findings)
    return { sent, corrected: value.corrected[0] ?? sent }
  }

  function show(findings) {
    for (const { field, languages } of groups) {
      const own = findings.filter(({ key = '' }) => key === `${list}.${nameField.value}.${field}`)
      for (const { locale, isEmpty, showFindings } of languages) {
        showFindings(isEmpty() ? [] : own.filter((finding) => finding.locale === locale))
      }
    }
  }

  async function correct() {
    const checked = await check()
    for (const { field, languages } of checked ? groups : []) {
      for (const { locale, read, write } of languages) {
        const [before, after] = [checked.sent, checked.corrected].map(({ texts }) => texts[locale][field])
        // What was typed meanwhile stays.
        if (after !== before && read() === before) write(after)
      }
    }
  }

  async function submit(event) {
    event.preventDefault()
    const problem = problemOf()
    if (problem) return shown.say(problem, true)
    await correct()
    const { ok, error, findings } = await saveChanges([change()], groups[0].versions)
    if (findings) show(findings)
    if (!ok) return shown.say(`Not added; your texts are kept here. ${error}`, true)
    shown.close()
    open(`${list}.${nameField.value}.${fields[0]}`)
  }

  function problemOf() {
    if (groups.some(({ languages }) => languages.some(({ isEmpty }) => isEmpty())))
      return 'Write every text, in every language.'
    if (!/^[a-z][A-Za-z0-9]{0,39}$/.test(nameField.value))
      return 'The name has at most 40 letters and digits, and begins with a small letter.'
    if (names.includes(nameField.value)) return 'Another entry has this name. Choose another one.'
    return undefined
  }

  shown.showActions(button('Cancel', shown.close), h('button', { class: 'primary', form: 'entry' }, 'Add'))
  shown.body.append(
    h(
      'form',
      { id: 'entry', novalidate: true, onsubmit: submit },
      groups.map(({ element }) => element),
      labelled('Name', nameField, 'A word or two of English without spaces. Visitors do not see it.'),
    ),
  )
  groups[0].languages[0].focus()
}

// The first words that say something: “What are the fees?” becomes `whatAreTheFees`.
function nameFor(english, names) {
  const words = english.replace(/[{<][^}>]*[}>]/g, ' ').match(/[A-Za-z0-9]+/g) ?? []
  const short = words
    .slice(0, 4)
    .map((word, at) => (at === 0 ? word.toLowerCase() : word[0].toUpperCase() + word.slice(1).toLowerCase()))
  const name = short.join('').replace(/^\d+/, '').slice(0, 39)
  return names.includes(name) ? `${name}2` : name
}
