import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'

export type Parsed = {
  /** Undefined when the text is not valid ICU MessageFormat; then `error` says why. */
  elements?: MessageFormatElement[]
  error?: string
  /** What a reader sees, arguments as ￼; each way of a plural is a text of its own. */
  texts: string[]
  args: string[]
  tags: string[]
}

/** Where an argument stands in a text without it. */
export const gap = '\uFFFC'

const parsedTexts = new Map<string, Parsed>()

/** A text taken apart into words, arguments and tags. */
export function parseText(text: string): Parsed {
  const known = parsedTexts.get(text) ?? parseNew(text)
  parsedTexts.set(text, known)
  return known
}

function parseNew(text: string): Parsed {
  try {
    const elements = parse(text)
    const parsed: Parsed = { elements, texts: [], args: [], tags: [] }
    const whole = read(elements, parsed)
    parsed.texts.unshift(whole)
    return parsed
  } catch (error) {
    return { error: (error as Error).message, texts: [text], args: [], tags: [] }
  }
}

function read(elements: MessageFormatElement[], parsed: Parsed): string {
  return elements.map((element) => readOne(element, parsed)).join('')
}

function readOne(element: MessageFormatElement, parsed: Parsed): string {
  switch (element.type) {
    case TYPE.literal:
      return element.value
    case TYPE.pound:
      return gap
    case TYPE.tag:
      parsed.tags.push(element.value)
      return read(element.children, parsed)
    case TYPE.plural:
    case TYPE.select:
      parsed.args.push(element.value)
      parsed.texts.push(...Object.values(element.options).map(({ value }) => read(value, parsed)))
      return gap
    default:
      parsed.args.push(element.value)
      return gap
  }
}
