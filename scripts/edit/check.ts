// The findings for texts while they are typed, and the typography that the editor corrects by itself.
import { anyFacts } from '@/lib/i18n/company-facts'
import type { Finding, Sources } from '../copy/catalogs'
import { checkSources } from '../copy/check'
import { address, literalRanges, parseText } from '../copy/message'
import { applyChanges, type Change, editSchema, readVersions, viewOf } from './catalogs'
import { type Routes, withBody } from './http'
import { reviewedAfter } from './records'

export const routes: Routes = {
  'POST /_edit/check': withBody(editSchema, ({ changes }) => {
    const files = applyChanges(readVersions().files, changes)
    return { findings: findingsOf(files, changes), corrected: changes.map(typesetChange) }
  }),
}

type IsTouched = (key: string) => boolean

export function touchedBy(changes: Change[]): IsTouched {
  const keys = new Set(changes.flatMap((change) => ('key' in change ? change.key : [])))
  const entries = changes.flatMap((change) => ('list' in change ? `${change.list}.${change.name}.` : []))
  return (key) => keys.has(key) || entries.some((entry) => key.startsWith(entry))
}

export function findingsOf(files: Sources, changes: Change[], isTouched = touchedBy(changes)): Finding[] {
  // Saving records what is unrecorded.
  const found = checkSources(files, reviewedAfter(viewOf(files), changes), isTouched)
  return [...unfilledIn(files, isTouched), ...found.filter(({ rule }) => rule !== 'unrecorded')]
}

export function findProblems(files: Sources, changes: Change[]): Finding[] {
  const isSet = ({ key, locale }: Finding) =>
    changes.some((change) =>
      change.type === 'set' ? change.key === key && change.locale === locale : 'list' in change,
    )
  const isBreaking = ({ rule, problem }: Finding) =>
    ['icu', 'links', 'unfilled'].includes(rule) ||
    (rule === 'arguments' && problem.startsWith('The site cannot fill in'))
  return findingsOf(files, changes).filter((found) => found.level === 'error' && isSet(found) && isBreaking(found))
}

// English decides which arguments a text has, and the code fills in those that it had so far.
function unfilledIn(files: Sources, isTouched: IsTouched): Finding[] {
  const before = viewOf(readVersions().files).english.messages
  const { locale, file, messages } = viewOf(files).english
  return [...messages.values()].flatMap(({ key, text, line, column }) => {
    if (!isTouched(key)) return []
    const known = [...parseText(before.get(key)?.text ?? '').args, ...Object.keys(anyFacts)]
    const unknown = parseText(text).args.filter((name) => !known.includes(name))
    if (unknown.length === 0) return []
    const problem = `The site cannot fill in ${unknown.map((name) => `“{${name}}”`).join(', ')} here.`
    const place = { locale, file, line, column, key, pages: [] }
    return [{ level: 'error' as const, rule: 'unfilled', ...place, problem, fix: 'Remove it.' }]
  })
}

export function typesetChange(change: Change): Change {
  if (change.type === 'set') return { ...change, text: typeset(change.locale, change.text) }
  if (change.type !== 'add') return change
  const texts = Object.entries(change.texts).map(([locale, fields]) => {
    return [locale, Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, typeset(locale, text)]))]
  })
  return { ...change, texts: Object.fromEntries(texts) }
}

type Step = [find: RegExp, replace: string]

const narrow = '\u202F'
const spaces = '[ \u00A0\u2009\u202F]*'

// A quotation mark opens after a space, a bracket, a dash, a slash outside addresses or an opening tag.
const opening = /(?:^|[\s([{¿¡«“—–-]|\/(?=$)(?<!https?:\/\/\S*)|<\w+>)$/u

const french: Step[] = [
  [/(?<=\d)[ \u00A0]?%/gu, `${narrow}%`],
  [new RegExp(`(?<![;!? \u00A0\u2009\u202F])${spaces}([;!?])`, 'gu'), `${narrow}$1`],
  [new RegExp(`${spaces}»`, 'gu'), `${narrow}»`],
  // Not in a time, an address or a command such as npm run db:migrate.
  [new RegExp(`${spaces}:(?!\\d|//|\\p{L})`, 'gu'), `${narrow}:`],
  [new RegExp(`«${spaces}`, 'gu'), `«${narrow}`],
]

const spanish: Step[] = [
  [/[ \u00A0\u2009\u202F]+([;:!?»])/gu, '$1'],
  [/([¿¡«])[ \u00A0\u2009\u202F]+/gu, '$1'],
]

const english: Step[] = [[/[ \u00A0\u2009\u202F]+([;:!?])/gu, '$1']]

type Typography = { quotes: [open: string, close: string]; replaced: string; apostrophe?: string; steps: Step[] }

const typographies: Record<string, Typography> = {
  en: { quotes: ['“', '”'], replaced: '"', steps: english },
  fr: { quotes: ['«', '»'], replaced: '"“”', apostrophe: '’', steps: french },
  es: { quotes: ['«', '»'], replaced: '"“”', steps: spanish },
}

/** A text with its language's spaces and marks. Arguments, tags, addresses and quoted braces stay. */
export function typeset(locale: string, text: string): string {
  const own = typographies[locale]
  if (!own) return text
  const message = own.apostrophe ? text.replace(elision, own.apostrophe) : text
  try {
    return correctMessage(message, own)
  } catch {
    // A text that is being typed may not be a valid message yet.
    return text
  }
}

// In “l'{brand}” a straight apostrophe would quote the brace, and pages would show {brand}.
const elision = /(?<=\p{L})'(?=\{\w+[,}]|<\w+>)/gu

// Addresses, and parts that ICU MessageFormat quotes with apostrophes.
const kept = new RegExp(`${address}|''|'[{}<>#|](?:[^']|'')*'?`, 'gu')

function correctMessage(message: string, own: Typography): string {
  let [result, end] = ['', 0]
  for (const [from, to] of literalRanges(message)) {
    result += message.slice(end, from)
    for (const [words, isKept] of pieces(message.slice(from, to))) {
      result += isKept ? words : correctWords(words, result, own)
    }
    end = to
  }
  return result + message.slice(end)
}

function pieces(literal: string): [words: string, isKept: boolean][] {
  const found: [string, boolean][] = []
  let end = 0
  for (const { 0: part, index } of literal.matchAll(kept)) {
    found.push([literal.slice(end, index), false], [part, true])
    end = index + part.length
  }
  return [...found, [literal.slice(end), false]]
}

function correctWords(words: string, before: string, { quotes, replaced, apostrophe, steps }: Typography): string {
  const [open, close] = quotes
  const quoted = words.replace(new RegExp(`[${replaced}]`, 'gu'), (mark, at: number) => {
    if (mark !== '"') return mark === '“' ? open : close
    return opening.test(before + words.slice(0, at)) ? open : close
  })
  const marked = apostrophe ? quoted.replaceAll("'", apostrophe) : quoted
  return steps.reduce((text, [find, replace]) => text.replace(find, replace), marked)
}
