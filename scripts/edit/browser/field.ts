// A field for a message. Every plural or choice in it is a chip, {count…},
// whose texts have their own fields below.
import {
  type Choice,
  chosenCase,
  describeCase,
  emptyLike,
  type Facts,
  readMessage,
} from './choices'
import { createElement } from './dom'

type Options = {
  message: string
  /** The English message, whose plurals and choices an empty message gets. */
  english?: string
  label: string
  locale: string
  facts?: Facts
  oninput: () => void
  describedBy?: string
}

export function createMessageField({
  message,
  english = '',
  describedBy,
  ...options
}: Options) {
  const { label, locale, oninput } = options
  const { text, choices } =
    message === '' ? emptyLike(english, locale) : readMessage(message)
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
  const { locale, facts = {} } = options
  const chosen = chosenCase(choice, locale, facts)
  const fields = choice.options.map(([selector, message], index) => {
    const when = describeCase(choice, selector)
    const isChosen = selector === chosen
    const field = createMessageField({
      ...options,
      // Marks no cases within a case that the site does not show.
      facts: isChosen || !chosen ? facts : {},
      message,
      english: choice.english?.[index],
      label: `${options.label}, ${chip}: ${when}`,
    })
    return {
      read: field.read,
      element: createElement(
        'div',
        { class: 'case' },
        createElement(
          'span',
          {},
          when,
          isChosen && createElement('span', { class: 'badge' }, 'Shown now'),
        ),
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
