import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { h } from './dom'

type Option = { selector: string; text: string }
type Choice = { chip: string; name: string; isPlural: boolean; pieces: string[]; options: Option[] }
type Message = { text: string; choices: Choice[] }

type Options = {
  message: string
  label: string
  locale: string
  hasLines: boolean
  oninput: () => void
  describedBy?: string
}

function readMessage(message: string): Message | undefined {
  try {
    const found = parse(message, { captureLocation: true })
    const choices: Choice[] = []
    let [text, end] = ['', 0]
    for (const element of found) {
      if (element.type !== TYPE.plural && element.type !== TYPE.select) continue
      if (!element.location) continue
      const same = choices.filter(({ name }) => name === element.value).length
      const chip = same === 0 ? `{${element.value}…}` : `{${element.value}… ${same + 1}}`
      const [from, to] = [element.location.start.offset, element.location.end.offset]
      choices.push(readChoice(message, element, chip, from, to))
      text += message.slice(end, from) + chip
      end = to
    }
    return { text: text + message.slice(end), choices }
  } catch {
    return undefined
  }
}

type ChoiceElement = Extract<MessageFormatElement, { type: TYPE.plural | TYPE.select }>

function readChoice(message: string, element: ChoiceElement, chip: string, start: number, end: number): Choice {
  const pieces: string[] = []
  let at = start
  const options = Object.entries(element.options).map(([selector, { location }]) => {
    const [from, to] = [(location?.start.offset ?? at) + 1, (location?.end.offset ?? at) - 1]
    pieces.push(message.slice(at, from))
    at = to
    return { selector, text: message.slice(from, to) }
  })
  pieces.push(message.slice(at, end))
  return { chip, name: element.value, isPlural: element.type === TYPE.plural, pieces, options }
}

function writeMessage({ text, choices }: Message): string {
  return choices.reduce((message, { chip, pieces, options }) => {
    const source = pieces.map((piece, at) => piece + (options[at]?.text ?? '')).join('')
    return message.replace(chip, () => source)
  }, text)
}

export function createMessageField({ message, label, locale, hasLines, oninput, describedBy }: Options) {
  const read = readMessage(message) ?? { text: message, choices: [] }
  const attributes = { 'aria-label': label, 'aria-describedby': describedBy, lang: locale, spellcheck: 'true', rows: 1 }
  const area = h('textarea', { ...attributes, oninput: change })
  const choices = read.choices.map((choice) => createChoice(choice, { label, locale, hasLines, oninput }))
  area.value = read.text

  function change() {
    // A straight apostrophe before a brace would turn it into plain text.
    const lines = hasLines ? area.value : area.value.replace(/\s*\n\s*/g, ' ')
    const typed = lines.replace(/'(?=[{<])/g, '’')
    if (typed !== area.value) replaceText(area, typed)
    oninput()
  }

  return {
    element: h('div', { class: 'message-field' }, area, ...choices.map(({ element }) => element)),
    area,
    read: (): string => writeMessage({ text: area.value, choices: choices.map((choice) => choice.read()) }),
    /** Inserts at the caret; tags go around the selection. */
    insert(open: string, close: string) {
      const { selectionStart: start, selectionEnd: end, value } = area
      area.focus()
      area.setRangeText(open + value.slice(start, end) + close, start, end, 'end')
      area.setSelectionRange(start + open.length, end + open.length)
      oninput()
    },
  }
}

function replaceText(area: HTMLTextAreaElement, text: string) {
  const fromEnd = area.value.length - area.selectionStart
  area.value = text
  area.setSelectionRange(text.length - fromEnd, text.length - fromEnd)
}

type ChoiceOptions = Omit<Options, 'message' | 'describedBy'>

type ChoiceField = { element: HTMLElement; read: () => Choice }

function createChoice(choice: Choice, options: ChoiceOptions): ChoiceField {
  const fields = choice.options.map(({ selector, text }) => {
    const when = describeCase(choice, selector)
    const field = createMessageField({ ...options, message: text, label: `${options.label}, ${choice.chip}: ${when}` })
    return { field, element: h('div', { class: 'case' }, h('span', {}, when), field.element) }
  })
  const legend = h('legend', {}, h('code', {}, choice.chip), ' becomes one of these:')
  return {
    element: h('fieldset', { class: 'choice' }, legend, ...fields.map(({ element }) => element)),
    read: () => ({
      ...choice,
      options: choice.options.map(({ selector }, at) => ({ selector, text: fields[at]?.field.read() ?? '' })),
    }),
  }
}

const pluralForms: Record<string, string> = {
  zero: 'for zero',
  one: 'for one (singular)',
  two: 'for two',
  few: 'for a few',
  many: 'for very large numbers',
}

function describeCase({ name, isPlural }: Choice, selector: string): string {
  if (selector === 'other') return isPlural ? 'for all other numbers' : 'in all other cases'
  if (!isPlural) return selector === 'none' ? `if there is no ${name}` : `if ${name} is “${selector}”`
  return selector.startsWith('=') ? `for exactly ${selector.slice(1)}` : (pluralForms[selector] ?? `for “${selector}”`)
}
