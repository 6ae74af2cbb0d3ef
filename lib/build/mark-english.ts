import {
  type MessageFormatElement,
  parse,
  TYPE,
} from '@formatjs/icu-messageformat-parser'
import { loadUntranslated } from '@/lib/i18n/messages'
import { splitPath } from '@/lib/i18n/navigation'
import {
  addAttributes,
  attribute,
  type Element,
  elementsOf,
  textOf,
  textWithin,
} from '@/lib/security/inspect-page'

/**
 * Adds `lang="en"` to elements whose texts are not translated yet, for screen
 * readers (WCAG 3.1.2). They are found by their text, because messages are
 * plain strings. Anything scripts show later is not marked.
 */
export async function markEnglish(html: string, path: string): Promise<string> {
  const texts = [...(await loadUntranslated(splitPath(path).locale)).values()]
  if (texts.length === 0) return html
  const sources = texts.map((text) => patternOf(parse(text)))
  // “{city}: {street}” has no language.
  const patterns = sources
    .filter((source) => /\p{L}{3}/u.test(source))
    .map((source) => new RegExp(`^${source}$`, 'u'))
  const english = elementsOf(html).filter((element) => {
    const words = wordsOf(element)
    return (
      attribute(element, 'lang') === undefined &&
      patterns.some((pattern) => pattern.test(words))
    )
  })
  const additions = english.map((element): [Element, string] => [
    element,
    ' lang="en"',
  ])
  return addAttributes(html, additions)
}

const withoutWords = ['script', 'style', 'input', 'textarea', 'select']

// Elements that only contain other elements have no text themselves; elements
// without any text may have an accessible name.
function wordsOf(element: Element): string {
  if (withoutWords.includes(element.tagName)) return ''
  const words = textWithin(element).trim()
  if (words === '')
    return attribute(element, 'aria-label') ?? attribute(element, 'alt') ?? ''
  return textOf(element).trim() === '' ? '' : words
}

function patternOf(elements: MessageFormatElement[]): string {
  return elements.map(patternOfOne).join('')
}

// Arguments are short; a longer match would include unrelated text.
const argument = '.{0,80}?'

function patternOfOne(element: MessageFormatElement): string {
  if (element.type === TYPE.literal)
    return element.value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  if (element.type === TYPE.tag) return patternOf(element.children)
  if (element.type !== TYPE.plural && element.type !== TYPE.select)
    return argument
  return `(?:${Object.values(element.options)
    .map(({ value }) => patternOf(value))
    .join('|')})`
}
