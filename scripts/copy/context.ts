import { untranslatedMark } from '../locale/language.mjs'
import type { Reviewed } from './reviewed'
import type { Catalog, Fault, Level, Message } from './types'
import type { Usage } from './usage'
import type { SharedWords, Words } from './words'

/** All that a rule may look at. */
export type Context = {
  catalogs: Catalog[]
  /** The catalog that the others are translated from. */
  english: Catalog
  usage: Usage
  shared: SharedWords
  wordsOf(locale: string): Words
  reviewed: Reviewed
  /** The company's facts, which any text may name. */
  facts: Record<string, string>
}

export type Rule = (context: Context) => Fault[]

/** A rule that looks at one text at a time, if that is translated; `say` reports. */
export function eachText(check: (text: Text) => void): Rule {
  return (context) => {
    const faults: Fault[] = []
    for (const catalog of context.catalogs) {
      for (const message of catalog.messages.values()) {
        if (isMarked(message)) continue
        const say: Say = (level, problem, mend) => faults.push({ level, problem, mend, catalog, key: message.key })
        const english = catalog === context.english ? undefined : context.english.messages.get(message.key)
        check({ ...message, catalog, context, words: context.wordsOf(catalog.locale), english, say })
      }
    }
    return faults
  }
}

/** Whether a text of a new language is still the English one, and marked as such. */
export function isMarked({ text }: Message): boolean {
  return text.startsWith(untranslatedMark)
}

type Say = (level: Level, problem: string, mend: string) => void

export type Text = Message & {
  catalog: Catalog
  context: Context
  words: Words
  /** The English text, of a translation. */
  english?: Message
  say: Say
}

/** A list as a sentence has it: “a”, “b”. */
export function quoted(names: Iterable<string>): string {
  return [...names].map((name) => `“${name}”`).join(', ')
}
