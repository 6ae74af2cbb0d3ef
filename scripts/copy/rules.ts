// The rules of the copy check. ICU syntax and arguments are checked with the
// parser that next-intl itself uses.
import { isStructurallySame } from '@formatjs/icu-messageformat-parser'
import { claims, unconfirmedClaims } from '@/lib/brand/claims'
import { anyFacts, companyFacts, fillFacts } from '@/lib/i18n/company-facts'
import { linkTags, splitPath } from '@/lib/i18n/navigation'
import { isDraft, type Locale, routing } from '@/lib/i18n/routing'
import { findRoute } from '@/lib/routes'
import { site } from '@/lib/site'
import {
  type Catalog,
  isUntranslated,
  type Level,
  type Message,
} from './catalogs'
import { gap, type Parsed, parseText, readable } from './message'
import { earlierEnglish, type Reviews } from './reviewed'
import {
  isAmong,
  type LanguageTerms,
  type Pattern,
  placesOf,
  remembered,
  sharedTerms,
} from './terms'

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
type Text = Message & {
  catalog: Catalog
  context: Context
  terms: LanguageTerms
  english: Message | undefined
  /** The text that readers see, in every plural form. */
  words: string
  report: (level: Level, problem: string, fix: string) => void
}

type CatalogRule = (context: Context, report: Report) => void
type TextRule = (text: Text) => void

export const catalogRules: Record<string, CatalogRule> = {
  missing,
  extra,
  order,
  unlisted,
  untranslated,
  'brand-translation': brandTranslation,
}

export const textRules: Record<string, TextRule> = {
  empty,
  icu,
  arguments: args,
  unfilled,
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
  claims: unconfirmed,
  addresses,
}

function quoted(names: Iterable<string>): string {
  return [...names].map((name) => `“${name}”`).join(', ')
}

function translationsOf({ catalogs, english, isBrand }: Context): Catalog[] {
  return isBrand ? [] : catalogs.filter((catalog) => catalog !== english)
}

function missing(context: Context, report: Report) {
  const { english } = context
  for (const catalog of translationsOf(context)) {
    for (const { key, text } of english.messages.values()) {
      if (catalog.messages.has(key) || isUntranslated(catalog.locale)) continue
      const fix = `Add it with its translation, in the same place as in ${english.file}.`
      report(
        'error',
        catalog,
        key,
        `This text is missing. In English it is “${text}”.`,
        fix,
      )
    }
  }
}

/**
 * Texts that English lacks, except those in complete entries that a brand adds
 * to a list.
 */
function extra(
  { catalogs, sharedEnglish: english, isBrand }: Context,
  report: Report,
) {
  const isAdded = (key: string, { groups }: Catalog) => {
    const [, list = '', entry = ''] = /^(.+)\.([^.]+)\.[^.]+$/.exec(key) ?? []
    const fields =
      english.groups.get(`${list}.${english.groups.get(list)?.[0]}`) ?? []
    const own = groups.get(`${list}.${entry}`)
    return (
      isAmong(list, sharedTerms().lists) &&
      fields.every((field) => own?.includes(field))
    )
  }
  for (const catalog of catalogs) {
    for (const key of catalog.messages.keys()) {
      if (english.messages.has(key) || (isBrand && isAdded(key, catalog)))
        continue
      const fix =
        'Add it there too, or delete it here. Check the spelling of its key.'
      report(
        'error',
        catalog,
        key,
        'The shared English catalog has no such text.',
        fix,
      )
    }
  }
}

function order(context: Context, report: Report) {
  const { english } = context
  const lists = [...english.groups].filter(([group]) =>
    isAmong(group, sharedTerms().lists),
  )
  for (const catalog of translationsOf(context)) {
    for (const [group, names] of lists) {
      const own =
        catalog.groups.get(group)?.filter((name) => names.includes(name)) ?? []
      const expected = names.filter((name) => own.includes(name))
      const at = own.findIndex((name, index) => name !== expected[index])
      if (at < 0) continue
      const problem = `The order differs from ${english.file}, where “${expected[at]}” comes next.`
      report(
        'error',
        catalog,
        `${group}.${own[at]}`,
        problem,
        `Put the entries in this order: ${quoted(expected)}.`,
      )
    }
  }
}

/**
 * Reports groups of texts with no recorded place, and missing entries that the
 * code needs.
 */
function unlisted({ english, isBrand }: Context, report: Report) {
  if (isBrand) return
  for (const key of sharedTerms().entries) {
    if (english.messages.has(key) || english.groups.has(key)) continue
    const problem = `The site needs the text “${key}”, which is missing.`
    report(
      'error',
      english,
      key,
      problem,
      'Add it in every language. Check its spelling.',
    )
  }
  const unknown = [...english.messages.keys()].filter(
    (key) => placesOf(key).length === 0,
  )
  for (const key of new Map(
    unknown.map((key) => [key.split('.')[0], key]),
  ).values()) {
    const fix = 'Add it to "places" in scripts/copy/terms/shared.json.'
    report(
      'warning',
      english,
      key,
      'Nobody has recorded where the site shows this text.',
      fix,
    )
  }
}

/** What a language needs before it can be published. */
function untranslated(context: Context, report: Report) {
  const keys = [...context.english.messages.keys()]
  for (const catalog of translationsOf(context)) {
    const { locale, messages } = catalog
    if (!isDraft(locale as Locale)) continue
    const left = keys.filter((key) =>
      isUntranslated(locale, messages.get(key)?.text),
    )
    const [first = ''] = [...left, ...keys]
    const problem =
      left.length > 0
        ? `${left.length} of ${keys.length} texts are not translated yet. The site does not show ${locale} until they are.`
        : `Every text is translated, and ${locale} is still a draft.`
    const fix =
      left.length > 0
        ? 'Translate it with `npm run edit`.'
        : `Run npm run locale -- publish ${locale}.`
    report('note', catalog, first, problem, fix)
  }
}

/**
 * When a brand rewrites a text in one language, the others keep the shared text
 * with its old meaning.
 */
function brandTranslation(
  { catalogs, sharedEnglish: english, isBrand }: Context,
  report: Report,
) {
  if (!isBrand) return
  for (const key of new Set(
    catalogs.flatMap(({ messages }) => [...messages.keys()]),
  )) {
    const own = catalogs.filter(({ messages }) => messages.has(key))
    const absent = routing.locales
      .filter((locale) => !own.some((catalog) => catalog.locale === locale))
      .join(', ')
    if (!own[0] || !absent || !english.messages.has(key)) continue
    const problem = `The brand has its own text here, but not in these languages: ${absent}. They show the shared text.`
    report(
      'warning',
      own[0],
      key,
      problem,
      `Write it in ${absent} too, in the brand’s messages folder.`,
    )
  }
}

function empty({ text, report }: Text) {
  if (text.trim() === '')
    report(
      'error',
      'This text is empty.',
      'Write it, or delete it in every language.',
    )
}

function icu({ text, report }: Text) {
  const { error } = parseText(text)
  if (error) report('error', ...error)
}

/** Arguments and links must match the English text; a brand may use fewer. */
function args({ key, text, english, context, report }: Text) {
  const own = parseText(text)
  const shared = context.isBrand
    ? context.sharedEnglish.messages.get(key)
    : english
  const source = shared && parseText(shared.text)
  if (!own.elements || !source?.elements) return
  const [given, wanted] = [namesIn(own), namesIn(source)]
  const absent = context.isBrand
    ? []
    : wanted.filter((name) => !given.includes(name))
  const known = [...wanted, ...factNames]
  const unknown = given.filter(
    (name) =>
      !known.includes(name) && (!context.isBrand || name.startsWith('{')),
  )
  if (absent.length > 0)
    report(
      'error',
      `English has ${quoted(absent)}, which is missing here.`,
      'Add it.',
    )
  if (unknown.length > 0) {
    const fix =
      wanted.length > 0
        ? `Use only ${quoted(wanted)}, as in English.`
        : 'Remove it.'
    report(
      'error',
      `The site cannot fill in ${quoted(unknown)} here, because English does not have it.`,
      fix,
    )
  }
  if (absent.length + unknown.length > 0 || context.isBrand) return
  const { success } = isStructurallySame(source.elements, own.elements)
  const fix = 'Copy it from English and translate only its words.'
  if (!success)
    report(
      'error',
      'The choice or number in { } has a different structure than in English.',
      fix,
    )
}

/**
 * For a text that English does not have, the code can only fill in arguments
 * that other languages use.
 */
function unfilled({ key, text, english, context, report }: Text) {
  if (english || context.isBrand) return
  const known = translationsOf(context).flatMap(({ messages }) =>
    namesIn(parseText(messages.get(key)?.text)),
  )
  const names = parseText(text).args.map((name) => `{${name}}`)
  const unknown = names.filter(
    (name) => !known.includes(name) && !factNames.includes(name),
  )
  if (unknown.length > 0)
    report(
      'error',
      `The site cannot fill in ${quoted(unknown)} here.`,
      'Remove it.',
    )
}

const factNames = Object.keys(anyFacts).map((name) => `{${name}}`)

function namesIn({ args: names, tags: links }: Parsed): string[] {
  return [
    ...names.map((name) => `{${name}}`),
    ...links.map((name) => `<${name}>`),
  ]
}

function tags({ text, key, report }: Text) {
  const { elements, tags: all } = parseText(text)
  // Ignores `figure`, because it is not a link: it marks a number that the
  // console shows in large type.
  const used = all.filter((tag) => tag !== 'figure')
  if (!elements || used.length === 0) return
  const known: readonly string[] = linkTags
  const unknown = used
    .filter((tag) => !known.includes(tag))
    .map((tag) => `<${tag}>`)
  const fix = `The links are ${quoted(known.map((tag) => `<${tag}>`))}.`
  if (unknown.length > 0)
    report('error', `There is no link ${quoted(unknown)}.`, fix)
  if (/<(\w+)>\s*<\/\1>/.test(text))
    report(
      'error',
      'A link has no words.',
      'Write them between <tag> and </tag>.',
    )
  if (!isAmong(key, sharedTerms().links))
    report('error', 'Links do not work in this text.', 'Remove the tags.')
}

function stale({ key, text, catalog, english, context, report }: Text) {
  if (!english || context.isBrand) return
  const { locale } = catalog
  const pair = { locale, key, english: english.text, translation: text }
  const earlier = earlierEnglish(pair, context.reviews)
  if (earlier === undefined) return
  const problem = `English has changed since this was translated, from “${earlier}” to “${english.text}”.`
  report(
    'warning',
    problem,
    `Translate it again. If it is still right: npm run copy -- accept ${key}`,
  )
}

function leftEnglish({
  key,
  text,
  english,
  catalog,
  terms,
  context,
  report,
}: Text) {
  if (!english || catalog.locale === context.english.locale) return
  const fix =
    'Translate it. If it is right, add its key to sameAsEnglish in scripts/copy/terms.'
  if (text === english.text) {
    if (isAmong(key, terms.sameAsEnglish)) return
    const own = ownWords(text)
    if (own.length > 0)
      report(
        own.length > 2 ? 'error' : 'warning',
        'This is the English text.',
        fix,
      )
    return
  }
  const found = ownWords(text).filter((word) =>
    terms.englishWords.includes(word.toLowerCase()),
  )
  if (new Set(found).size > 1)
    report('warning', `This looks like English: ${found.join(' … ')}.`, fix)
}

function ownWords(text: string): string[] {
  const bare = sharedTerms().verbatim.reduce(
    (rest, term) => rest.replaceAll(term, gap),
    parseText(text).texts.join(' '),
  )
  return [...bare.matchAll(/\p{L}{2,}/gu)].map(([word]) => word)
}

function lengths({ key, text, catalog, report }: Text) {
  const budgets = sharedTerms().budgets.filter(({ keys }) => isAmong(key, keys))
  if (budgets.length === 0) return
  const filled = fillFacts(
    text,
    companyFacts(site, catalog.locale as Locale),
    catalog.locale,
  ).replaceAll("''", "'")
  const length = Math.max(
    ...parseText(filled).texts.map((part) => [...part].length),
  )
  for (const { what, min = 0, max, level, why } of budgets) {
    if (length >= min && length <= max) continue
    const [rule, fix] =
      length > max
        ? [`at most ${max}`, 'Shorten it.']
        : [`at least ${min}`, 'Write more.']
    report(
      level,
      `${what} should have ${rule} characters; this has ${length}. ${why}`,
      fix,
    )
  }
}

function typography({ key, text, terms, report }: Text) {
  for (const part of readable(text)) {
    reportPatterns(part, key, terms.typography, report)
    for (const [open, close] of [...terms.pairs, ...sharedTerms().pairs]) {
      if (count(part, open) === count(part, close)) continue
      report(
        'error',
        `${open} and ${close} come in pairs, and one is missing.`,
        `Write ${open}…${close}.`,
      )
    }
  }
  const [whole = ''] = readable(text)
  reportPatterns(whole, key, sharedTerms().spacing, report)
}

function reportPatterns(
  part: string,
  key: string,
  patterns: Pattern[],
  report: Text['report'],
) {
  for (const { find, problem, fix, except } of patterns) {
    const found = part.match(find)
    if (found && !isAmong(key, except))
      report('error', `${problem} ${around(part, found)}`, fix)
  }
}

function around(
  text: string,
  { index = 0, 0: found }: RegExpMatchArray,
): string {
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
    if (wrong)
      report('error', `${wrong} is not the term we use.`, `Write ${say}.`)
    else if (term && use && find([source], term) && !find(parts, use)) {
      report(
        'warning',
        `English has ${find([source], term)}, and this text does not have ${say}.`,
        `Use ${say}.`,
      )
    }
  }
}

function find(parts: string[], pattern: RegExp): string | undefined {
  const found = parts.map((part) => part.match(pattern)?.[0]).find(Boolean)
  return found && `“${found}”`
}

/** Names that are spelled the same in every language. */
function verbatim({ text, report }: Text) {
  for (const part of readable(text)) {
    for (const term of sharedTerms().verbatim) {
      for (const [found] of part.matchAll(looselyWritten(term))) {
        if (found !== term)
          report('error', `“${found}” is misspelt.`, `Write ${term}.`)
      }
    }
  }
}

const looselyWritten = remembered((term: string) =>
  wholeWord(term.split(/[-/ ]/).join('[-/ ]?'), 'giu'),
)

/**
 * Facts of the brand, which shared texts should not repeat, because other
 * brands have others.
 */
function facts({ text, words, terms, catalog, context, report }: Text) {
  if (context.isBrand) return
  for (const { value, find: pattern, fix } of factsIn(catalog.locale)) {
    if (pattern.test(words))
      report(
        'error',
        `The text contains ${quoted([value])}, a fact of the brand.`,
        fix,
      )
  }
  // The whole message, without its plural forms.
  const [whole = ''] = parseText(text).texts
  for (const { find: pattern, fix } of terms.facts) {
    const [found] = whole.match(pattern) ?? []
    if (found)
      report(
        'error',
        `The text depends on a fact of the brand: ${quoted([found])}.`,
        fix,
      )
  }
}

const factsIn = remembered((locale: string) => {
  const { brand, product, founded } = companyFacts(site, locale as Locale)
  const cities = site.offices.flatMap(({ city }) =>
    routing.locales.flatMap((other) => city[other] ?? []),
  )
  const links = [
    site.shopUrl,
    site.pricesUrl,
    site.privacyUrl,
    site.termsUrl,
  ].flatMap((url) => url ?? [])
  const shown = [
    site.email,
    ...Object.values(site.phones),
    ...links.map((url) => new URL(url).host),
  ]
  const fixes: [fix: string, values: (string | undefined)[]][] = [
    ['Write {brand}.', [brand]],
    ['Write {product}.', [product]],
    ['Write {founded}.', [founded]],
    ['Write {offices}, or {anyOffice} for one of them.', [...new Set(cities)]],
    ['Remove it: the page shows it from the facts of the brand.', shown],
  ]
  return fixes.flatMap(([fix, values]) =>
    values.flatMap((value) => {
      return value
        ? {
            value,
            fix,
            find: wholeWord(value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'u'),
          }
        : []
    }),
  )
})

function wholeWord(pattern: string, flags: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, flags)
}

function forbidden({ key, words, terms, report }: Text) {
  for (const { find: pattern, why, except } of terms.forbidden) {
    const found = words.match(pattern)
    if (found && !isAmong(key, except))
      report(
        'error',
        `“${found[0]}” is not allowed here. ${why}`,
        'Use other words.',
      )
  }
}

function required({ key, words, terms, catalog, context, report }: Text) {
  for (const rule of terms.required) {
    if (rule.key !== key || rule.find.test(words)) continue
    const { rates } = companyFacts(site, catalog.locale as Locale)
    const isUntrue = rule.unless === 'rates' && rates === 'set'
    if (isUntrue && context.isBrand) continue
    report(
      'error',
      `This text must say ${rule.what}.`,
      'Ask the legal department before you change it.',
    )
  }
}

/** Claims in the brand's own texts that the brand does not confirm. */
function unconfirmed({ words, terms, context, report }: Text) {
  if (!context.isBrand) return
  for (const name of unconfirmedClaims(site.claims)) {
    const [found] = words.match(terms.claims[name] ?? /$^/) ?? []
    if (found)
      report(
        'error',
        `“${found}” makes a claim that the brand does not confirm.`,
        `Use other words, or add "${name}": "${claims[name].states}" to "claims" in brand.json.`,
      )
  }
}

function addresses({ text, report }: Text) {
  for (const [, path = ''] of text.matchAll(
    /(?<![\p{L}\p{N}/:.<])(\/[a-z][\w/.-]*)/gu,
  )) {
    const { path: plain } = splitPath(path.replace(/[.-]+$/, ''))
    const fix = 'Use a link such as <contact>our team</contact>.'
    if (!findRoute(plain)) report('error', `The site has no page ${path}.`, fix)
  }
  const insecure = text.match(/\bhttp:\/\/[^\s.]\S*/)
  if (insecure)
    report(
      'warning',
      `${insecure[0]} is not a secure address.`,
      'Write https:// if the site supports it.',
    )
}
