import { untranslatedMark } from '../locale/language.mjs'
import type { Reviewed } from './reviewed'
import type { LanguageTerms, SharedTerms } from './terms'
import type { Catalog, Level, Message, RuleFinding } from './types'
import { recordedKey, type Usage } from './usage'

/** All that a rule may look at. */
export type Context = {
  catalogs: Catalog[]
  /** The catalog that the others are translated from. */
  english: Catalog
  usage: Usage
  shared: SharedTerms
  termsOf(locale: string): LanguageTerms
  reviewed: Reviewed
}

export type Rule = (context: Context) => RuleFinding[]

/** The pages that show a text, or the other places where it goes; none when nothing shows it. */
export function placesOf(key: string, { usage, shared }: Context): string[] {
  return usage.places[recordedKey(key, shared.lists)] ?? []
}

/** A rule that looks at one text at a time, if that is translated; `say` reports. */
export function eachText(check: (text: Text) => void): Rule {
  return (context) => {
    const findings: RuleFinding[] = []
    for (const catalog of context.catalogs) {
      for (const message of catalog.messages.values()) {
        if (isMarked(message)) continue
        const say: Say = (level, problem, fix) => findings.push({ level, problem, fix, catalog, key: message.key })
        const english = catalog === context.english ? undefined : context.english.messages.get(message.key)
        check({ ...message, catalog, context, terms: context.termsOf(catalog.locale), english, say })
      }
    }
    return findings
  }
}

/** A rule that compares one translation at a time with English. */
export function eachTranslation(check: (catalog: Catalog, context: Context) => RuleFinding[]): Rule {
  return (context) => {
    const translations = context.catalogs.filter((catalog) => catalog !== context.english)
    return translations.flatMap((catalog) => check(catalog, context))
  }
}

/** Whether a text of a new language is still the English one, and marked as such. */
export function isMarked({ text }: Message): boolean {
  return text.startsWith(untranslatedMark)
}

type Say = (level: Level, problem: string, fix: string) => void

export type Text = Message & {
  catalog: Catalog
  context: Context
  terms: LanguageTerms
  /** The English text, of a translation. */
  english?: Message
  say: Say
}

/** A list as a sentence has it: “a”, “b”. */
export function quoted(names: Iterable<string>): string {
  return [...names].map((name) => `“${name}”`).join(', ')
}
