// The plurals and choices in a message. Each is a chip, {count…}, in the text
// around it, and a list of texts for its cases.
import {
  type MessageFormatElement,
  parse,
  TYPE,
} from '@formatjs/icu-messageformat-parser'

/** The brand's facts, which decide which case of a choice the site shows. */
export type Facts = Record<string, string | number>

/** `pieces` is the source text between the options' texts. */
export type Choice = {
  chip: string
  name: string
  isPlural: boolean
  pieces: string[]
  options: [selector: string, text: string][]
  /** The English texts of the options of a message that is still empty. */
  english?: string[]
}

export function readMessage(message: string): {
  text: string
  choices: Choice[]
} {
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

/** Returns the plurals and choices of an English message without their texts. */
export function emptyLike(english: string, locale: string) {
  const choices = readMessage(english).choices.map((choice) =>
    emptyChoice(choice, locale),
  )
  return { text: '', choices }
}

function emptyChoice(choice: Choice, locale: string): Choice {
  const { pieces, options, isPlural } = choice
  const selectors = options.map(([selector]) => selector)
  const exact = selectors.filter((selector) => selector.startsWith('='))
  const cases = isPlural ? [...exact, ...pluralFormsOf(locale)] : selectors
  const [beforeFirst = ''] = pieces
  const beginning = beforeFirst.slice(
    0,
    beforeFirst.lastIndexOf(selectors[0] ?? ''),
  )
  const other = options.find(([selector]) => selector === 'other')?.[1]
  return {
    ...choice,
    pieces: [
      ...cases.map(
        (selector, index) => `${index === 0 ? beginning : '} '}${selector} {`,
      ),
      '}}',
    ],
    options: cases.map((selector) => [selector, '']),
    english: cases.map(
      (selector) =>
        options.find(([known]) => known === selector)?.[1] ?? other ?? '',
    ),
  }
}

// The plural forms that French and Spanish have only for millions are left out.
const highestNumber = 200

/** Returns the plural forms that a language uses for common numbers. */
function pluralFormsOf(locale: string): string[] {
  const rules = new Intl.PluralRules(locale)
  const numbers = Array.from({ length: highestNumber + 1 }, (_, index) => index)
  const used = new Set(numbers.map((number) => rules.select(number)))
  return rules
    .resolvedOptions()
    .pluralCategories.filter((form) => form === 'other' || used.has(form))
}

const pluralForms: Record<string, string> = {
  zero: 'for zero',
  one: 'for one (singular)',
  two: 'for two',
  few: 'for a few (2 to 4 in some languages)',
  many: 'for very large numbers',
}

const metalNames: Record<string, string> = {
  both: 'gold and silver',
  gold: 'gold only',
  silver: 'silver only',
  other: 'any other metals',
}

/** What a text may or may not have, as editors call it. */
const factNames: Record<string, string> = {
  agreement: 'a client agreement',
  asOf: 'a date of the figures',
  attestor: 'a named attestor',
  coverage: 'a published coverage',
  firm: 'a named firm',
  holdings: 'published holdings',
  hours: 'published business hours',
  issuer: 'a named issuer',
  meeting: 'a link for meetings',
  network: 'a named network',
  prices: 'a price page',
  privacy: 'a privacy policy',
  provider: 'a language model',
  rates: 'published fees',
  shop: 'an online shop',
  size: 'a file size',
}

export function describeCase(choice: Choice, selector: string): string {
  if (!choice.isPlural) return describeOption(choice, selector)
  if (selector === 'other') return 'for all other numbers'
  return selector.startsWith('=')
    ? `for exactly ${selector.slice(1)}`
    : (pluralForms[selector] ?? `for “${selector}”`)
}

function describeOption({ name, options }: Choice, selector: string): string {
  if (name === 'metals') return `for ${metalNames[selector] ?? selector}`
  const fact = factNames[name] ?? name
  const selectors = options.map(([known]) => known)
  if (selector === 'none') return `without ${fact}`
  if (selector !== 'other') return `if ${name} is “${selector}”`
  const isOpposite = selectors.join() === 'none,other'
  return isOpposite ? `with ${fact}` : 'in all other cases'
}

/** Returns the case that applies if the brand's facts decide it. */
export function chosenCase(
  { name, isPlural, options }: Choice,
  locale: string,
  facts: Facts,
): string | undefined {
  const value = facts[name]
  if (value === undefined) return undefined
  const form = isPlural
    ? new Intl.PluralRules(locale).select(Number(value))
    : `${value}`
  return [`=${value}`, form, 'other'].find((selector) =>
    options.some(([known]) => known === selector),
  )
}
