import { facts } from '@/lib/i18n/messages'
import { eachText, quoted } from '../context'
import { parseText, readable } from '../icu'
import { isAmong } from '../terms'

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

/** Names that are the same everywhere; the company's own are settings. */
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
