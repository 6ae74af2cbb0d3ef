// A field for a message. Every plural or choice in it is a chip, {count…},
// whose texts have their own fields below.
import {
  type MessageFormatElement,
  parse,
  TYPE,
} from '@formatjs/icu-messageformat-parser'
import { createElement } from './dom'

/** `pieces` is the source text between the options' texts. */
type Choice = {
  chip: string
  name: string
  isPlural: boolean
  pieces: string[]
  options: [selector: string, text: string][]
}

type Options = {
  message: string
  label: string
  locale: string
  oninput: () => void
  describedBy?: string
}

function readMessage(message: string): { text: string; choices: Choice[] } {
  const choices: Choice[] = []
  let [text, end] = ['', 0]
  for (const element of parseOrNothing(message)) {
    if (element.type !== TYPE.plural && element.type !== TYPE.select) continue
    const [from, to] = offsetsOf(element)
    const chip = `{${element.value}…}`
    choices.push(readChoice(message, element, chip))
    text += message.slice(end, from) + chip
    end = to
  }
  return { text: text + message.slice(end), choices }
}

/**
 * Returns no elements for a message that cannot be parsed, which is then edited
 * as source text.
 */
function parseOrNothing(message: string) {
  try {
    return parse(message, { captureLocation: true })
  } catch {
    return []
  }
}

function offsetsOf({
  location,
}: Pick<MessageFormatElement, 'location'>): [from: number, to: number] {
  return [location?.start.offset ?? 0, location?.end.offset ?? 0]
}

type ChoiceElement = Extract<
  MessageFormatElement,
  { type: TYPE.plural | TYPE.select }
>

function readChoice(
  message: string,
  element: ChoiceElement,
  chip: string,
): Choice {
  const pieces: string[] = []
  let [start, end] = offsetsOf(element)
  const options = Object.entries(element.options).map(
    ([selector, option]): [string, string] => {
      // Leaves the option's braces out of its text.
      const [from, to] = offsetsOf(option)
      pieces.push(message.slice(start, from + 1))
      start = to - 1
      return [selector, message.slice(from + 1, to - 1)]
    },
  )
  pieces.push(message.slice(start, end))
  return {
    chip,
    name: element.value,
    isPlural: element.type === TYPE.plural,
    pieces,
    options,
  }
}

/**
 * Returns the texts in a message by the case that they are for, such as
 * `{count…}: for one (singular)`. The text around all choices has no case.
 */
export function partsOf(message: string, outer = ''): Map<string, string> {
  const { text, choices } = readMessage(message)
  const cases = choices.flatMap((choice) =>
    choice.options.flatMap(([selector, option]) => {
      const caseName = `${choice.chip}: ${describeCase(choice, selector)}`
      return [...partsOf(option, outer ? `${outer}, ${caseName}` : caseName)]
    }),
  )
  return new Map([[outer, text], ...cases])
}

export function createMessageField({
  message,
  describedBy,
  ...options
}: Options) {
  const { label, locale, oninput } = options
  const { text, choices } = readMessage(message)
  const attributes = {
    'aria-label': label,
    'aria-describedby': describedBy,
    lang: locale,
    spellcheck: 'true',
    rows: 1,
  }
  const area = createElement('textarea', { ...attributes, oninput })
  const fields = choices.map((choice) => createChoice(choice, options))
  area.value = text

  return {
    element: createElement(
      'div',
      { class: 'message-field' },
      area,
      fields.map(({ element }) => element),
    ),
    area,
    /** Matches chips with the same name to fields by their order. */
    read: () =>
      fields.reduce(
        (words, { chip, read }) => words.replace(chip, read),
        area.value,
      ),
  }
}

type ChoiceField = { chip: string; element: HTMLElement; read: () => string }

function createChoice(
  choice: Choice,
  options: Omit<Options, 'message'>,
): ChoiceField {
  const { chip, pieces } = choice
  const fields = choice.options.map(([selector, message]) => {
    const when = describeCase(choice, selector)
    const field = createMessageField({
      ...options,
      message,
      label: `${options.label}, ${chip}: ${when}`,
    })
    return {
      read: field.read,
      element: createElement(
        'div',
        { class: 'case' },
        createElement('span', {}, when),
        field.element,
      ),
    }
  })
  const legend = createElement(
    'legend',
    {},
    createElement('code', {}, chip),
    ' is replaced by one of these texts:',
  )
  return {
    chip,
    element: createElement(
      'fieldset',
      { class: 'choice' },
      legend,
      ...fields.map(({ element }) => element),
    ),
    read: () =>
      pieces
        .map((piece, index) => piece + (fields[index]?.read() ?? ''))
        .join(''),
  }
}

const pluralForms: Record<string, string> = {
  zero: 'for zero',
  one: 'for one (singular)',
  two: 'for two',
  few: 'for a few (2 to 4 in some languages)',
  many: 'for very large numbers',
}

function describeCase({ name, isPlural }: Choice, selector: string): string {
  if (selector === 'other')
    return isPlural ? 'for all other numbers' : 'in all other cases'
  if (!isPlural)
    return selector === 'none'
      ? `if there is no ${name}`
      : `if ${name} is “${selector}”`
  return selector.startsWith('=')
    ? `for exactly ${selector.slice(1)}`
    : (pluralForms[selector] ?? `for “${selector}”`)
}
