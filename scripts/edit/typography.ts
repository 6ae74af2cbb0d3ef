// Spaces, quotation marks and apostrophes as the terms of each language want them (scripts/copy/terms).
import { literalRanges } from '@/lib/preview/literals'
import { address } from '../copy/icu'
import type { Change } from './types'

type Step = [find: RegExp, replace: string]

const narrow = '\u202F'
const spaces = '[ \u00A0\u2009\u202F]*'

// Opens after a space, a bracket, a dash, a slash that ends no address or an opening tag; closes after all else.
const opening = /(?:^|[\s([{¿¡«“—–-]|\/(?=$)(?<!https?:\/\/\S*)|<\w+>)$/u

const french: Step[] = [
  [/(?<=\d)[ \u00A0]?%/gu, `${narrow}%`],
  [new RegExp(`(?<![;!? \u00A0\u2009\u202F])${spaces}([;!?])`, 'gu'), `${narrow}$1`],
  [new RegExp(`${spaces}»`, 'gu'), `${narrow}»`],
  [new RegExp(`${spaces}:(?!\\d)`, 'gu'), `${narrow}:`],
  [new RegExp(`«${spaces}`, 'gu'), `«${narrow}`],
]

const spanish: Step[] = [
  [/[ \u00A0\u2009\u202F]+([;:!?»])/gu, '$1'],
  [/([¿¡«])[ \u00A0\u2009\u202F]+/gu, '$1'],
]

const english: Step[] = [[/[ \u00A0\u2009\u202F]+([;:!?])/gu, '$1']]

type Rules = { quotes: [open: string, close: string]; replaced: string; apostrophe?: string; steps: Step[] }

const rules: Record<string, Rules> = {
  en: { quotes: ['“', '”'], replaced: '"', steps: english },
  fr: { quotes: ['«', '»'], replaced: '"“”', apostrophe: '’', steps: french },
  es: { quotes: ['«', '»'], replaced: '"“”', steps: spanish },
}

/** A text with the marks of its language; what stands in `{}` and `<>`, addresses and quoted braces stay. */
export function typeset(locale: string, text: string): string {
  const own = rules[locale]
  if (!own) return text
  const message = own.apostrophe ? text.replace(elision, own.apostrophe) : text
  try {
    return correct(message, own)
  } catch {
    // A text that is being typed may not be a message yet.
    return text
  }
}

export function typesetChange(change: Change): Change {
  if (change.type === 'set') {
    const text = typeset(change.locale, change.text)
    return text === change.text ? change : { ...change, text }
  }
  if (change.type !== 'add') return change
  const texts = Object.entries(change.texts).map(([locale, fields]) => {
    return [locale, Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, typeset(locale, text)]))]
  })
  const corrected = { ...change, texts: Object.fromEntries(texts) }
  return JSON.stringify(corrected) === JSON.stringify(change) ? change : corrected
}

// In “l'{brand}” a straight apostrophe would quote the brace, and {brand} be shown as it stands.
const elision = /(?<=\p{L})'(?=\{\w+[,}]|<\w+>)/gu

// What is left alone inside of words: addresses, and what ICU MessageFormat quotes by apostrophes.
const kept = new RegExp(`${address}|''|'[{}<>#|](?:[^']|'')*'?`, 'gu')

function correct(message: string, own: Rules): string {
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

function correctWords(words: string, before: string, { quotes, replaced, apostrophe, steps }: Rules): string {
  const [open, close] = quotes
  const quoted = words.replace(new RegExp(`[${replaced}]`, 'gu'), (mark, at: number) => {
    if (mark !== '"') return mark === '“' ? open : close
    return opening.test(before + words.slice(0, at)) ? open : close
  })
  const marked = apostrophe ? quoted.replaceAll("'", apostrophe) : quoted
  return steps.reduce((text, [find, replace]) => text.replace(find, replace), marked)
}
