import { facts } from '@/lib/i18n/messages'
import { eachText, quoted, type Text } from '../context'
import { gap, parseText } from '../icu'
import { isAmong, type Pattern } from '../terms'

/** What a reader sees of a text, with addresses taken out: they have a spelling of their own. */
function readable(text: string): string[] {
  return parseText(text).texts.map((part) => part.replace(/\bhttps?:\/\/\S*|\S+@\S+/g, gap))
}

/** The typography of a language: its marks and the spaces around them. */
export const typography = eachText(({ key, text, terms, context, say }) => {
  for (const part of readable(text)) {
    sayPatterns(part, key, terms.typography, say)
    for (const [open, close] of [...terms.pairs, ...context.shared.pairs]) {
      if (count(part, open) === count(part, close)) continue
      say('error', `${open} and ${close} belong together, and one is missing.`, `Write ${open}…${close}.`)
    }
  }
})

/** Spaces where none belong, and words that stand twice. */
export const spacing = eachText(({ key, text, context, say }) => {
  const [whole = ''] = readable(text)
  sayPatterns(whole, key, context.shared.spacing, say)
})

function sayPatterns(part: string, key: string, patterns: Pattern[], say: Text['say']) {
  for (const { find, problem, fix, except } of patterns) {
    const found = part.match(find)
    if (found && !isAmong(key, except)) say('error', `${problem} ${around(part, found)}`, fix)
  }
}

/** The terms of a language: what they are in translation, and forms that are wrong. */
export const glossary = eachText(({ key, text, english, terms, say }) => {
  const parts = readable(text)
  const source = english ? parseText(english.text).texts.join('\n') : ''
  for (const { english: term, use, say: right, never, except } of terms.glossary) {
    if (isAmong(key, except)) continue
    const wrong = never && find(parts, never)
    if (wrong) say('error', `${wrong} is not the term we use.`, `Write ${right}.`)
    else if (term && use && find([source], term) && !find(parts, use)) {
      say('warning', `English says ${find([source], term)}, and this text has no ${right}.`, `Say ${right} here.`)
    }
  }
})

/** Names and technical terms that are written alike everywhere, and the company's own, which are settings. */
export const verbatim = eachText(({ text, context, say }) => {
  for (const part of readable(text)) {
    for (const term of context.shared.verbatim) {
      const loose = term.split(/[-/ ]/).join('[-/ ]?')
      for (const [found] of part.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${loose}(?![\\p{L}\\p{N}])`, 'giu'))) {
        if (found !== term) say('error', `“${found}” is written otherwise.`, `Write ${term}.`)
      }
    }
  }
  for (const [name, value] of Object.entries(facts)) {
    if (!/^\d+$/.test(value) && hasWord(text, value)) {
      say('error', `The text names ${quoted([value])}, which is a setting.`, `Write {${name}}.`)
    }
  }
})

function hasWord(text: string, word: string): boolean {
  const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<!\\p{L})${literal}(?!\\p{L})`, 'u').test(text)
}

function find(parts: string[], pattern: RegExp): string | undefined {
  const found = parts.map((part) => part.match(pattern)?.[0]).find(Boolean)
  return found && `“${found}”`
}

function around(text: string, { index = 0, 0: found }: RegExpMatchArray): string {
  const [start, end] = [Math.max(0, index - 12), index + found.length + 12]
  return `See “${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}”.`
}

function count(text: string, mark: string): number {
  return text.split(mark).length - 1
}
