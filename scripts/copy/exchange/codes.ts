import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'

/**
 * A text in parts, which together are the text again: words to translate, codes that stay as they are (`{count}`, `#`, and
 * what stands around the texts of a plural), and links with the words between their tags.
 */
export type Part =
  | { type: 'words'; text: string }
  | { type: 'argument' | 'number' | 'lineBreak'; text: string }
  /** Between the texts of a plural: those of one plural keep their order. */
  | { type: 'branch'; text: string; isFirst: boolean }
  | { type: 'link'; open: string; close: string; parts: Part[] }

/** A text that is no ICU MessageFormat has words only. */
export function partsOf(text: string): Part[] {
  const elements = elementsOf(text)
  return elements ? partsBetween(text, elements, 0, text.length) : wordsIn(text)
}

export function elementsOf(text: string): MessageFormatElement[] | undefined {
  try {
    return parse(text, { captureLocation: true })
  } catch {
    return undefined
  }
}

// The words as they are written, so that apostrophes of ICU stay what they were.
function partsBetween(text: string, elements: MessageFormatElement[], start: number, end: number): Part[] {
  const parts: Part[] = []
  let at = start
  for (const element of elements) {
    if (element.type === TYPE.literal) continue
    const [from, to] = placeOf(element)
    parts.push(...wordsIn(text.slice(at, from)), ...codesFor(text, element, from, to))
    at = to
  }
  return joinSpaces([...parts, ...wordsIn(text.slice(at, end))])
}

// Programs drop what is only a space between two elements, as in “{brand} {product}”: it goes with the code before it.
function joinSpaces(parts: Part[]): Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    const isSpace = part.type === 'words' && part.text.trim() === ''
    if (isSpace && last && ['argument', 'number', 'branch'].includes(last.type) && 'text' in last) {
      joined[joined.length - 1] = { ...last, text: last.text + part.text }
    } else joined.push(part)
  }
  return joined
}

// Line breaks are codes, as many programs take them for one space.
function wordsIn(text: string): Part[] {
  const pieces = text.split(/(\n)/).filter((piece) => piece !== '')
  return pieces.map((piece) => ({ type: piece === '\n' ? 'lineBreak' : 'words', text: piece }))
}

function codesFor(text: string, element: MessageFormatElement, from: number, to: number): Part[] {
  if (element.type === TYPE.plural || element.type === TYPE.select) return branchesOf(text, element, from, to)
  if (element.type === TYPE.pound) return [{ type: 'number', text: text.slice(from, to) }]
  if (element.type !== TYPE.tag) return [{ type: 'argument', text: text.slice(from, to) }]
  const [start, end] = [text.indexOf('>', from) + 1, text.lastIndexOf('</', to)]
  const parts = partsBetween(text, element.children, start, end)
  return [{ type: 'link', open: text.slice(from, start), close: text.slice(end, to), parts }]
}

type Choice = Extract<MessageFormatElement, { options: unknown }>

function branchesOf(text: string, { options }: Choice, from: number, to: number): Part[] {
  const parts: Part[] = []
  let at = from
  for (const option of Object.values(options)) {
    const [start, end] = placeOf(option)
    parts.push({ type: 'branch', text: text.slice(at, start + 1), isFirst: at === from })
    parts.push(...partsBetween(text, option.value, start + 1, end - 1))
    at = end - 1
  }
  return [...parts, { type: 'branch', text: text.slice(at, to), isFirst: false }]
}

function placeOf({ location }: { location?: MessageFormatElement['location'] }): [start: number, end: number] {
  if (!location) throw new Error('The parser gave no places.')
  return [location.start.offset, location.end.offset]
}

/** How often each argument and tag stands in a text; of the texts of a plural, that with the most counts. */
export function countCodes(text: string): Map<string, number> {
  return countIn(elementsOf(text) ?? [])
}

function countIn(elements: MessageFormatElement[]): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (name: string, count: number) => counts.set(name, (counts.get(name) ?? 0) + count)
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue
    add(element.type === TYPE.tag ? `<${element.value}>` : `{${element.value}}`, 1)
    for (const [name, count] of countBelow(element)) add(name, count)
  }
  return counts
}

function countBelow(element: MessageFormatElement): Map<string, number> {
  if (element.type === TYPE.tag) return countIn(element.children)
  const most = new Map<string, number>()
  if (element.type !== TYPE.plural && element.type !== TYPE.select) return most
  for (const { value } of Object.values(element.options)) {
    for (const [name, count] of countIn(value)) most.set(name, Math.max(count, most.get(name) ?? 0))
  }
  return most
}
