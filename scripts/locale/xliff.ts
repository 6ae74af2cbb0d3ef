// Texts for translators as XLIFF 2.0, which translation programs open.
import { type Element, js2xml, xml2js } from 'xml-js'
import { type Locale, routing } from '@/lib/i18n/routing'
import { fileError } from '@/lib/text-file.mjs'
import { parseText } from '../copy/message'
import { exportedName, type Returned, type ReturnedFile, type Row } from './row'

export function writeXliff(locale: Locale, rows: Row[]): string {
  const unit = rows.map((row) => ({
    _attributes: {
      id: row.key,
      canResegment: 'no',
      'xml:space': 'preserve',
    },
    notes: { note: notesOf(row) },
    // An empty list writes no element.
    segment: { source: row.source, target: row.target || [] },
  }))
  const xliff = {
    _attributes: {
      xmlns: 'urn:oasis:names:tc:xliff:document:2.0',
      version: '2.0',
      srcLang: routing.defaultLocale,
      trgLang: locale,
    },
    file: { _attributes: { id: 'messages' }, unit },
  }
  return js2xml({ xliff }, { compact: true, spaces: 2 })
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
  ]
  return [
    ...notes.flatMap(([name, value]) => (value ? `${name}: ${value}` : [])),
    `${exportedPrefix} ${target}`,
  ]
}

const exportedPrefix = `${exportedName}:`

/** Throws FileError. */
export function readXliff(text: string): ReturnedFile {
  const { document, broken } = parseXliff(text)
  const [xliff] = childrenOf(document, 'xliff')
  const { version = '', trgLang = '' } = xliff?.attributes ?? {}
  if (!xliff || !`${version}`.startsWith('2.'))
    throw fileError('This is not XLIFF 2.0.')
  const units = elementsIn(xliff).filter(({ name }) => name === 'unit')
  return { locale: `${trgLang}`, rows: [...units.map(readUnit), ...broken] }
}

/**
 * Leaves out each unit whose XML is broken, and returns it as a row with its
 * problem.
 */
function parseXliff(
  text: string,
  broken: Returned[] = [],
): { document: Element; broken: Returned[] } {
  try {
    // Without this option, the library drops the space between two elements.
    const options = { captureSpacesBetweenElements: true }
    return { document: xml2js(text, options) as Element, broken }
  } catch (error) {
    const [, why, index] = /: (.+)\nLine: (\d+)/.exec(String(error)) ?? []
    const line = Number(index)
    const problem = `This is not valid XML, near line ${line + 1}: ${why}.`
    const unit = unitAt(line, text)
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

/** Returns the unit that contains a line, and its key. */
function unitAt(line: number, text: string): RegExpMatchArray | undefined {
  const start = text.split('\n', line).join('\n').length
  const end = text.indexOf('\n', start + 1)
  const units = text.matchAll(/<unit\b[^>]*\bid="([^"]+)"[\s\S]*?<\/unit>/g)
  return [...units].find(
    ({ index, 0: xml }) => index <= end && start <= index + xml.length,
  )
}

function readUnit(unit: Element): Returned {
  const segments = childrenOf(unit, 'segment')
  const sources = segments.flatMap((each) => childrenOf(each, 'source'))
  const targets = segments.flatMap((each) => childrenOf(each, 'target'))
  const notes = childrenOf(unit, 'notes').flatMap((each) =>
    childrenOf(each, 'note'),
  )
  const read = {
    key: `${unit.attributes?.id ?? ''}`,
    source: sources.map(textOf).join(''),
    target: targets.map(textOf).join(''),
    exported: notes
      .map(textOf)
      .find((note) => note.startsWith(exportedPrefix))
      ?.slice(exportedPrefix.length)
      .trim(),
  }
  if (segments.length > 1) {
    const problem =
      'It is split into several segments. Join them in the translation program, and export the file again.'
    return { ...read, problem }
  }
  const foreign = targets
    .flatMap(elementsIn)
    .find(({ name = '' }) => !annotations.includes(name))
  if (!foreign) return read
  const problem = `It contains the XML element <${foreign.name}>. Write only text, with &lt; for each < of a link.`
  return { ...read, problem }
}

/** Comments and terms that a translation program marks in a text. */
const annotations = ['mrk', 'sm', 'em']

function textOf({ text, cdata, elements = [] }: Element): string {
  return `${text ?? cdata ?? elements.map(textOf).join('')}`
}

function childrenOf({ elements = [] }: Element, name: string): Element[] {
  return elements.filter((child) => child.name === name)
}

/** Returns the elements at every depth. */
function elementsIn({ elements = [] }: Element): Element[] {
  return elements.flatMap((child) =>
    child.type === 'element' ? [child, ...elementsIn(child)] : [],
  )
}
