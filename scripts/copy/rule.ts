// Types of the rules of the copy check: their input and their findings.
import type { Catalog, Level, Message } from './catalogs'
import type { Reviews } from './reviewed'
import type { LanguageTerms } from './terms'

export type Context = {
  catalogs: Catalog[]
  english: Catalog
  sharedEnglish: Catalog
  reviews: Reviews
  /**
   * Whether these are the brand's own catalogs, which may have fewer texts than
   * the shared ones.
   */
  isBrand: boolean
}

export type Report = (
  level: Level,
  catalog: Catalog,
  key: string,
  problem: string,
  fix: string,
) => void

/** A text with everything the rules need; `report` records a finding. */
export type Text = Message & {
  catalog: Catalog
  context: Context
  terms: LanguageTerms
  english: Message | undefined
  /** The text that readers see, in every plural form. */
  words: string
  report: (level: Level, problem: string, fix: string) => void
}

export type CatalogRule = (context: Context, report: Report) => void

export type TextRule = (text: Text) => void

export function quoted(names: Iterable<string>): string {
  return [...names].map((name) => `“${name}”`).join(', ')
}

export function translationsOf({
  catalogs,
  english,
  isBrand,
}: Context): Catalog[] {
  return isBrand ? [] : catalogs.filter((catalog) => catalog !== english)
}

export function wholeWord(pattern: string, flags: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, flags)
}
