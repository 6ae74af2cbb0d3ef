// `npm run locale -- import`: writes what translators have sent back, unless
// the editor would not accept it.
import { fileError, readText } from '@/lib/text-file.mjs'
import type { CopyFinding } from '../copy/catalogs'
import { applyChanges } from '../edit/apply-changes'
import { messageIn, type View, viewOf } from '../edit/catalogs'
import type { ChangeOf } from '../edit/change-schema'
import { findingsOf, typesetChange } from '../edit/check'
import { titleOf } from '../edit/names'
import { saveChanges } from '../edit/save'
import { listOpenTranslations } from '../edit/text'
import { readCsv } from './csv'
import { requireTranslated } from './export'
import type { Returned } from './row'
import { readXliff } from './xliff'

type Judged = { key: string; change?: ChangeOf<'set'>; refused?: string }

/** Throws FileError or EditError if it can read nothing. */
export async function importTexts(file: string) {
  const { locale, rows } = await readReturned(file)
  const view = viewOf()
  const filled = rows.filter(({ target }) => target.trim() !== '')
  const judged = filled.map((row) => judgeRow(row, locale, view))
  const changes = judged.flatMap(({ change }) => change ?? [])
  const findings = findingsOf(
    applyChanges(view.files, changes),
    changes,
  ).filter((found) => found.locale === locale)
  const errorsOf = (key: string) =>
    findings.filter((each) => each.key === key && each.level === 'error')
  const accepted = changes.filter(({ key }) => errorsOf(key).length === 0)
  saveChanges(accepted)

  const refused = judged.flatMap(({ key, refused }) => {
    const reasons = refused ? [refused] : errorsOf(key).map(sentenceOf)
    return reasons.length > 0 ? [[key, ...reasons]] : []
  })
  const open = listOpenTranslations().filter((each) => each.locale === locale)
  const stillOpen = judged.filter(
    ({ key, change, refused }) =>
      !change && !refused && open.some((each) => each.key === key),
  )
  const unchanged = filled.length - accepted.length - refused.length
  const parts = [
    `Written: ${accepted.length} of ${rows.length} texts. \`npm run edit\` shows them, and can undo this.`,
    unchanged > stillOpen.length &&
      `Already there: ${unchanged - stillOpen.length}`,
    listOf('Refused', refused),
    listOf(
      'Unchanged; if they are still right, run npm run copy -- accept KEY',
      stillOpen.map(({ key }) => [key]),
    ),
    rows.length > filled.length && `Empty: ${rows.length - filled.length}`,
  ]
  return {
    report: parts.filter(Boolean).join('\n\n'),
    isComplete: refused.length === 0,
  }
}

async function readReturned(file: string) {
  const text = readText(file)
  if (text === undefined) throw fileError(`There is no file ${file}.`)
  if (text.includes('\uFFFD'))
    throw fileError(
      `${file} is not UTF-8, and some letters are lost. In Excel, save it as “CSV UTF-8”.`,
    )
  const isXml = text.trimStart().startsWith('<')
  const { locale, rows } = isXml ? await readXliff(text) : readCsv(text)
  return { locale: requireTranslated(locale), rows }
}

/**
 * Refuses a translation whose English is gone or has changed. An unchanged
 * translation is neither accepted nor refused.
 */
function judgeRow(
  { key, source, target }: Returned,
  locale: string,
  { english, shown, ofBrand }: View,
): Judged {
  const own = messageIn(ofBrand, english.locale, key)
  const isOwn = own !== undefined
  const current = (own ?? english.messages.get(key))?.text
  if (current === undefined)
    return { key, refused: 'The site has no text with this key.' }
  if (plain(source) !== plain(current))
    return {
      key,
      refused: `English has changed since the export, from “${source}” to “${current}”. Export it again.`,
    }
  const { text: base = '', ofBrand: isShownOwn = false } =
    messageIn(shown, locale, key) ?? {}
  const change = { type: 'set', key, locale, text: target, base } as const
  const typed = typesetChange({ ...change, brand: isOwn }) as ChangeOf<'set'>
  const isUnchanged = typed.text === base && isShownOwn === isOwn
  return isUnchanged ? { key } : { key, change: typed }
}

// Programs change line breaks and spaces when they save a file.
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function sentenceOf({ problem, fix }: CopyFinding): string {
  return `${problem} ${fix}`
}

function listOf(what: string, texts: string[][]): string | false {
  if (texts.length === 0) return false
  const lines = texts.map(([key = '', ...reasons]) =>
    [`${key}  ${titleOf(key)}`, ...reasons].join('\n    '),
  )
  return [`${what} (${texts.length}):`, ...lines].join('\n  ')
}
