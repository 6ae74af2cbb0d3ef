// A whole message: its words, and a field for each text of its plurals and selects, which may have some in turn.
import { readMessage, writeMessage } from './choices.js'
import { h, newId } from './dom.js'
import { createTextField } from './text-field.js'

/**
 * @param {{ message: string, label: string, locale: string, inPlural?: boolean, isRaw?: boolean, isLong?: boolean,
 *   oninput: () => void, onfield: (field: object) => void, say: (sentence: string) => void, describedBy?: string }} options
 */
export function createMessageField(options) {
  const { message, label, locale, isRaw, describedBy, onfield } = options
  const read = isRaw ? undefined : readMessage(message)
  const attributes = { 'aria-label': label, 'aria-describedby': describedBy, lang: locale, spellcheck: 'true' }
  const main = createTextField({ ...options, value: read?.text ?? message, attributes, isRaw: !read })
  main.area.addEventListener('focus', () => onfield(main))
  onfield(main)
  const choices = (read?.choices ?? []).map((choice) => createChoice(choice, options))

  return {
    element: h('div', { class: 'message-field' }, main.element, ...choices.map(({ element }) => element)),
    main,
    read: () => writeMessage({ text: main.read(), choices: choices.map((choice) => choice.read()) }),
    /** Shows another text; false where it has other plurals or selects, which needs other fields. */
    write(next) {
      const other = read ? readMessage(next) : { text: next, choices: [] }
      if (other?.choices.length !== choices.length) return false
      if (!choices.every((choice, at) => choice.write(other.choices[at]))) return false
      main.write(other.text)
      return true
    },
  }
}

function createChoice(choice, { label, inPlural, ...options }) {
  const isPlural = choice.type !== 'select'
  const fields = choice.options.map(({ selector, text }) => {
    const when = describeCase(choice, selector)
    const field = createMessageField({
      ...options,
      message: text,
      label: `${label}, ${choice.chip}: ${when}`,
      inPlural: inPlural || isPlural,
      describedBy: undefined,
    })
    return { field, element: h('div', { class: 'case' }, h('span', { id: newId() }, when), field.element) }
  })
  const legend = h('legend', {}, h('span', { class: 'chip' }, choice.chip), ' is replaced by one of these:')
  return {
    element: h('fieldset', { class: 'choice' }, legend, ...fields.map(({ element }) => element)),
    read: () => ({
      ...choice,
      options: choice.options.map(({ selector }, at) => ({ selector, text: fields[at].field.read() })),
    }),
    write: ({ options: others }) =>
      others.length === fields.length && fields.every(({ field }, at) => field.write(others[at].text)),
  }
}

function describeCase({ name, type }, selector) {
  if (selector === 'other') return 'in all other cases'
  if (type === 'select') return selector === 'none' ? `if there is no ${name}` : `if ${name} is “${selector}”`
  return selector.startsWith('=') ? `for exactly ${selector.slice(1)}` : `for the plural form “${selector}”`
}
