// `npm run locale -- import`: writes what translators have sent back, unless
// the editor would not accept it.
import { fileError, readText } from '@/lib/text-file.mjs'
import type { CopyFinding } from '../copy/catalogs'
import { applyChanges } from '../edit/apply-changes'
import { messageIn, readView, type View } from '../edit/catalogs'
import type { ChangeOf } from '../edit/change-schema'
import { findingsOf, typesetChange } from '../edit/check'
import { titleOf } from '../edit/names'
import { saveChanges } from '../edit/save'
import { listOpenTranslations } from '../edit/text'
import { readCsv } from './csv'
import { requireTranslated } from './export'
import type { Returned } from './row'
import { readXliff } from './xliff'

/** A text to write, a reason for refusing it, or neither if it is unchanged. */
type Judged = { key: string; change?: ChangeOf<'set'>; refused?: string }

/** Throws FileError or EditError if nothing can be read. */
export function importTexts(file: string) {
  const { locale, rows } = readReturned(file)
  const view = readView()
  const filled = rows.filter(
    ({ target, problem }) => problem || target.trim() !== '',
  )
  const judged = filled.map((row) => judgeRow(row, locale, view))
  const changes = judged.flatMap(({ change }) => change ?? [])
  const { errors, doubts } = checkTexts(changes, locale, view)
  const reasonsFor = ({ key, refused }: Judged) =>
    refused ? [refused] : sentencesAbout(key, errors)
  const accepted = judged.filter((row) => reasonsFor(row).length === 0)
  const refused = judged.filter((row) => !accepted.includes(row))
  const written = accepted.flatMap(({ change }) => change ?? [])
  saveChanges(written)

  const unchanged = accepted
    .filter(({ change }) => !change)
    .map(({ key }) => key)
  const open = listOpenTranslations()
    .filter((translation) => translation.locale === locale)
    .map(({ key }) => key)
  const known = rows.filter(({ key }) => view.english.messages.has(key))
  const stillOpen = unchanged.filter((key) => open.includes(key))
  const upToDate = unchanged.length - stillOpen.length

  const parts = [
    `Written: ${written.length} of ${known.length} texts. \`npm run edit\` shows them, and can undo this.`,
    upToDate > 0 && `Already translated like this: ${upToDate}`,
    titledList(
      'Refused',
      refused.map((row) => [row.key, ...reasonsFor(row)]),
    ),
    titledList(
      'Written, but check',
      written
        .map(({ key }) => [key, ...sentencesAbout(key, doubts)])
        .filter((line) => line.length > 1),
    ),
    titledList(
      'Unchanged; if they are still right, run npm run copy -- accept KEY',
      stillOpen.map((key) => [key]),
    ),
    rows.length > filled.length && `Empty: ${rows.length - filled.length}`,
    absentTexts(rows, open),
  ]

  return {
    report: parts.filter(Boolean).join('\n\n'),
    isComplete: refused.length === 0,
  }
}

function readReturned(file: string) {
  const text = readText(file)
  if (text === undefined) throw fileError(`There is no file ${file}.`)
  if (text.includes('\uFFFD'))
    throw fileError(
      `${file} is not UTF-8, and some letters are lost. In Excel, save it as “CSV UTF-8”.`,
    )
  const isXml = text.trimStart().startsWith('<')
  const { locale, rows } = isXml ? readXliff(text) : readCsv(text)
  return { locale: requireTranslated(locale), rows }
}

/**
 * Refuses a translation whose English is gone or has changed. An unchanged
 * translation is neither accepted nor refused.
 */
function judgeRow(
  { key, source, target, exported, problem }: Returned,
  locale: string,
  { english, shown, ofBrand }: View,
): Judged {
  if (problem) return { key, refused: problem }
  const brandText = messageIn(ofBrand, english.locale, key)
  const isOwn = brandText !== undefined
  const current = (brandText ?? english.messages.get(key))?.text
  if (current === undefined)
    return { key, refused: 'The site has no text with this key.' }
  if (plain(source) !== plain(current))
    return {
      key,
      refused: `English has changed since the export, from “${source}” to “${current}”. Export it again.`,
    }
  // Keeps a translation that someone has changed here since the export.
  if (plain(target) === plain(exported ?? '')) return { key }
  const { text: base = '', ofBrand: isShownOwn = false } =
    messageIn(shown, locale, key) ?? {}
  const change = { type: 'set', key, locale, text: target, base } as const
  const typed = typesetChange({ ...change, brand: isOwn }) as ChangeOf<'set'>
  const before = isShownOwn === isOwn ? base : ''
  if (typed.text === before) return { key }
  const isNewer =
    exported !== undefined && before !== '' && plain(before) !== plain(exported)
  if (isNewer)
    return {
      key,
      refused: `It was translated here after the export, as “${before}”. Undo that, or export it again.`,
    }
  return { key, change: typed }
}

/**
 * Evens out line breaks and spaces, because programs change them when they save
 * a file.
 */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

// Only someone who sees the page can judge a length, and some texts are the same
// as in English.
const judgedByPeople = ['length', 'english']

/** Finds errors, and doubts, which are no reason to refuse a text. */
function checkTexts(changes: ChangeOf<'set'>[], locale: string, view: View) {
  const files = applyChanges(view.files, changes)
  const { doubts = [], others = [] } = Object.groupBy(
    findingsOf(files, changes).filter((found) => found.locale === locale),
    ({ rule }) => (judgedByPeople.includes(rule) ? 'doubts' : 'others'),
  )
  return { doubts, errors: others.filter(({ level }) => level === 'error') }
}

function sentencesAbout(key: string, findings: CopyFinding[]): string[] {
  return findings
    .filter((found) => found.key === key)
    .map(({ problem, fix }) => `${problem} ${fix}`)
}

function absentTexts(rows: Returned[], open: string[]): string | false {
  const returned = rows.map(({ key }) => key)
  const absent = open.filter((key) => !returned.includes(key))
  const count = `${absent.length}, such as ${absent[0]}`
  return (
    absent.length > 0 && `Still untranslated, but not in this file: ${count}`
  )
}

function titledList(what: string, texts: string[][]): string | false {
  if (texts.length === 0) return false
  const lines = texts.map(([key = '', ...reasons]) =>
    [`${key}  ${titleOf(key)}`, ...reasons].join('\n    '),
  )
  return [`${what} (${texts.length}):`, ...lines].join('\n  ')
}
