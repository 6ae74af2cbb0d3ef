// A text in one language: its fields, length, findings, glossary, and what it was at the last commit.
import { h, languageName, newId } from './dom.js'
import { createInsert } from './insert.js'
import { showLength, visibleLength } from './length.js'
import { createMessageField } from './message-field.js'
import { comparison, conflictNotice, findingsList, glossaryList, headOf } from './notes.js'

/**
 * @param {{ locale: string, data: object, draft?: { text: string, onDisk?: string }, what?: string, isLong?: boolean,
 *   oninput: () => void, onleave: () => void, accept?: () => void, say: (sentence: string) => void }} options
 *   `data` is the answer to `GET /_edit/text`, `what` the text's name where there are several
 */
export function createLanguage({ locale, data, draft, what = 'text', isLong, oninput, onleave, accept, say }) {
  const name = languageName(locale)
  const [head, fields, conflict, findings, diff] = ['head', 'fields', 'conflict', 'findings', 'comparison'].map(
    (part) => h('div', { class: part, id: newId() }),
  )
  const count = h('p', { class: 'count', id: newId() })
  const samples = Object.fromEntries(
    [...data.arguments, ...data.brandFacts].map((one) => [one.name, `${one.sample ?? ''}`]),
  )
  let current = data.locales[locale]
  let onDisk = draft?.onDisk
  let isRaw = false
  let field
  let target

  function build(message) {
    const onfield = (one) => {
      target = one
    }
    field = createMessageField({
      message,
      label: `${name} ${what}`,
      locale,
      isRaw,
      isLong,
      describedBy: `${count.id} ${findings.id}`,
      oninput: change,
      onfield,
      say,
    })
    target = field.main
    fields.replaceChildren(field.element)
  }

  function write(text) {
    if (!field.write(text)) build(text)
    show()
  }

  function rewrite(text) {
    onDisk = undefined
    write(text)
    oninput()
    field.main.area.focus()
  }

  function change() {
    show()
    oninput()
  }

  function show() {
    const text = field.read()
    showLength(count, visibleLength(text, samples), data.budgets)
    fill(diff, comparison(current.committed, text, locale, rewrite))
    fill(conflict, conflictNotice(onDisk, locale, rewrite))
  }

  function showCode({ target: { checked } }) {
    isRaw = checked
    build(field.read())
    show()
  }

  build(draft?.text ?? current.text)
  fill(head, headOf(current, name, accept))
  show()
  fields.addEventListener('focusout', onleave)
  const insert = createInsert(data, name, (open, close) => target.insert(open, close))
  const code = h('label', { class: 'small' }, h('input', { type: 'checkbox', onchange: showCode }), 'Show as code')
  return {
    element: h(
      'section',
      { class: 'language', 'aria-label': `${name} ${what}` },
      [head, fields, count, conflict, findings],
      h('div', { class: 'under' }, insert, code),
      glossaryList(data.glossary?.[locale] ?? []),
      diff,
    ),
    locale,
    read: () => field.read(),
    isEmpty: () => field.read().trim() === '',
    write,
    focus: () => field.main.area.focus(),
    showFindings: (all) => fill(findings, findingsList(all)),
    /** Takes over what is saved now; what was typed since then stays. */
    update(next, nextOnDisk) {
      const isTyped = field.read() !== current.text
      current = next
      onDisk = nextOnDisk
      fill(head, headOf(current, name, accept))
      if (isTyped) show()
      else write(next.text)
    },
  }
}

function fill(element, content) {
  element.replaceChildren(...[content ?? []].flat())
}
