import { untranslatedMark } from '@/lib/i18n/untranslated-mark.mjs'
import type { Reviewed } from './reviewed'
import type { LanguageTerms, SharedTerms } from './terms'
import type { Catalog, Level, Message, RuleFinding } from './types'
import { recordedKey, type Usage } from './usage'

export type Context = {
  catalogs: Catalog[]
  english: Catalog
  usage: Usage
  shared: SharedTerms
  termsOf(locale: string): LanguageTerms
  reviewed: Reviewed
}

export type Rule = (context: Context) => RuleFinding[]

/** The pages that show a text, or the other places where it goes; none when it is unused. */
export function placesOf(key: string, { usage, shared }: Pick<Context, 'usage' | 'shared'>): string[] {
  return usage.places[recordedKey(key, shared.lists)] ?? []
}

export function eachText(check: (text: Text) => void): Rule {
  return (context) => {
    findings = []
    for (const text of textsOf(context)) check(text)
    return findings
  }
}

/** What the rule that runs has found: one runs at a time. */
let findings: RuleFinding[] = []

// Made once for all rules: there are thousands of texts.
const textsOf = weakMemo((context: Context): Text[] => {
  return context.catalogs.flatMap((catalog) => {
    const terms = context.termsOf(catalog.locale)
    return [...catalog.messages.values()].flatMap((message) => {
      if (isMarked(message)) return []
      const say: Say = (level, problem, fix) => findings.push({ level, problem, fix, catalog, key: message.key })
      const english = catalog === context.english ? undefined : context.english.messages.get(message.key)
      return { ...message, catalog, context, terms, english, say }
    })
  })
})

function weakMemo<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, Value>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}

export function eachTranslation(check: (catalog: Catalog, context: Context) => RuleFinding[]): Rule {
  return (context) => {
    const translations = context.catalogs.filter((catalog) => catalog !== context.english)
    return translations.flatMap((catalog) => check(catalog, context))
  }
}

export function isMarked({ text }: Message): boolean {
  return text.startsWith(untranslatedMark)
}

type Say = (level: Level, problem: string, fix: string) => void

export type Text = Message & {
  catalog: Catalog
  context: Context
  terms: LanguageTerms
  english?: Message
  say: Say
}

export function quoted(names: Iterable<string>): string {
  return [...names].map((name) => `“${name}”`).join(', ')
}
