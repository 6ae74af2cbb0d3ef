// The rules of the copy check. ICU syntax and arguments are checked by the parser that next-intl itself uses.
import { isStructurallySame } from '@formatjs/icu-messageformat-parser'
import { anyFacts, companyFacts, fillFacts } from '@/lib/i18n/company-facts'
import { linkTags, splitPath } from '@/lib/i18n/navigation'
import { type Locale, routing } from '@/lib/i18n/routing'
import { findRoute } from '@/lib/routes'
import { site } from '@/lib/site'
import { type Catalog, type Finding, isMarked, type Level, type Message, type Place } from './catalogs'
import { gap, type Parsed, parseText, readable } from './message'
import { type Reviewed, reviewOf } from './reviewed'
import { isAmong, type LanguageTerms, type Pattern, placesOf, type SharedTerms } from './terms'

export type Context = {
  catalogs: Catalog[]
  english: Catalog
  sharedEnglish: Catalog
  reviewed: Reviewed
  shared: SharedTerms
  termsOf(locale: string): LanguageTerms
  /** Whether the catalogs are the brand's own, which may have fewer texts than the shared ones. */
  isBrand: boolean
}

export type RuleFinding = Pick<Finding, 'level' | 'problem' | 'fix'> & { catalog: Catalog; key: string; place?: Place }

/** A text with everything that rules need; `report` records a finding. */
export type Text = Message & {
  catalog: Catalog
  context: Context
  terms: LanguageTerms
  english?: Message
  report: (level: Level, problem: string, fix: string) => void
}

type CatalogRule = (context: Context) => RuleFinding[]
type TextRule = (text: Text) => void

export const catalogRules: Record<string, CatalogRule> = {
  missing,
  extra,
  order,
  unlisted,
  unrecorded,
  untranslated,
  'brand-translation': brandTranslation,
}

export const textRules: Record<string, TextRule> = {
  empty,
  icu,
  arguments: args,
  links: tags,
  stale,
  english: leftEnglish,
  length: lengths,
  typography,
  glossary,
  verbatim,
  facts,
  forbidden,
  required,
  addresses,
}

function quoted(names: Iterable<string>): string {
  return [...names].map((name) => `“${name}”`).join(', ')
}

function translationsOf({ catalogs, english, isBrand }: Context): Catalog[] {
  return isBrand ? [] : catalogs.filter((catalog) => catalog !== english)
}

function missing(context: Context): RuleFinding[] {
  const { english } = context
  return translationsOf(context).flatMap((catalog) =>
    [...english.messages.values()]
      .filter(({ key }) => !catalog.messages.has(key))
      .map(({ key, text }) => ({
        level: 'error' as const,
        catalog,
        key,
        place: placeFor(key, catalog, english),
        problem: `This text is missing. In English it is “${text}”.`,
        fix: `Add it with its translation after this line, as in ${english.file}.`,
      })),
  )
}

// After the text that it follows in English, or after another text of its group.
function placeFor(key: string, catalog: Catalog, english: Catalog): Place {
  const keys = [...english.messages.keys()]
  const known = keys.slice(0, Math.max(keys.indexOf(key), 0)).reverse()
  const near = known.find((other) => catalog.messages.has(other))
  const { line, column } = catalog.messages.get(near ?? '') ?? { line: 1, column: 1 }
  return { line, column }
}

/** Texts that English does not have, other than those of whole entries that a brand adds to a list. */
function extra({ catalogs, sharedEnglish: english, shared, isBrand }: Context): RuleFinding[] {
  const problem = 'The shared English catalog has no such text.'
  const fix = 'Add it there too, or delete it here. Check the spelling of its key.'
  const isAdded = (key: string, { groups }: Catalog) => {
    const [, list = '', entry = ''] = /^(.+)\.([^.]+)\.[^.]+$/.exec(key) ?? []
    const fields = english.groups.get(`${list}.${english.groups.get(list)?.[0]}`) ?? []
    return isAmong(list, shared.lists) && fields.every((field) => groups.get(`${list}.${entry}`)?.includes(field))
  }
  return catalogs.flatMap((catalog) => {
    const own = [...catalog.messages.keys()].filter((key) => !english.messages.has(key))
    const wrong = own.filter((key) => !isBrand || !isAdded(key, catalog))
    return wrong.map((key) => ({ level: 'error' as const, catalog, key, problem, fix }))
  })
}

function order(context: Context): RuleFinding[] {
  const { english, shared } = context
  return translationsOf(context).flatMap((catalog) =>
    [...english.groups].flatMap(([group, names]): RuleFinding[] => {
      if (!isAmong(group, shared.lists)) return []
      const own = catalog.groups.get(group)?.filter((name) => names.includes(name)) ?? []
      const expected = names.filter((name) => own.includes(name))
      const at = own.findIndex((name, index) => name !== expected[index])
      if (at < 0) return []
      const problem = `The order differs from ${english.file}, where “${expected[at]}” comes next.`
      const fix = `Put the entries in this order: ${quoted(expected)}.`
      return [{ level: 'error', catalog, key: `${group}.${own[at]}`, problem, fix }]
    }),
  )
}

/** New groups of texts whose place nobody has recorded, and entries that the code needs. */
function unlisted({ english, shared, isBrand }: Context): RuleFinding[] {
  if (isBrand) return []
  const lost = shared.entries.filter((key) => !english.messages.has(key) && !english.groups.has(key))
  const unknown = [...english.messages.keys()].filter((key) => placesOf(key, shared).length === 0)
  const firstOfGroups = new Map(unknown.map((key) => [key.split('.')[0], key]))
  return [
    ...lost.map((key): RuleFinding => {
      const problem = `The site needs the text “${key}”, which is missing.`
      return { level: 'error', catalog: english, key, problem, fix: 'Add it in every language. Check its spelling.' }
    }),
    ...[...firstOfGroups.values()].map((key): RuleFinding => {
      const problem = 'Nobody has recorded where the site shows this text.'
      return {
        level: 'warning',
        catalog: english,
        key,
        problem,
        fix: 'Add it to "places" in scripts/copy/terms/shared.json.',
      }
    }),
  ]
}

/** Translations that changed since the last record; unrecorded, they would hide later changes of English. */
function unrecorded(context: Context): RuleFinding[] {
  return translationsOf(context).flatMap((catalog) => {
    const changed = [...catalog.messages.values()].filter(({ key, text }) => {
      const source = context.english.messages.get(key)
      const review = source && reviewOf(source.text, text, context.reviewed[catalog.locale]?.[key])
      return review === 'new' || review === 'changed'
    })
    const [first] = changed
    if (!first) return []
    const problem = `${changed.length} new or changed translations are not recorded yet. This is the first one.`
    return [{ level: 'note', catalog, key: first.key, problem, fix: 'Run npm run content:date.' }]
  })
}

function untranslated(context: Context): RuleFinding[] {
  return translationsOf(context).flatMap((catalog) => {
    const left = [...catalog.messages.values()].filter(isMarked)
    const [first] = left
    if (!first) return []
    const count = left.length === 1 ? 'One text is' : `${left.length} of ${context.english.messages.size} texts are`
    const problem = `${count} not translated yet. Visitors read English instead. ${left.length === 1 ? '' : 'This is the first one.'}`
    const fix = 'Translate it and remove the mark [en].'
    return [{ level: 'warning', catalog, key: first.key, problem: problem.trim(), fix }]
  })
}

/** A brand that rewrites a text in one language leaves the shared text, with its old meaning, in the others. */
function brandTranslation({ catalogs, sharedEnglish: english, isBrand }: Context): RuleFinding[] {
  if (!isBrand) return []
  const keys = new Set(catalogs.flatMap(({ messages }) => [...messages.keys()]))
  return [...keys]
    .filter((key) => english.messages.has(key))
    .flatMap((key): RuleFinding[] => {
      const has = (locale: string) => catalogs.find((catalog) => catalog.locale === locale)?.messages.has(key)
      const absent = routing.locales.filter((locale) => !has(locale))
      const catalog = catalogs.find(({ messages }) => messages.has(key))
      if (absent.length === 0 || !catalog) return []
      const names = absent.join(', ')
      const problem = `The brand has its own text here, but not in these languages: ${names}. They show the shared text.`
      return [
        { level: 'warning', catalog, key, problem, fix: `Write it in ${names} too, in the brand’s messages folder.` },
      ]
    })
}

function empty({ text, report }: Text) {
  if (text.trim() === '') report('error', 'This text is empty.', 'Write it, or delete it in every language.')
}

function icu({ text, report }: Text) {
  const { error } = parseText(text)
  if (error) report('error', ...error)
}

/** Arguments and links must be those of the English text; a brand may use fewer. English itself is typed by tsc. */
function args({ key, text, english, context, report }: Text) {
  const own = parseText(text)
  const shared = context.isBrand ? context.sharedEnglish.messages.get(key) : english
  const source = shared && parseText(shared.text)
  if (!own.elements || !source?.elements) return
  const [given, wanted] = [namesIn(own), namesIn(source)]
  const facts = Object.keys(anyFacts).map((name) => `{${name}}`)
  const absent = context.isBrand ? [] : wanted.filter((name) => !given.includes(name))
  const known = [...wanted, ...facts]
  const unknown = given.filter((name) => !known.includes(name) && (!context.isBrand || name.startsWith('{')))
  if (absent.length > 0) report('error', `English has ${quoted(absent)}, which is missing here.`, 'Add it.')
  if (unknown.length > 0) {
    const fix = wanted.length > 0 ? `Use only ${quoted(wanted)}, as in English.` : 'Remove it.'
    report('error', `The site cannot fill in ${quoted(unknown)} here, because English does not have it.`, fix)
  }
  if (absent.length + unknown.length > 0 || context.isBrand) return
  const { success } = isStructurallySame(source.elements, own.elements)
  const fix = 'Copy it from English and translate only its words.'
  if (!success) report('error', 'The choice or number in { } is not built like the English one.', fix)
}

function namesIn({ args: names, tags: links }: Parsed): string[] {
  return [...names.map((name) => `{${name}}`), ...links.map((name) => `<${name}>`)]
}

function tags({ text, key, context, report }: Text) {
  const { elements, tags: all } = parseText(text)
  // Not a link: a number that the console shows large.
  const used = all.filter((tag) => tag !== 'figure')
  if (!elements || used.length === 0) return
  const known: readonly string[] = linkTags
  const unknown = used.filter((tag) => !known.includes(tag)).map((tag) => `<${tag}>`)
  const fix = `The links are ${quoted(known.map((tag) => `<${tag}>`))}.`
  if (unknown.length > 0) report('error', `There is no link ${quoted(unknown)}.`, fix)
  if (/<(\w+)>\s*<\/\1>/.test(text)) report('error', 'A link has no words.', 'Write them between <tag> and </tag>.')
  if (!isAmong(key, context.shared.links)) report('error', 'Links do not work in this text.', 'Remove the tags.')
}

function stale({ key, text, catalog, english, context, report }: Text) {
  if (!english || context.isBrand) return
  if (reviewOf(english.text, text, context.reviewed[catalog.locale]?.[key]) !== 'stale') return
  const problem = `English has changed since this was translated. It is now “${english.text}”.`
  report('error', problem, `Translate it again. If it is still right: npm run copy -- accept ${key}`)
}

function leftEnglish({ key, text, english, catalog, terms, context, report }: Text) {
  if (!english || catalog.locale === context.english.locale) return
  const fix = 'Translate it. If it is right, add its key to sameAsEnglish in scripts/copy/terms.'
  if (text === english.text) {
    if (isAmong(key, terms.sameAsEnglish)) return
    const own = ownWords(text, context)
    if (own.length > 0) report(own.length > 2 ? 'error' : 'warning', 'This is the English text.', fix)
    return
  }
  const found = ownWords(text, context).filter((word) => terms.englishWords.includes(word.toLowerCase()))
  if (new Set(found).size > 1) report('warning', `This looks like English: ${found.join(' … ')}.`, fix)
}

function ownWords(text: string, { shared }: Context): string[] {
  const bare = shared.verbatim.reduce((rest, term) => rest.replaceAll(term, gap), parseText(text).texts.join(' '))
  return [...bare.matchAll(/\p{L}{2,}/gu)].map(([word]) => word)
}

function lengths({ key, text, catalog, context, report }: Text) {
  const budgets = context.shared.budgets.filter(({ keys }) => isAmong(key, keys))
  if (budgets.length === 0) return
  const filled = fillFacts(text, companyFacts(site, catalog.locale as Locale), catalog.locale).replaceAll("''", "'")
  const length = Math.max(...parseText(filled).texts.map((part) => [...part].length))
  for (const { what, min = 0, max, level, why } of budgets) {
    if (length >= min && length <= max) continue
    const [rule, fix] = length > max ? [`at most ${max}`, 'Shorten it.'] : [`at least ${min}`, 'Write more.']
    report(level, `${what} should have ${rule} characters; this has ${length}. ${why}`, fix)
  }
}

function typography({ key, text, terms, context, report }: Text) {
  for (const part of readable(text)) {
    reportPatterns(part, key, terms.typography, report)
    for (const [open, close] of [...terms.pairs, ...context.shared.pairs]) {
      if (count(part, open) === count(part, close)) continue
      report('error', `${open} and ${close} come in pairs, and one is missing.`, `Write ${open}…${close}.`)
    }
  }
  const [whole = ''] = readable(text)
  reportPatterns(whole, key, context.shared.spacing, report)
}

function reportPatterns(part: string, key: string, patterns: Pattern[], report: Text['report']) {
  for (const { find, problem, fix, except } of patterns) {
    const found = part.match(find)
    if (found && !isAmong(key, except)) report('error', `${problem} ${around(part, found)}`, fix)
  }
}

function around(text: string, { index = 0, 0: found }: RegExpMatchArray): string {
  const [start, end] = [Math.max(0, index - 12), index + found.length + 12]
  return `See “${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}”.`
}

function count(text: string, mark: string): number {
  return text.split(mark).length - 1
}

function glossary({ key, text, english, terms, report }: Text) {
  const parts = readable(text)
  const source = english ? parseText(english.text).texts.join('\n') : ''
  for (const { english: term, use, say, never, except } of terms.glossary) {
    if (isAmong(key, except)) continue
    const wrong = never && find(parts, never)
    if (wrong) report('error', `${wrong} is not the term we use.`, `Write ${say}.`)
    else if (term && use && find([source], term) && !find(parts, use)) {
      report('warning', `English has ${find([source], term)}, and this text does not have ${say}.`, `Use ${say}.`)
    }
  }
}

function find(parts: string[], pattern: RegExp): string | undefined {
  const found = parts.map((part) => part.match(pattern)?.[0]).find(Boolean)
  return found && `“${found}”`
}

/** Names that are written alike in every language. */
function verbatim({ text, context, report }: Text) {
  for (const part of readable(text)) {
    for (const term of context.shared.verbatim) {
      for (const [found] of part.matchAll(looselyWritten(term))) {
        if (found !== term) report('error', `“${found}” is misspelt.`, `Write ${term}.`)
      }
    }
  }
}

const patterns = new Map<string, RegExp>()

function looselyWritten(term: string): RegExp {
  const loose = term.split(/[-/ ]/).join('[-/ ]?')
  const pattern = patterns.get(term) ?? new RegExp(`(?<![\\p{L}\\p{N}])${loose}(?![\\p{L}\\p{N}])`, 'giu')
  patterns.set(term, pattern)
  return pattern
}

/** Facts of the brand, which texts should not repeat: another brand has others. */
function facts({ text, terms, catalog, context, report }: Text) {
  if (context.isBrand) return
  const { texts } = parseText(text)
  const parts = texts.join('\n')
  for (const { value, word, fix } of factsIn(catalog.locale as Locale)) {
    if (word.test(parts)) report('error', `The text contains ${quoted([value])}, a fact of the brand.`, fix)
  }
  for (const { find: pattern, fix } of terms.facts) {
    // Without the texts for each number.
    const [found] = texts[0]?.match(pattern) ?? []
    if (found) report('error', `The text depends on a fact of the brand: ${quoted([found])}.`, fix)
  }
}

type Fact = { value: string; word: RegExp; fix: string }

const knownFacts = new Map<Locale, Fact[]>()

function factsIn(locale: Locale): Fact[] {
  const found = knownFacts.get(locale) ?? listFacts(locale).map(([value, fix]) => ({ value, word: asWord(value), fix }))
  knownFacts.set(locale, found)
  return found
}

function listFacts(locale: Locale): [value: string, fix: string][] {
  const { brand, product, founded } = companyFacts(site, locale)
  const cities = new Set(site.offices.flatMap(({ city }) => routing.locales.map((other) => city[other])))
  const links = [site.shopUrl, site.pricesUrl, site.privacyUrl, site.termsUrl].flatMap((url) => url ?? [])
  const elsewhere = 'Remove it: the page shows it from the facts of the brand.'
  return [
    [brand, 'Write {brand}.'],
    [product, 'Write {product}.'],
    [founded, 'Write {founded}.'],
    ...[...cities].map((city): [string, string] => [city, 'Write {offices}, or {anyOffice} for one of them.']),
    ...[site.email, ...Object.values(site.phones)].flatMap((value): [string, string][] =>
      value ? [[value, elsewhere]] : [],
    ),
    ...links.map((url): [string, string] => [new URL(url).host, elsewhere]),
  ]
}

function asWord(value: string): RegExp {
  const literal = value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\d])${literal}(?![\\p{L}\\d])`, 'u')
}

function forbidden({ key, text, terms, report }: Text) {
  for (const { find: pattern, why, except } of terms.forbidden) {
    const found = parseText(text).texts.join('\n').match(pattern)
    if (found && !isAmong(key, except)) report('error', `“${found[0]}” is not allowed here. ${why}`, 'Use other words.')
  }
}

function required({ key, text, terms, report }: Text) {
  for (const rule of terms.required) {
    if (rule.key !== key || rule.find.test(parseText(text).texts.join('\n'))) continue
    report('error', `This text must say ${rule.what}.`, 'Ask the legal department before you change it.')
  }
}

function addresses({ text, report }: Text) {
  for (const [, path = ''] of text.matchAll(/(?<![\p{L}\p{N}/:.<])(\/[a-z][\w/.-]*)/gu)) {
    const { path: plain } = splitPath(path.replace(/[.-]+$/, ''))
    const fix = 'Use a link such as <contact>our team</contact>.'
    if (!findRoute(plain)) report('error', `The site has no page ${path}.`, fix)
  }
  const insecure = text.match(/\bhttp:\/\/[^\s.]\S*/)
  if (insecure) report('warning', `${insecure[0]} is not a secure address.`, 'Write https:// if the site supports it.')
}
