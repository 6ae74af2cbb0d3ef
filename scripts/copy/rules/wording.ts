import { eachText } from '../context'
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

/** Names that are the same everywhere. */
export const verbatim = eachText(({ text, context, say }) => {
  for (const part of readable(text)) {
    for (const term of context.shared.verbatim) {
      for (const [found] of part.matchAll(looselyWritten(term))) {
        if (found !== term) say('error', `“${found}” is written otherwise.`, `Write ${term}.`)
      }
    }
  }
})

const patterns = new Map<string, RegExp>()

function looselyWritten(term: string): RegExp {
  const loose = term.split(/[-/ ]/).join('[-/ ]?')
  const pattern = patterns.get(term) ?? new RegExp(`(?<![\\p{L}\\p{N}])${loose}(?![\\p{L}\\p{N}])`, 'giu')
  patterns.set(term, pattern)
  return pattern
}

function find(parts: string[], pattern: RegExp): string | undefined {
  const found = parts.map((part) => part.match(pattern)?.[0]).find(Boolean)
  return found && `“${found}”`
}
