import { eachText, type Text } from '../context'
import { readable } from '../icu'
import { isAmong, type Pattern } from '../terms'

export const typography = eachText(({ key, text, terms, context, say }) => {
  for (const part of readable(text)) {
    sayPatterns(part, key, terms.typography, say)
    for (const [open, close] of [...terms.pairs, ...context.shared.pairs]) {
      if (count(part, open) === count(part, close)) continue
      say('error', `${open} and ${close} belong together, and one is missing.`, `Write ${open}…${close}.`)
    }
  }
})

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

function around(text: string, { index = 0, 0: found }: RegExpMatchArray): string {
  const [start, end] = [Math.max(0, index - 12), index + found.length + 12]
  return `See “${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}”.`
}

function count(text: string, mark: string): number {
  return text.split(mark).length - 1
}
