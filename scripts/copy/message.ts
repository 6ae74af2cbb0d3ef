// ICU MessageFormat messages, parsed for the rules and the editor.
import {
  type MessageFormatElement,
  parse,
  TYPE,
} from '@formatjs/icu-messageformat-parser'
import messageErrors from './message-errors.json' with { type: 'json' }
import { memoize } from './terms'

export type Parsed = {
  /**
   * Undefined for an invalid message, in which case `error` explains how to fix
   * it.
   */
  elements?: MessageFormatElement[]
  error?: [problem: string, fix: string]
  /**
   * The texts that readers see, with ￼ for arguments: first the text around all
   * plurals and choices, then the text of each case.
   */
  texts: string[]
  args: string[]
  tags: string[]
}

export const gap = '\uFFFC'

export const parseText = memoize((text: string): Parsed => {
  try {
    const elements = parse(text)
    const parsed: Parsed = { elements, texts: [], args: [], tags: [] }
    const whole = read(elements, parsed)
    parsed.texts.unshift(whole)
    return parsed
  } catch (error) {
    return {
      error: explainMessageError((error as Error).message),
      texts: [text],
      args: [],
      tags: [],
    }
  }
})

/** Returns the arguments and tags of a text, each once, as they are written. */
export function namesIn({ args, tags }: Parsed): string[] {
  const all = [
    ...args.map((name) => `{${name}}`),
    ...tags.map((name) => `<${name}>`),
  ]
  return [...new Set(all)]
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
      parsed.texts.push(
        ...Object.values(element.options).map(({ value }) =>
          read(value, parsed),
        ),
      )
      return gap
    default:
      parsed.args.push(element.value)
      return gap
  }
}

function explainMessageError(code: string): [problem: string, fix: string] {
  const problems: Record<string, string> = messageErrors
  return [
    problems[code] ?? 'The {…} or <…> in this text cannot be read.',
    'Compare it with the text in another language, and copy everything in { } and < > unchanged.',
  ]
}

// Quotation marks, ICU quotes and punctuation at the end of a sentence are not
// part of an address.
const inAddress = String.raw`(?:[^\s"“”«»']|'(?![{}<>#|']))`
const sentenceEnd = `[.,:;?!')]`

// Matches mail addresses only from the start of a word, because trying every
// character would be quadratic.
const wordStart = String.raw`(?<![^\s"“”«»'])`

/**
 * A web or mail address in running text, as the source of a regular expression.
 */
export const address = String.raw`(?:\bhttps?://${inAddress}*|${wordStart}${inAddress}+@${inAddress}+)(?<!${sentenceEnd})`

const addresses = new RegExp(address, 'gu')

export function readable(text: string): string[] {
  return parseText(text).texts.map((part) => part.replace(addresses, gap))
}

/**
 * Replaces matches in a message's words, but not in its arguments and tags.
 * `find` is global and has no groups.
 */
export function replaceInWords(
  message: string,
  find: RegExp,
  replace: (found: string, offset: number) => string,
): string {
  if (message.search(find) < 0 || parseText(message).error) return message
  const ranges = rangesIn(parse(message, { captureLocation: true }))
  return message.replace(find, (found: string, offset: number) => {
    const isInWords = ranges.some(
      ([from, to]) => from <= offset && offset + found.length <= to,
    )
    return isInWords ? replace(found, offset) : found
  })
}

function rangesIn(elements: MessageFormatElement[]): [number, number][] {
  return elements.flatMap((element): [number, number][] => {
    if (element.type === TYPE.literal && element.location) {
      return [[element.location.start.offset, element.location.end.offset]]
    }
    if (element.type === TYPE.tag) return rangesIn(element.children)
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      return Object.values(element.options).flatMap(({ value }) =>
        rangesIn(value),
      )
    }
    return []
  })
}
