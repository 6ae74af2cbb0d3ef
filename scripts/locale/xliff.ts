// Texts for translators as XLIFF 2.0, which translation programs open.
import {
  type MessageFormatElement,
  parse,
  TYPE,
} from '@formatjs/icu-messageformat-parser'
import { DOMParser, type Element, type ParseError } from '@xmldom/xmldom'
import { type Locale, routing } from '@/lib/i18n/routing'
import { escapeHtml } from '@/lib/text'
import { fileError } from '@/lib/text-file.mjs'
import { parseText } from '../copy/message'
import { exportedName, type Returned, type ReturnedFile, type Row } from './row'

export function writeXliff(locale: Locale, rows: Row[]): string {
  const languages = `srcLang="${routing.defaultLocale}" trgLang="${locale}"`
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" ${languages}>
  <file id="messages">
${rows.map(unitOf).join('')}  </file>
</xliff>
`
}

function unitOf(row: Row): string {
  const notes = notesOf(row).map(
    (note) => `        <note>${escapeHtml(note)}</note>\n`,
  )
  const codes = codesIn(row.source)
  const target =
    row.target && `<target>${contentOf(row.target, codes)}</target>`
  return `    <unit id="${row.key}" canResegment="no" xml:space="preserve">
      <notes>
${notes.join('')}      </notes>
      <segment>
        <source>${contentOf(row.source, codes)}</source>
        ${target}
      </segment>
    </unit>
`
}

function notesOf({
  page,
  limits,
  screenshot,
  earlier,
  source,
  target,
}: Row): string[] {
  const { args, tags } = parseText(source)
  const kept = [
    ...args.map((name) => `{${name}}`),
    ...tags.map((name) => `<${name}>`),
  ]
  const notes: [string, string][] = [
    ['Shown on', page],
    ['Length', limits],
    ['Screenshot', screenshot],
    ['Keep as they are', kept.join(', ')],
    ['English before', earlier],
    [exportedName, target],
  ]
  return notes.flatMap(([name, value]) => (value ? `${name}: ${value}` : []))
}

/**
 * Writes arguments and tags as codes, which translation programs protect. Leaves
 * those as text that the English text lacks.
 */
function contentOf(text: string, sourceCodes: Code[]): string {
  const left = sourceCodes.map(({ code }) => code)
  let [content, end] = ['', 0]
  for (const { code, offset } of codesIn(text)) {
    const index = left.indexOf(code)
    if (index < 0) continue
    left[index] = ''
    const [words, shown] = [text.slice(end, offset), code].map(escapeHtml)
    content += `${words}<ph id="${index + 1}" equiv="${shown}" disp="${shown}"/>`
    end = offset + code.length
  }
  return content + escapeHtml(text.slice(end))
}

type Code = { code: string; offset: number }

function codesIn(message: string): Code[] {
  if (parseText(message).error) return []
  return rangesIn(parse(message, { captureLocation: true }), message).map(
    ([from, to]) => ({ code: message.slice(from, to), offset: from }),
  )
}

function rangesIn(
  elements: MessageFormatElement[],
  message: string,
): [number, number][] {
  return elements.flatMap((element): [number, number][] => {
    const from = element.location?.start.offset ?? 0
    const to = element.location?.end.offset ?? 0
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        return []
      case TYPE.plural:
      case TYPE.select:
        return Object.values(element.options).flatMap(({ value }) =>
          rangesIn(value, message),
        )
      case TYPE.tag:
        return [
          [from, message.indexOf('>', from) + 1],
          ...rangesIn(element.children, message),
          [message.lastIndexOf('<', to - 1), to],
        ]
      default:
        return [[from, to]]
    }
  })
}

const exportedPrefix = `${exportedName}:`

/** Throws FileError. */
export function readXliff(text: string): ReturnedFile {
  const { root, broken } = parseXliff(text)
  if (
    root.localName !== 'xliff' ||
    !attributeOf(root, 'version').startsWith('2.')
  )
    throw fileError('This is not XLIFF 2.0.')
  const units = [...root.getElementsByTagNameNS('*', 'unit')]
  return {
    locale: attributeOf(root, 'trgLang'),
    rows: [...units.map(readUnit), ...broken],
  }
}

/**
 * Leaves out each unit whose XML is broken, and returns it as a row with its
 * problem.
 */
function parseXliff(
  text: string,
  broken: Returned[] = [],
): { root: Element; broken: Returned[] } {
  let why = ''
  function onError(level: string, message: string) {
    if (level === 'warning') return
    why = message
    throw new Error(message)
  }
  try {
    const document = new DOMParser({ onError }).parseFromString(
      text,
      'text/xml',
    )
    return { root: document.documentElement as Element, broken }
  } catch (error) {
    const { lineNumber = 0, columnNumber = 0 } =
      (error as ParseError).locator ?? {}
    const problem = `This is not valid XML, near line ${lineNumber}: ${why}.`
    const before = text.split('\n').slice(0, lineNumber - 1)
    const lineStart = before.map((line) => `${line}\n`).join('').length
    const unit = unitAt(lineStart + columnNumber - 1, text)
    if (!unit) throw fileError(problem)
    const [xml, key = ''] = unit
    // Keeps the line breaks, so that later problems name the right line.
    const rest = text.replace(xml, () => xml.replace(/.+/g, ''))
    return parseXliff(rest, [
      ...broken,
      { key, source: '', target: '', problem },
    ])
  }
}

/** Returns the unit around a character of the file, and its key. */
function unitAt(position: number, text: string): RegExpMatchArray | undefined {
  const units = text.matchAll(
    /<(?:\w+:)?unit\b[^>]*\bid="([^"]+)"[\s\S]*?<\/(?:\w+:)?unit>/g,
  )
  return [...units].find(
    ({ index, 0: xml }) => index <= position && position < index + xml.length,
  )
}

function readUnit(unit: Element): Returned {
  const segments = childrenOf(unit, 'segment')
  restoreCodes(segments)
  const targets = segments.flatMap((segment) => childrenOf(segment, 'target'))
  const notes = childrenOf(unit, 'notes').flatMap((each) =>
    childrenOf(each, 'note'),
  )
  const read = {
    key: attributeOf(unit, 'id'),
    source: textOf(
      segments.flatMap((segment) => childrenOf(segment, 'source')),
    ),
    target: textOf(targets),
    exported: findExported(notes.map((note) => textOf([note]))),
  }
  if (segments.length > 1) {
    const problem =
      'It is split into several segments. Join them in the translation program, and export the file again.'
    return { ...read, problem }
  }
  const foreign = targets
    .flatMap((target) => [...target.getElementsByTagName('*')])
    .find(({ localName }) => !annotations.includes(localName ?? ''))
  if (!foreign) return read
  const problem = `It contains the XML element <${foreign.tagName}>. Write only text, with &lt; for each < of a link.`
  return { ...read, problem }
}

/** Turns the codes of arguments and tags back into text. */
function restoreCodes(segments: Element[]) {
  const codes = segments.flatMap((segment) => [
    ...segment.getElementsByTagNameNS('*', 'ph'),
  ])
  const texts = new Map<string, string>()
  for (const code of codes) {
    const id = attributeOf(code, 'id')
    // Takes the text of a code from the source if a program has shortened it.
    const text = attributeOf(code, 'equiv') || texts.get(id)
    if (!text) continue
    texts.set(id, text)
    const node = code.ownerDocument?.createTextNode(text)
    if (node) code.parentNode?.replaceChild(node, code)
  }
}

/** Returns undefined if a program has removed the notes. */
function findExported(notes: string[]): string | undefined {
  const note = notes.find((each) => each.startsWith(exportedPrefix))
  if (note) return note.slice(exportedPrefix.length).trim()
  return notes.length > 0 ? '' : undefined
}

/** Comments and terms that a translation program marks in a text. */
const annotations = ['mrk', 'sm', 'em']

/**
 * Returns only children, because a unit also contains the sources and targets
 * of the translations that a program has suggested.
 */
function childrenOf({ childNodes }: Element, name: string): Element[] {
  return [...childNodes].filter(
    (child): child is Element => child.localName === name,
  )
}

function textOf(elements: Element[]): string {
  return elements.map(({ textContent }) => textContent ?? '').join('')
}

function attributeOf(element: Element, name: string): string {
  return element.getAttribute(name) ?? ''
}
