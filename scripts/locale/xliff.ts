// Texts for translators as XLIFF 2.0, which translation programs open.
import { js2xliff, type Resources, xliff2js } from 'xliff'
import { type Locale, routing } from '@/lib/i18n/routing'
import { fileError } from '@/lib/text-file.mjs'
import { parseText } from '../copy/message'
import { exportedName, type Returned, type ReturnedFile, type Row } from './row'

export async function writeXliff(locale: Locale, rows: Row[]) {
  const units = rows.map((row): [string, Resources[string][string]] => [
    row.key,
    {
      source: row.source,
      target: row.target || undefined,
      note: notesOf(row),
      additionalAttributes: { canResegment: 'no', 'xml:space': 'preserve' },
    },
  ])
  return js2xliff({
    sourceLanguage: routing.defaultLocale,
    targetLanguage: locale,
    resources: { messages: Object.fromEntries(units) },
  })
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
export async function readXliff(text: string): Promise<ReturnedFile> {
  // Refuses a text in several segments, because the library would keep only the
  // last one.
  const isSplit = count(text, /<segment\b/g) > count(text, /<unit\b/g)
  if (isSplit)
    throw fileError(
      'Some texts are split into several segments. Join them in the translation program, and export the file again.',
    )
  const { targetLanguage = '', resources, broken } = await parseXliff(text)
  const units = Object.values(resources).flatMap(Object.entries)
  const rows = units.map(([key, { source = '', target = '', note = [] }]) => ({
    key,
    source,
    target,
    exported: [note]
      .flat()
      .find((line) => line.startsWith(exportedPrefix))
      ?.slice(exportedPrefix.length)
      .trim(),
  }))
  return { locale: targetLanguage, rows: [...rows, ...broken] }
}

/**
 * Leaves out each unit whose XML is broken, and returns it as a row with its
 * problem.
 */
async function parseXliff(text: string, broken: Returned[] = []) {
  try {
    const { resources, ...file } = await xliff2js(text, {
      inlineAsString: true,
    })
    if (resources) return { ...file, resources, broken }
  } catch (error) {
    const [, why, index] = /: (.+)\nLine: (\d+)/.exec(String(error)) ?? []
    const line = Number(index)
    const problem = `This is not valid XML, near line ${line + 1}: ${why}.`
    const unit = unitAt(line, text)
    if (unit) {
      const [xml, key = ''] = unit
      // Keeps the line breaks, so that later problems name the right line.
      const rest = text.replace(xml, () => xml.replace(/.+/g, ''))
      const row = { key, source: '', target: '', problem }
      return parseXliff(rest, [...broken, row])
    }
    if (why) throw fileError(problem)
  }
  throw fileError('This is not XLIFF 2.0.')
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

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length
}
