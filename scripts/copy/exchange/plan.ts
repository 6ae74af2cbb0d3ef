import type { Locale } from '@/lib/i18n/routing'
import { untranslatedMark } from '@/lib/i18n/untranslated-mark.mjs'
import { applyChanges } from '../../edit/catalogs'
import { findingsOf } from '../../edit/check'
import type { Change } from '../../edit/types'
import { typeset } from '../../edit/typography'
import type { Sources } from '../sources'
import type { Finding } from '../types'
import { type Entry, entriesOf } from './entries'
import type { ImportedText } from './imported'
import { whyRefused } from './refusals'

/** What an import would do, before anything is written. */
export type ImportPlan = {
  changes: Change[]
  /** The texts that change; `before` is empty where there was no translation. */
  texts: { key: string; before: string; after: string }[]
  skipped: Skipped[]
  /** What the copy check says of the texts that change. */
  findings: Finding[]
  /** How many texts of the file nobody has translated, and how many are in the catalog already. */
  empty: number
  same: number
}

type Skipped = { key: string; why: string }

/** Compares a translator's texts with the catalogs. */
export function planImport(imported: ImportedText[], files: Sources, locale: Locale): ImportPlan {
  const entries = new Map(entriesOf(files, locale).map((entry) => [entry.key, entry]))
  const plan: ImportPlan = { changes: [], texts: [], skipped: [], findings: [], empty: 0, same: 0 }
  const seen = new Set<string>()
  for (const each of imported) {
    if (each.text === '' || each.text.startsWith(untranslatedMark)) plan.empty += 1
    else if (seen.has(each.key)) plan.skipped.push({ key: each.key, why: 'It stands twice in the file.' })
    else addText(plan, each, entries.get(each.key), locale)
    seen.add(each.key)
  }
  return withFindings(plan, files, locale)
}

function addText(plan: ImportPlan, imported: ImportedText, entry: Entry | undefined, locale: Locale) {
  const { key, isDone } = imported
  if (!entry) return plan.skipped.push({ key, why: noSuchText })
  const text = typeset(locale, imported.text)
  const isSame = text === entry.current
  const isAccepted = isSame && isDone && entry.state === 'stale'
  if (isSame && !isAccepted) {
    plan.same += 1
    return
  }
  const why = whyRefused(imported, text, entry, locale)
  if (why) plan.skipped.push({ key, why })
  else if (isAccepted) plan.changes.push({ type: 'accept', key, locale })
  else {
    plan.changes.push({ type: 'set', key, locale, text })
    plan.texts.push({ key, before: entry.current, after: text })
  }
}

const noSuchText = 'The site has no such text any more, or the brand has one of its own, which is edited on the page.'

// What these find cannot be shown by the page; all else is to be corrected before it is published.
const breaking = ['arguments', 'empty', 'icu', 'mismatch', 'tags']

function withFindings(plan: ImportPlan, files: Sources, locale: Locale): ImportPlan {
  const all = findingsOf(applyChanges(files, plan.changes), plan.changes)
  const own = all.filter((finding) => finding.locale === locale)
  const broken = new Map(
    own.flatMap(({ level, rule, key = '', problem, fix }) =>
      level === 'error' && breaking.includes(rule) ? [[key, { key, why: `${problem} ${fix}` }]] : [],
    ),
  )
  const isWhole = ({ key = '' }: { key?: string }) => !broken.has(key)
  return {
    ...plan,
    changes: plan.changes.filter((change) => 'key' in change && isWhole(change)),
    texts: plan.texts.filter(isWhole),
    skipped: [...plan.skipped, ...broken.values()],
    findings: own.filter(isWhole),
  }
}
