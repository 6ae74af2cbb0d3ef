import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'

export type Parsed = {
  /** Undefined when the text is invalid; `error` then says how to fix it. */
  elements?: MessageFormatElement[]
  error?: [problem: string, fix: string]
  /** What a reader sees, with ￼ for arguments; one text for each plural form. */
  texts: string[]
  args: string[]
  tags: string[]
}

export const gap = '\uFFFC'

const parsedTexts = new Map<string, Parsed>()

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
    return { error: explain((error as Error).message), texts: [text], args: [], tags: [] }
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

const explanations: Record<string, string> = {
  EXPECT_ARGUMENT_CLOSING_BRACE: 'A { has no }.',
  UNCLOSED_TAG: 'A <tag> is not closed.',
  UNCLOSED_QUOTED_ARGUMENT_STYLE: 'An apostrophe opens a quotation that does not end.',
  UNMATCHED_CLOSING_TAG: 'A closing </tag> has no opening <tag> of the same name.',
  INVALID_TAG: 'A < begins no tag.',
  EMPTY_ARGUMENT: 'Between { and } stands no name.',
  MALFORMED_ARGUMENT: 'What stands between { and } is no name.',
  MISSING_OTHER_CLAUSE: 'A plural has no “other {…}”, which every language needs.',
  INVALID_ARGUMENT_TYPE: 'After the comma in {…} stands no known word, such as plural or number.',
}

function explain(code: string): [problem: string, fix: string] {
  const problem = explanations[code] ?? 'The {…} or <…> in this text cannot be read.'
  return [
    `${problem} (${code})`,
    'Compare it with the text in another language. Copy what stands in { } and < > as it is.',
  ]
}

// Quotation marks, what ICU MessageFormat quotes and the marks that end a sentence are not part of an address.
const inAddress = String.raw`(?:[^\s"“”«»']|'(?![{}<>#|']))`
const sentenceEnd = `[.,:;?!')]`

// A mail address is looked for from the beginning of a word only: from each character of a long one it takes seconds.
const wordStart = String.raw`(?<![^\s"“”«»'])`

/** A web or mail address in running text, as the source of a regular expression. */
export const address = String.raw`(?:\bhttps?://${inAddress}*|${wordStart}${inAddress}+@${inAddress}+)(?<!${sentenceEnd})`

const addresses = new RegExp(address, 'gu')

export function readable(text: string): string[] {
  return parseText(text).texts.map((part) => part.replace(addresses, gap))
}
