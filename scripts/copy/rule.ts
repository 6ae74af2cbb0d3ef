// Types of the rules of the copy check: their input and their findings.
import type { Catalog, CatalogMessage, Level } from './catalogs'
import type { Reviews } from './reviewed'
import type { LanguageTerms } from './terms'

export type RuleContext = {
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

export type ReportFinding = (
  level: Level,
  catalog: Catalog,
  key: string,
  problem: string,
  fix: string,
) => void

/** A text with everything the rules need; `report` records a finding. */
export type Text = CatalogMessage & {
  catalog: Catalog
  context: RuleContext
  terms: LanguageTerms
  english: CatalogMessage | undefined
  /** The English text that an outdated translation was made from. */
  earlier: string | undefined
  /** The text that readers see, in every plural form. */
  words: string
  report: (level: Level, problem: string, fix: string) => void
}

export type CatalogRule = (context: RuleContext, report: ReportFinding) => void

export type TextRule = (text: Text) => void

export function quoted(names: Iterable<string>): string {
  return [...names].map((name) => `“${name}”`).join(', ')
}

export function translationsOf({
  catalogs,
  english,
  isBrand,
}: RuleContext): Catalog[] {
  return isBrand ? [] : catalogs.filter((catalog) => catalog !== english)
}

export function wholeWord(pattern: string, flags: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, flags)
}
