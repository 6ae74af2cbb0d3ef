// The findings for texts while they are typed, and the typography that the
// editor corrects automatically.
import { mapValues } from '@/lib/text'
import { type CopyFinding, readSources, type Sources } from '../copy/catalogs'
import { checkSources } from '../copy/check'
import { address, replaceInWords } from '../copy/message'
import { readReviews } from '../copy/reviewed'
import { sharedTerms, termsOf } from '../copy/terms'
import { applyChanges } from './apply-changes'
import { type Change, changesSchema } from './change-schema'
import { type Routes, withBody } from './http'
import { entryOf } from './names'
import { findStatedAnswers } from './stated'

export const checkRoutes: Routes = {
  'POST /_edit/check': withBody(changesSchema, async ({ changes }) => {
    const corrected = changes.map(typesetChange)
    const files = applyChanges(readSources(), corrected)
    const [first] = corrected.map((change) =>
      'list' in change ? `${change.list}.${change.name}` : entryOf(change.key),
    )
    return [
      ...findingsOf(files, corrected),
      ...(await findStatedAnswers(files, first)),
    ]
  }),
}

function touchedBy(changes: Change[]): (key: string) => boolean {
  const keys = new Set(
    changes.flatMap((change) => ('key' in change ? change.key : [])),
  )
  const entries = changes.flatMap((change) =>
    'list' in change ? `${change.list}.${change.name}.` : [],
  )
  return (key) =>
    keys.has(key) || entries.some((entry) => key.startsWith(entry))
}

/**
 * Checks files that contain the changes, and returns the findings about the
 * changed texts, or about those that `isTouched` selects.
 */
export function findingsOf(
  files: Sources,
  changes: Change[],
  isTouched = touchedBy(changes),
): CopyFinding[] {
  return checkSources(files, readReviews(), isTouched).filter(
    // Leaves out notes about a whole language, which are reported at one text.
    ({ rule }) => rule !== 'untranslated',
  )
}

/** Returns the errors of the texts that the changes write. */
export function errorsAmong(
  findings: CopyFinding[],
  changes: Change[],
): CopyFinding[] {
  const isWritten = ({ key, locale }: CopyFinding) =>
    changes.some((change) =>
      change.type === 'set'
        ? change.key === key && change.locale === locale
        : 'list' in change,
    )
  return findings.filter((found) => found.level === 'error' && isWritten(found))
}

/** Whether pages could not show a text with this error. */
export function isBreaking({ rule, problem }: CopyFinding): boolean {
  return (
    ['icu', 'links', 'unfilled'].includes(rule) ||
    (rule === 'arguments' && problem.startsWith('The site cannot fill in'))
  )
}

/** Returns the changes as they will be saved. */
export function typesetChanges(changes: Change[]) {
  const corrected = changes.map(typesetChange)
  const isCorrected = JSON.stringify(corrected) !== JSON.stringify(changes)
  return { corrected, isCorrected }
}

/** Returns the change as it will be saved. */
export function typesetChange(change: Change): Change {
  // Makes a straight apostrophe before a brace or tag curly, because ICU would
  // read it as a quote that makes the argument or tag literal text.
  const correct = (locale: string, text: string) =>
    typeset(locale, text.replace(/'(?=[{<])/g, '’'))
  if (change.type === 'set')
    return { ...change, text: correct(change.locale, change.text) }
  if (change.type !== 'add') return change
  const texts = mapValues(change.texts, (fields, locale) =>
    mapValues(fields, (text) => correct(locale, text)),
  )
  return { ...change, texts }
}

// Parts left alone: addresses, and what ICU MessageFormat quotes with
// apostrophes.
const kept = new RegExp(`${address}|''|'[{}<>#|](?:[^']|'')*'?`, 'gu')

/**
 * Returns a text with the spaces and punctuation of its language. Leaves
 * arguments, tags, addresses and quoted braces alone.
 */
export function typeset(locale: string, text: string): string {
  const rules = [...sharedTerms().spacing, ...termsOf(locale).typography]
  return rules.reduce((message, { find, replace }) => {
    if (replace === undefined) return message
    const parts = [...message.matchAll(kept)].map(
      ({ index, 0: part }) => [index, index + part.length] as const,
    )
    return replaceInWords(message, new RegExp(find, 'gu'), (found, offset) => {
      const isKept = parts.some(
        ([from, to]) => from < offset + found.length && offset < to,
      )
      return isKept ? found : replace
    })
  }, text)
}
