// Texts for translators as XLIFF 2.0, which translation programs open.
import { DOMParser, type Element, type ParseError } from '@xmldom/xmldom'
import { type Locale, routing } from '@/lib/i18n/routing'
import { escapeHtml } from '@/lib/text'
import { fileError } from '@/lib/text-file.mjs'
import { namesIn, parseText } from '../copy/message'
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
  const target =
    row.target && `<target>${contentOf(row.target, row.source)}</target>`
  return `    <unit id="${row.key}" canResegment="no" xml:space="preserve">
      <notes>
${notes.join('')}      </notes>
      <segment>
        <source>${contentOf(row.source, row.source)}</source>
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
  const notes: [string, string][] = [
    ['Shown on', page],
    ['Length', limits],
    ['Screenshot', screenshot],
    ['Keep as they are', namesIn(parseText(source)).join(', ')],
    ['English before', earlier],
    [exportedName, target],
  ]
  return notes.flatMap(([name, value]) => (value ? `${name}: ${value}` : []))
}

/**
 * Writes arguments and tags as codes, which translation programs protect. Leaves
 * those as text that the English text lacks.
 */
function contentOf(text: string, source: string): string {
  const left: string[] = escapeHtml(source).match(codesOf(source)) ?? []
  return escapeHtml(text).replace(codesOf(text), (code) => {
    const index = left.indexOf(code)
    if (index < 0) return code
    left[index] = ''
    return `<ph id="${index + 1}" equiv="${code}" disp="${code}"/>`
  })
}

/**
 * Finds the codes in the escaped text. Leaves plurals and choices alone, because
 * their words are in braces, too, and languages have different plural forms.
 */
function codesOf(text: string): RegExp {
  const hasChoices = /, *(plural|select)/.test(text)
  return hasChoices ? /&#60;.+?&#62;/g : /\{.+?\}|&#60;.+?&#62;/g
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
  const notes = childrenOf(unit, 'notes').flatMap((list) =>
    childrenOf(list, 'note'),
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

function restoreCodes(segments: Element[]) {
  const codes = segments.flatMap((segment) => [
    ...segment.getElementsByTagNameNS('*', 'ph'),
  ])
  for (const code of codes) {
    const text = code.ownerDocument?.createTextNode(attributeOf(code, 'equiv'))
    if (text?.data) code.parentNode?.replaceChild(text, code)
  }
}

/** Returns undefined if a program has removed the notes. */
function findExported(notes: string[]): string | undefined {
  const note = notes.find((text) => text.startsWith(exportedPrefix))
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
