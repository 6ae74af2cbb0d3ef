import { existsSync, readFileSync } from 'node:fs'
import { localizedPath } from '@/lib/i18n/navigation'
import { isLocale, routing } from '@/lib/i18n/routing'
import { readCatalog } from './catalog'
import { type Context, placesOf, type Rule } from './context'
import type { Reviewed } from './reviewed'
import * as content from './rules/content'
import { facts } from './rules/facts'
import * as icu from './rules/icu'
import * as keys from './rules/keys'
import * as translation from './rules/translation'
import * as typography from './rules/typography'
import * as wording from './rules/wording'
import { createTermsReader, readSharedTerms } from './terms'
import { type Catalog, type Finding, levels, type RuleFinding } from './types'
import type { Usage } from './usage'

export const rules = {
  missing: keys.missing,
  extra: keys.extra,
  order: keys.order,
  undefined: keys.undefinedKeys,
  unused: keys.unused,
  empty: icu.empty,
  icu: icu.icu,
  arguments: icu.args,
  mismatch: icu.sameShape,
  tags: icu.tags,
  stale: translation.stale,
  unrecorded: translation.unrecorded,
  marked: translation.marked,
  untranslated: translation.untranslated,
  length: content.lengths,
  typography: typography.typography,
  spacing: typography.spacing,
  glossary: wording.glossary,
  verbatim: wording.verbatim,
  facts,
  forbidden: content.forbidden,
  required: content.required,
  links: content.links,
  specification: content.specification,
} satisfies Record<string, Rule>

export function catalogFile(locale: string): string {
  return `messages/${locale}.json`
}

export function readFiles(): Record<string, string> {
  const files = routing.locales.map((locale) => {
    const file = catalogFile(locale)
    if (!existsSync(file)) throw new Error(`There is no ${file}: every language of lib/i18n/routing.ts needs its own.`)
    return [locale, readFileSync(file, 'utf8')]
  })
  return Object.fromEntries(files)
}

export function readCatalogs(files: Record<string, string>) {
  const read = Object.entries(files).map(([locale, source]) => readCatalog(locale, catalogFile(locale), source))
  const catalogs = read.map(({ catalog }) => catalog)
  const english = catalogs.find(({ locale }) => locale === routing.defaultLocale)
  return { catalogs, english, broken: read.flatMap(({ broken }) => broken) }
}

export function loadCatalogs(): { english: Catalog; translations: Catalog[] } {
  const { catalogs, english, broken } = readCatalogs(readFiles())
  if (broken.length > 0 || !english) throw new Error('The catalogs cannot be read: npm run copy says why.')
  return { english, translations: catalogs.filter((catalog) => catalog !== english) }
}

export function check(
  files: Record<string, string>,
  reviewed: Reviewed,
  usage: Usage,
  chosen: Record<string, Rule> = rules,
): Finding[] {
  const { catalogs, english, broken } = readCatalogs(files)
  if (broken.length > 0 || !english) return broken
  const context = { catalogs, english, usage, reviewed, shared: readSharedTerms(), termsOf: createTermsReader() }
  return judge(context, chosen)
}

/** What rules find in the catalogs of a context, the worst first. */
export function judge(context: Context, chosen: Record<string, Rule>): Finding[] {
  const found = Object.entries(chosen).flatMap(([rule, find]) =>
    find(context).map((finding) => locate(rule, finding, context)),
  )
  return found.sort((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level))
}

function locate(rule: string, { catalog, key, place, ...rest }: RuleFinding, context: Context): Finding {
  const message = catalog.messages.get(key) ?? messageBelow(catalog, key)
  const { line, column } = place ?? message ?? { line: 1, column: 1 }
  const { locale, file } = catalog
  const pages = placesOf(message?.key ?? key, context).map((path) => addressOf(path, locale))
  return { ...rest, rule, locale, file, line, column, key, text: message?.text, pages }
}

function messageBelow({ messages }: Catalog, key: string) {
  return [...messages.values()].find((message) => message.key.startsWith(`${key}.`))
}

/** A page's address in a language; names of other places stay. */
export function addressOf(place: string, locale: string): string {
  return place.startsWith('/') && isLocale(locale) ? localizedPath(locale, place) : place
}
